import { expect, test } from 'vitest'
import { comesBackInMs, RECONNECT_MS, RETURN_WITHIN_MS } from './live-channel.rules.ts'

test.each([
  [1000, 0.5, undefined],
  [1001, 0.5, RECONNECT_MS],
  [1006, 0, RECONNECT_MS],
  [1011, 0.99, RECONNECT_MS],
  [1012, 0, RECONNECT_MS],
  [1012, 0.5, 17_500],
])('a line that was closed with %i, chance %d, is opened again after %s', (code, chance, ms) => {
  expect(comesBackInMs(code, chance)).toBe(ms)
})

test('of those whom a restart sends away no two seconds of the thirty bring many at once', () => {
  const people = 10_000
  const seconds = new Map<number, number>()
  for (let person = 0; person < people; person += 1) {
    const ms = comesBackInMs(1012, person / people) ?? 0
    expect(ms).toBeLessThan(RETURN_WITHIN_MS)
    const second = Math.floor(ms / 1000)
    seconds.set(second, (seconds.get(second) ?? 0) + 1)
  }
  expect(Math.max(...seconds.values())).toBeLessThanOrEqual(people / 25 + 1)
})
