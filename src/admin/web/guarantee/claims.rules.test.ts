import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { ClaimList } from '#app/guarantee/guarantee.facts.ts'
import type { DeskEntry, GuaranteeDesk } from '#app/guarantee/guarantee-desk.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { ClaimLists } from './Claims.tsx'
import { Months } from './Months.tsx'

const entry: DeskEntry = {
  ...{ id: 'g1', email: 'ada@people.test', state: 'waiting', paidMonths: 12 },
  ...{ startsOn: '2025-11-20', endsOn: '2026-11-20', claimUntil: '2027-01-19' },
  ...{ recorded: 70, confirmed: 0, due: 97, paidBack: 0, refusal: null },
  ...{ askedAt: '2026-11-21T15:00:00Z', heldUntil: '2026-11-24T15:00:00Z' },
  ...{ decidedBy: null, reason: null, refunds: [] },
}
const refund = { paidOn: '2025-11-20', amount: 97, fee: 0, state: 'stuck', problem: 'declined' }
const stuck = [refund] as DeskEntry['refunds']

const desk = (change: Partial<GuaranteeDesk> = {}): GuaranteeDesk => ({
  ...{ list: 'asked', entries: [], total: 0, page: 1, pages: 1, months: [] },
  counts: { asked: 3, open: 1, paid: 0, refused: 0, meters: 1204 },
  ...{ alarm: { limit: 1000, today: 97, held: 0, stuck: 0 }, ...change },
})

const draw = (change: Partial<GuaranteeDesk>) => {
  const piece = createElement(ClaimLists, {
    desk: desk(change),
    asked: { list: 'asked', page: '1' },
  })
  return drawPiece(piece)
}

describe('what a person may decide of a claim', () => {
  test.each<[string, DeskEntry['refunds'], string[]]>([
    ['waiting', [], ['Pay it', 'Refuse it']],
    ['held', [], ['Pay now']],
    ['refused', [], ['Pay it']],
    ['paying', [], []],
    ['paying', stuck, ['Try again', 'Paid another way']],
    ['paid', [], []],
    ['open', [], []],
    ['running', [], []],
  ])('of one that is %s, with %j', (state, refunds, choices) => {
    expect(draw({ entries: [{ ...entry, state, refunds }] }).buttons).toEqual(choices)
  })
})

test('whose claim it is, what was decided and what could not be paid stand in its lines', () => {
  const decided = { state: 'paying', decidedBy: 'Noor', reason: 'We had promised it' }
  const { words } = draw({ entries: [{ ...entry, ...decided, refunds: stuck }] })
  expect(words).toContain('ada@people.test: being paid since ')
  expect(words).toContain('November 20, 2025 to November 20, 2026 · $70.00 recorded')
  expect(words).toContain('Decided by Noor: We had promised it')
  expect(words).toContain('$97.00, paid November 20, 2025, was refused by the provider (declined)')
  expect(draw({ entries: [{ ...entry, email: null }] }).words).toContain(
    'An account that is deleted: waits for one of us',
  )
})

test('each list says how many it has, the one that is shown is marked, and its pages lead on', () => {
  const { links } = draw({ list: 'meters', page: 2, pages: 3, entries: [entry] })
  expect(links.map(({ words }) => words)).toEqual([
    ...['Open 1', 'Asked for 3', 'Paid 0', 'Refused 0', 'Meters 1,204', 'Earlier', 'More'],
  ])
  expect(links.filter(({ isCurrent }) => isCurrent).map(({ words }) => words)).toEqual([
    'Meters 1,204',
  ])
  const at = (wanted: string) => links.find(({ words }) => words === wanted)?.to
  expect(at('Paid 0')).toBe('/admin/guarantee?list=paid')
  expect(at('Earlier')).toBe('/admin/guarantee?list=meters&page=1')
  expect(at('More')).toBe('/admin/guarantee?list=meters&page=3')
})

test.each<[ClaimList, string]>([
  ['asked', 'Nobody’s claim is under way.'],
  ['refused', 'No claim has been refused.'],
])('of an empty list of what is %s it is said', (list, words) => {
  expect(draw({ list }).words).toContain(words)
})

test('the months to come say what their years could cost, and what waits for a person', () => {
  const months = [{ month: '2026-12', years: 12, below: 5, couldCost: 485, atMost: 1164 }]
  const alarm = { limit: 1000, today: 97, held: 0, stuck: 1 }
  const { words } = drawPiece(createElement(Months, { desk: desk({ months, alarm }) }))
  expect(words).toContain('Refunds let go today: $97.00 of $1,000.00 a day')
  expect(words).toContain('1 claim cannot be paid without one of us.')
  expect(words).toContain('Dec 2026 12 5 $485.00 $1,164.00')
  const { words: none } = drawPiece(createElement(Months, { desk: desk() }))
  expect(none).toContain('Nobody is in a first paid year.')
  expect(none).not.toContain('cannot be paid')
})
