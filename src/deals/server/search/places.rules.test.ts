import { expect, test } from 'vitest'
import { createSearchPlaces } from './places.ts'

const VISITOR = { class: 'visitor', userId: undefined } as const
const MEMBER = { class: 'member', userId: 'm', isOnTrial: false } as const

test('a flood of searches keeps searches waiting, and never those of members', async () => {
  const places = createSearchPlaces()
  const ends: Array<() => void> = []
  let begun = 0
  const search = () => {
    begun += 1
    return new Promise<string>((resolve) => ends.push(() => resolve('found')))
  }
  const flood = Array.from({ length: 40 }, () => places.whenThereIsOne(VISITOR, search))
  const answers = Promise.allSettled(flood)
  expect(begun).toBe(2)
  const member = places.whenThereIsOne(MEMBER, search)
  expect(begun).toBe(3)
  ends[2]?.()
  expect(await member).toBe('found')

  // Without a free place, a request is told when to retry; the others proceed one after the other.
  for (let index = 0; index < 40; index += 1) {
    ends[index]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const settled = await answers
  const refused = settled.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  for (const each of refused) {
    expect(each).toMatchObject({ reason: { status: 503, retryAfterSeconds: 2 } })
  }
  expect(settled.length - refused.length).toBe(begun - 1)
})

test('a search that fails gives its place away', async () => {
  const places = createSearchPlaces()
  for (let count = 0; count < 5; count += 1) {
    const failing = places.whenThereIsOne(VISITOR, () => Promise.reject(new Error('away')))
    await expect(failing).rejects.toThrow('away')
  }
  expect(await places.whenThereIsOne(VISITOR, async () => 'found')).toBe('found')
})
