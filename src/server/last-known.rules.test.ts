import { beforeEach, expect, test } from 'vitest'
import { createLastKnown } from './last-known.ts'
import type { Live } from './live.ts'
import { notFound } from './problem.ts'

let now: number
let isListening: boolean
let say: (payload: string | undefined) => void
let read: (made: () => Promise<string>) => Promise<string>
const away = () => Promise.reject(new Error('away'))

beforeEach(() => {
  now = 0
  isListening = true
  const live: Live = {
    subscribe: (_channel, onChange) => {
      say = onChange
    },
    isListening: () => isListening,
    onExpiry: () => {},
    expire: () => {},
    lasts: () => {},
    msLeft: () => Number.POSITIVE_INFINITY,
  }
  const known = createLastKnown(live, 'deals', () => now)
  read = (made) => known.orBefore('feed', made(), (answer) => answer !== 'half a page')
})

function lose() {
  isListening = false
  say(undefined)
}

test('what was known is told while the database is away, for five minutes', async () => {
  await read(async () => 'the feed')
  lose()
  now = 5 * 60_000 - 1
  expect(await read(away)).toBe('the feed')
  expect(await read(async () => 'half a page')).toBe('the feed')
  now += 1
  await expect(read(away)).rejects.toThrow('away')
  expect(await read(async () => 'half a page')).toBe('half a page')
})

test('what failed for another reason, or was announced as changed, is not told', async () => {
  await read(async () => 'the feed')
  await expect(read(away)).rejects.toThrow('away')
  say('')
  lose()
  await expect(read(away)).rejects.toThrow('away')
})

test('what is said to be missing is missing', async () => {
  await read(async () => 'the feed')
  lose()
  await expect(read(() => Promise.reject(notFound('deal')))).rejects.toThrow('no such deal')
})

test('what was read while nothing was heard is not told later, nor what was known before it', async () => {
  await read(async () => 'the feed')
  lose()
  expect(await read(async () => 'another feed')).toBe('another feed')
  await expect(read(away)).rejects.toThrow('away')
})

test('once everything is heard again what was known before counts no more', async () => {
  await read(async () => 'the feed')
  lose()
  isListening = true
  say(undefined)
  lose()
  await expect(read(away)).rejects.toThrow('away')
})
