import { expect, test } from 'vitest'
import { HOUR_MS } from '#app/shared/dates.ts'
import { type CheckState, mayEndOneMore, stepAfter } from './step.rules.ts'

const NOW = new Date('2026-11-20T14:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR_MS)
const NOTHING: CheckState = {
  ...{ suspected: null, suspectedAt: null, returningAt: null, failingSince: null },
  ...{ endedFor: null, reported: 0, reportedAt: null },
}
const PRICE = { nowCents: 40_000, wasCents: null, basis: 'retailer', currency: 'USD' } as const
const gone = { answer: 'gone', price: null, doubt: null } as const
const soldOut = { ...gone, answer: 'sold-out' } as const
const same = { answer: 'same', price: PRICE, doubt: null } as const
const silent = { ...gone, answer: 'no-answer' } as const

test.each([
  ['gone, seen once', {}, gone, 'nothing', 2],
  ['gone, seen two hours ago', { suspected: 'gone', suspectedAt: ago(2) }, gone, 'end', 24],
  [
    'gone, seen a moment less ago',
    { suspected: 'gone', suspectedAt: ago(1.9) },
    gone,
    'nothing',
    0.1,
  ],
  [
    'gone, where it was sold out',
    { suspected: 'sold-out', suspectedAt: ago(5) },
    gone,
    'nothing',
    2,
  ],
  ['gone, as two members say', { reported: 2, reportedAt: ago(23) }, gone, 'end', 24],
  ['sold out, as two members say', { reported: 2, reportedAt: ago(1) }, soldOut, 'end', 24],
  ['gone, as one member says', { reported: 1, reportedAt: ago(1) }, gone, 'nothing', 2],
  ['gone, as two said a day ago', { reported: 2, reportedAt: ago(24) }, gone, 'nothing', 2],
  [
    'still there, as two members do not say',
    { reported: 2, reportedAt: ago(1) },
    same,
    'observe',
    24,
  ],
  [
    'nothing told while it may be gone',
    { suspected: 'gone', suspectedAt: ago(5) },
    silent,
    'nothing',
    2,
  ],
  ['nothing told', {}, silent, 'nothing', 24],
  ['back, seen once', { endedFor: 'gone' }, same, 'nothing', 2],
  ['back, seen two hours ago', { endedFor: 'gone', returningAt: ago(2) }, same, 'bring-back', 24],
  ['back, seen an hour ago', { endedFor: 'gone', returningAt: ago(1) }, same, 'nothing', 1],
  ['gone again before that', { endedFor: 'gone', returningAt: ago(3) }, gone, 'nothing', 24],
] as const)('%s', (_name, before, verdict, act, hours) => {
  const step = stepAfter({ ...NOTHING, ...before }, verdict, NOW)
  expect(step.act.kind).toBe(act)
  expect((step.dueAt.getTime() - NOW.getTime()) / HOUR_MS).toBeCloseTo(hours, 5)
})

test('of a retailer a fifth at most ends in a day, and the first always', () => {
  expect(mayEndOneMore({ living: 1, ended: 0 }, 0.2)).toBe(true)
  expect(mayEndOneMore({ living: 9, ended: 1 }, 0.2)).toBe(true)
  expect(mayEndOneMore({ living: 8, ended: 2 }, 0.2)).toBe(false)
})
