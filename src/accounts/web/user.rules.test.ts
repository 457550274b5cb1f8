import { afterEach, expect, test, vi } from 'vitest'
import { featuredQuery, feedQuery } from '#app/deals/web/queries.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { loadUser, refreshAfterSignIn, userQuery } from './user.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('who is signed in is asked again after a minute, and not tried twice', async () => {
  vi.useFakeTimers()
  let asked = 0
  let status = 200
  const api = createApi(async () => {
    asked += 1
    return new Response('{"id":"u1"}', { status })
  })
  const client = createQueryClient(api)
  await loadUser(client)
  vi.advanceTimersByTime(59_000)
  await loadUser(client)
  expect(asked).toBe(1)
  vi.advanceTimersByTime(2000)
  status = 500
  await expect(loadUser(client)).rejects.toThrow('500')
  expect(asked).toBe(2)
})

test('after signing in user, deals and subscription are asked anew, and nothing else', async () => {
  const asked: string[] = []
  const api = createApi(async (address) => {
    asked.push(String(address))
    return new Response('{}')
  })
  const client = createQueryClient(api)
  const queries = [userQuery, feedQuery(1), featuredQuery, subscriptionQuery]
  const load = () =>
    Promise.all(
      [...queries, queryOf('/api/front-page')].map(({ queryKey }) =>
        client.fetchQuery({ queryKey }),
      ),
    )
  await load()
  asked.length = 0
  await load()
  expect(asked).toEqual([])
  await refreshAfterSignIn(client)
  await load()
  expect(asked).toEqual(queries.map(({ queryKey: [address] }) => address))
})
