import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConcurrencyLimit, type QueuedRequest } from './concurrency-limit.ts'
import { createInsiders } from './insiders.ts'

const BOUNDS = { atOnce: 2, waiting: 3, share: 3 }
let said: string[]
let now: number

beforeEach(() => {
  said = []
  now = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => vi.useRealTimers())

function guest(name: string, holder = name) {
  const state = { isGone: false }
  const own: QueuedRequest = {
    holder: () => holder,
    isGone: () => state.isGone,
    begin: () => said.push(`${name} begins`),
    turnAway: () => said.push(`${name} is turned away`),
  }
  const go = () => {
    state.isGone = true
  }
  return Object.assign(own, { go })
}

test('so many begin, so many wait in their order, and one more is turned away', () => {
  const places = createConcurrencyLimit(BOUNDS, () => now)
  const [a, b] = [guest('a'), guest('b')]
  for (const each of [a, b, guest('c'), guest('d'), guest('e'), guest('f')]) places.enter(each)
  expect(said).toEqual(['a begins', 'b begins', 'f is turned away'])
  expect(places.count()).toEqual({ begun: 2, waiting: 3 })
  places.leave(b)
  places.leave(a)
  expect(said.slice(3)).toEqual(['c begins', 'd begins'])
})

test('who has waited for a second is turned away, and who has gone is passed over', () => {
  const places = createConcurrencyLimit(BOUNDS, () => now)
  const [a, b] = [guest('a'), guest('b')]
  const [gone, late, next] = [guest('gone'), guest('late'), guest('next')]
  for (const each of [a, b, gone, late]) places.enter(each)
  gone.go()
  vi.advanceTimersByTime(999)
  expect(said).toEqual(['a begins', 'b begins'])
  places.enter(next)
  vi.advanceTimersByTime(1)
  expect(said.slice(2)).toEqual(['late is turned away'])
  places.leave(a)
  expect(said.slice(3)).toEqual(['next begins'])
})

test('who has gone makes room in the line', () => {
  const places = createConcurrencyLimit(BOUNDS, () => now)
  const waiting = ['c', 'd', 'e'].map((name) => guest(name))
  for (const each of [guest('a'), guest('b'), ...waiting]) places.enter(each)
  waiting[1]?.go()
  places.enter(guest('f'))
  expect(places.count()).toEqual({ begun: 2, waiting: 3 })
  expect(said).toEqual(['a begins', 'b begins'])
})

test('nobody has more than their share of the places, and leaves the rest to others', () => {
  const places = createConcurrencyLimit(BOUNDS, () => now)
  for (const name of ['a', 'b', 'c', 'd']) places.enter(guest(name, 'one network'))
  expect(said).toEqual(['a begins', 'b begins', 'd is turned away'])
  places.enter(guest('e', 'another'))
  expect(places.count()).toEqual({ begun: 2, waiting: 2 })
})

test('a line that has not been empty for a second takes in fewer', () => {
  const places = createConcurrencyLimit(BOUNDS, () => now)
  for (const name of ['a', 'b', 'c']) places.enter(guest(name))
  now = 1000
  places.enter(guest('d'))
  expect(said.at(-1)).toBe('d is turned away')
})

test('sessions that opened something are known for a while, and not without end', () => {
  const insiders = createInsiders(() => now, 2)
  for (const hash of ['a', 'b', 'a', 'c']) insiders.note(hash)
  expect(['a', 'b', 'c', 'd'].map(insiders.has)).toEqual([true, true, true, false])
  for (const hash of ['d', 'e']) insiders.note(hash)
  expect(['a', 'c', 'd', 'e'].map(insiders.has)).toEqual([false, true, true, true])
  now = 16 * 60_000
  insiders.note('f')
  expect(['c', 'd', 'e', 'f'].map(insiders.has)).toEqual([false, false, true, true])
})
