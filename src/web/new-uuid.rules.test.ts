import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newUuid } from './new-uuid.ts'

test('a UUID is made also where the browser has none, as by plain http', () => {
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array) => globalThis.structuredClone(bytes).fill(0xff),
  })
  expect(z.uuidv4().safeParse(newUuid()).success).toBe(true)
  vi.unstubAllGlobals()
  expect(newUuid()).not.toBe(newUuid())
})
