import { describe, expect, test } from 'vitest'
import { SubscriptionStatus } from '#app/membership/membership.contract.ts'
import { isMemberStatus, pickSubscription } from './membership.rules.ts'

test('active and trialing open the feed; no other word does, known or not', () => {
  const opening = [...SubscriptionStatus.options, 'paused', 'ACTIVE', ' active', ''].filter(
    isMemberStatus,
  )
  expect(opening).toEqual(['active', 'trialing'])
})

describe('of several subscriptions, the one to show', () => {
  const row = (status: string, day: number) => ({ status, updatedAt: new Date(2026, 10, day) })

  test('is the one that opens the feed, however old it is', () => {
    const rows = [row('canceled', 9), row('trialing', 1), row('past_due', 8)]
    expect(pickSubscription(rows)?.status).toBe('trialing')
  })

  test('is else the one that changed last', () => {
    const rows = [row('canceled', 2), row('past_due', 8), row('incomplete', 5)]
    expect(pickSubscription(rows)?.status).toBe('past_due')
  })

  test('is none when there never was one', () => {
    expect(pickSubscription([])).toBeUndefined()
  })
})
