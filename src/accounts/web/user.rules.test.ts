import { afterEach, expect, test, vi } from 'vitest'
import { createApi } from '#app/web/api/api.ts'
import { createQueryClient } from '#app/web/api/query-client.ts'
import { loadUser } from './user.ts'

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
