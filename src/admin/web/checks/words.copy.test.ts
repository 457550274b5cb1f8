import { expect, test } from 'vitest'
import type { DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { FINDING_KINDS } from '#app/checks/checks.facts.ts'
import { PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import {
  acceptInWords,
  beforeLabel,
  failuresInWords,
  findingInWords,
  oldestInWords,
} from './words.copy.ts'

const FINDING: DeskFinding = {
  ...{ id: 1, kind: 'changed', state: 'waiting', foundAt: '', decidedBy: null, retailerId: '' },
  ...{ retailer: '', dealId: null, deal: null, link: null, before: 420, now: 399.5, was: null },
  ...{
    basis: 'retailer',
    soldIn: 'USD',
    currency: 'EUR',
    ended: 12,
    living: 40,
    wouldEnd: 38,
    evidence: null,
  },
}

test('everything that can be found has words of its own', () => {
  const words = FINDING_KINDS.map((kind) => findingInWords({ ...FINDING, kind }))
  expect(new Set(words).size).toBe(FINDING_KINDS.length)
  expect(words[0]).toBe('The price is $399.50; we say $420.00')
  expect(findingInWords({ ...FINDING, state: 'done' })).toBe(
    'The price is $399.50; we said $420.00',
  )
  expect(findingInWords({ ...FINDING, kind: 'back', state: 'done' })).toBe(
    'For sale again, for $399.50',
  )
  expect(findingInWords({ ...FINDING, kind: 'back' })).toBe(
    'For sale again for $399.50, which it cost in the 30 days before as well: no reduction may be claimed. Put it on again?',
  )
  expect(words.at(-1)).toBe(
    '12 deals ended in a day, and 38 of the other 40 would: it has stopped until you say',
  )
})

test('what takes it as it is says what it does', () => {
  expect(new Set(FINDING_KINDS.map(acceptInWords))).toEqual(
    new Set(['Accept', 'Put it on again', 'End them']),
  )
  expect(acceptInWords('back')).toBe('Put it on again')
})

test.each([
  ['2026-11-20T15:00:00Z', 'The oldest look is less than an hour old.'],
  ['2026-11-20T14:00:00Z', 'The oldest look is 1 hour old.'],
  ['2026-11-18T16:00:00Z', 'The oldest look is 47 hours old.'],
  ['2026-11-17T15:00:00Z', 'The oldest look is 3 days old.'],
  [null, ''],
])('the oldest look says its age: %s', (oldest, words) => {
  const coverage = { deals: 1, looked: 1, certain: 1, oldest }
  expect(oldestInWords({ coverage, now: '2026-11-20T15:30:00Z' })).toBe(words)
})

test('what may be typed as the price before is called what it rests on', () => {
  expect(PRICE_BASES.map(beforeLabel)).toEqual(['Was', 'RRP', 'Elsewhere', 'Before'])
})

test('what could not be told says why, as far as it happened', () => {
  const row = { retailerId: '', retailer: '', deals: 6, since: '', certainAt: null }
  expect(failuresInWords({ ...row, refused: 4, unreadable: 0, noAnswer: 2 })).toBe(
    '4 refused, 2 without an answer',
  )
})
