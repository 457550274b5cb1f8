import { expect, test } from 'vitest'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { freshDeals } from './fresh-deals.rules.ts'

const deal = (id: string, createdAt: string, rest: Partial<ManagedDeal> = {}) =>
  ({ id, createdAt, isPublished: false, clicks: 0, ...rest }) as ManagedDeal

const old = deal('old', '2026-11-20T10:00:00.000Z')
const newer = deal('newer', '2026-11-21T10:00:00.000Z')

test('a deal that was changed is marked, one that stayed is not', () => {
  const after = [{ ...newer, isPublished: true }, old]
  expect([...freshDeals([newer, old], after)]).toEqual(['newer'])
})

test('a deal that was entered meanwhile is marked', () => {
  const entered = deal('entered', '2026-11-21T11:00:00.000Z')
  expect([...freshDeals([newer, old], [entered, newer, old])]).toEqual(['entered'])
})

test('one that came into view because another left is not', () => {
  const older = deal('older', '2026-11-19T10:00:00.000Z')
  expect(freshDeals([newer, old], [newer, older]).size).toBe(0)
})

test('being clicked is no change', () => {
  expect(freshDeals([newer], [{ ...newer, clicks: 7 }]).size).toBe(0)
})
