import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'
import { loadUser, refreshAfterSignIn } from './user.ts'

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
  const keys = ['/api/user', '/api/deals?page=1&limit=12', '/api/subscription', '/api/front-page']
  const load = () => Promise.all(keys.map((key) => client.fetchQuery({ queryKey: [key] })))
  await load()
  asked.length = 0
  await load()
  expect(asked).toEqual([])
  await refreshAfterSignIn(client)
  await load()
  expect(asked).toEqual(keys.slice(0, 3))
})
