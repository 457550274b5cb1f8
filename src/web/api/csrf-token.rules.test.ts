import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api.ts'
import { loadCsrfToken, withCsrfToken } from './csrf-token.ts'

/** How many tokens the server has issued; each response sets a cookie that is valid only with its own token. */
let given = 0
let cookie: string | undefined
let isDown = false

beforeEach(() => {
  vi.stubGlobal('fetch', async () => {
    if (isDown) return new Response('{}', { status: 503 })
    given += 1
    cookie = `token ${given}`
    return Response.json({ csrfToken: cookie })
  })
})
afterEach(() => vi.unstubAllGlobals())

const call = vi.fn(async (token: string) => {
  if (token === cookie) return 'done'
  throw new ApiError(403, JSON.stringify({ code: 'csrf' }))
})
const callAtOnce = () => Promise.all(Array.from({ length: 6 }, () => withCsrfToken(call)))

test('many calls at once share one token, fetched once and renewed once', async () => {
  isDown = true
  await expect(callAtOnce()).rejects.toThrow('503')
  isDown = false
  expect(await callAtOnce()).toEqual(Array(6).fill('done'))
  expect(given).toBe(1)
  expect(call).toHaveBeenCalledTimes(6)

  // Another tab has replaced the cookie, or it has expired.
  cookie = 'of somebody else'
  expect(await callAtOnce()).toEqual(Array(6).fill('done'))
  expect(given).toBe(2)
  expect(await loadCsrfToken()).toBe('token 2')

  call.mockClear()
  const broken = async () => {
    throw new ApiError(500, '')
  }
  await expect(withCsrfToken(broken)).rejects.toThrow('500')
  expect(given).toBe(2)
})
