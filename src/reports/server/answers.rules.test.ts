import { expect, test } from 'vitest'
import { answeredBy, type DealByNow, type OpenReport } from './answers.rules.ts'

const DEAL: DealByNow = {
  ...{ isPublished: true, endedAt: null, endedReason: null },
  ...{ salePriceCents: 42_000, sizes: ['S', 'M'] },
}
const REPORT: OpenReport = { kind: 'gone', size: null, shownCents: 42_000 }
const ENDED = { endedAt: new Date('2026-11-20T15:00:00Z'), endedReason: 'gone' }

type Case = [name: string, Partial<DealByNow>, Partial<OpenReport>, string | undefined]

test.each<Case>([
  ['a deal as it was', {}, {}, undefined],
  ['one that has ended', ENDED, {}, 'ended gone'],
  ['one that has ended, of its price', ENDED, { kind: 'price' }, 'ended gone'],
  ['one that was taken off', { isPublished: false }, { kind: 'other' }, 'ended withdrawn'],
  ['another price', { salePriceCents: 45_000 }, { kind: 'price' }, 'price-corrected 45000'],
  ['another price, of an end', { salePriceCents: 45_000 }, {}, undefined],
  ['the same price', {}, { kind: 'price' }, undefined],
  ['no price any more', { salePriceCents: null }, { kind: 'price' }, undefined],
  [
    'a price where there was none',
    {},
    { kind: 'price', shownCents: null },
    'price-corrected 42000',
  ],
  ['a size that is listed', {}, { kind: 'size', size: 'M' }, undefined],
  ['a size that is off the list', { sizes: ['S'] }, { kind: 'size', size: 'M' }, 'size-off '],
  ['a deal without sizes', { sizes: [] }, { kind: 'size', size: 'M' }, undefined],
])('%s', (_, deal, report, expected) => {
  const found = answeredBy({ ...DEAL, ...deal }, { ...REPORT, ...report })
  const { reason, toCents } = found?.answer ?? {}
  expect(found && `${found.outcome} ${reason ?? toCents ?? ''}`).toBe(expected)
})
