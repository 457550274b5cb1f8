import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { grantFollowWish } from './grant-wish.ts'

const calls: string[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    calls.push(`${method} ${path}`)
    return Response.json({ id: 'a-follow', follows: [] })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const daysAgo = (days: number) => ({
  ...{ kind: 'brand', value: 'aubrelle', name: 'Aubrelle', stance: 'followed' },
  at: Date.now() - days * DAY_MS,
})

test('what somebody wanted to follow is followed once they are signed in, the same day', async () => {
  await grantFollowWish(new QueryClient(), daysAgo(0.9))
  expect(calls[0]).toBe('PUT /api/follows')
})

test.each([
  ['a month old', daysAgo(30)],
  ['a little over a day old', daysAgo(1.1)],
  ['of a kind that there is not', { ...daysAgo(0), kind: 'shop' }],
  ['of no stance', { ...daysAgo(0), stance: undefined }],
  ['no wish at all', 'aubrelle'],
])('a wish that is %s is forgotten', async (_, wish) => {
  await grantFollowWish(new QueryClient(), wish)
  expect(calls).toEqual([])
})
