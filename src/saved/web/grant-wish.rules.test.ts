import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { grantSaveWish } from './grant-wish.ts'

const calls: string[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${path}`)
    return Response.json({})
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const daysAgo = (days: number) => ({ dealId: 'a-deal', at: Date.now() - days * DAY_MS })

test('what somebody wanted to save is saved once they are signed in, the same day', async () => {
  await grantSaveWish(new QueryClient(), daysAgo(0.9))
  expect(calls).toEqual(['PUT /api/saved/a-deal'])
})

test.each([
  ['a month old', daysAgo(30)],
  ['a little over a day old', daysAgo(1.1)],
  ['of no time', { dealId: 'a-deal' }],
  ['of no deal', { at: Date.now() }],
  ['no wish at all', 'a-deal'],
])('a wish that is %s is forgotten', async (_, wish) => {
  await grantSaveWish(new QueryClient(), wish)
  expect(calls).toEqual([])
})
