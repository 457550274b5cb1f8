import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Savings, TripEntry, TripOutcome } from '#app/savings/savings.contract.ts'
import { noughtWords } from '#app/savings/savings.copy.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { savingsQuery } from './queries.ts'
import { SavingsList } from './SavingsList.tsx'
import { Trip } from './Trip.tsx'

const trip: TripEntry = {
  ...{ number: 'T-7K2M4-9QX3B', at: '2026-11-20T15:00:00Z', dealId: 'coat', brandName: 'Fold' },
  ...{ was: 420, now: 180, basis: 'retailer', isProven: true, travels: true },
  ...{ outcome: null, mayChange: ['bought', 'not-bought'], deal: null },
}
const said = { at: '2026-11-21T15:00:00Z', by: 'member' as const, what: 'bought', paid: 180 }
const outcome: TripOutcome = {
  ...{ state: 'recorded', boughtOn: '2026-11-21', paid: 180, saving: 240, noughtWhy: null },
  ...{ waitsFor: null, reason: null, changes: [said] },
}
const draw = (more: Partial<TripEntry>) =>
  drawPiece(createElement(Trip, { trip: { ...trip, ...more }, page: 1, today: '2026-11-24' }))

test('a trip asks whether the piece was bought, and then says what became of it', () => {
  expect(draw({}).words).toContain('Did you buy it?')
  expect(draw({}).buttons).toEqual(['Bought: Fold', 'Not bought: Fold'])
  const { words, buttons } = draw({ outcome, mayChange: ['bought', 'not-bought', 'returned'] })
  expect(words).not.toContain('Did you buy it?')
  expect(words).toMatch(/Recorded Saved \$240\.00 T-7K2M4-9QX3B$/)
  expect(buttons).toEqual(['Returned: Fold', 'Bought: Fold', 'Not bought: Fold'])
})

test('a saving of nought says why, and what was said is told once something was changed', () => {
  const nought = { ...outcome, saving: 0, noughtWhy: 'basis-unknown' as const }
  expect(draw({ outcome: nought }).words).toContain(noughtWords('basis-unknown'))
  expect(draw({ outcome }).words).not.toContain('What was said, and when')
  const changed = { ...outcome, changes: [said, { ...said, at: '2026-11-22T15:00:00Z' }] }
  expect(draw({ outcome: changed }).words).toContain('What was said, and when')
})

const sums = {
  ...{ counted: 240, recorded: 240, confirmed: 0, returned: 0, rejected: 0 },
  ...{ purchases: 1, purchasesSaving: 1 },
}

test.each([
  [1, 'One trip waits for your answer.'],
  [2, '2 trips wait for your answer.'],
])('of %j trips without an answer it is said', (open, words) => {
  const totals = { ever: sums, years: [], membershipYears: [], months: [] }
  const list = (count: number): Savings => ({
    ...{ trips: [trip], total: 1, open: count, totals, today: '2026-11-24' },
  })
  const drawList = (count: number) =>
    drawPiece(createElement(SavingsList, { page: 1 }), {
      known: [[savingsQuery(1).queryKey, list(count)]],
    }).words
  expect(drawList(open)).toContain(words)
  expect(drawList(0)).not.toContain('for your answer')
})
