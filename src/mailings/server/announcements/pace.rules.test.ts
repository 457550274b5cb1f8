import { expect, test } from 'vitest'
import { allowance, paceFor, paceFrom, throughAt } from './pace.rules.ts'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 12, minutes))

test('a letter to 4,800 over eight hours goes to ten a minute, from the first minute on', () => {
  const perHour = paceFor(4800, 8)
  expect(perHour).toBe(600)
  let pacedThrough = paceFrom(at(0))
  let promised = 0
  for (let minute = 0; minute < 8 * 60; minute += 1) {
    const { count, through } = allowance({ perHour, pacedThrough }, at(minute))
    expect(count).toBe(10)
    promised += count
    pacedThrough = through
  }
  expect(promised).toBe(4800)
  expect(throughAt(4800, perHour, at(0))).toEqual(at(480))
})

test('two looks at once share one minute’s share, and what was missed is not made up for at once', () => {
  const first = allowance({ perHour: 600, pacedThrough: at(0) }, at(1))
  expect(allowance({ perHour: 600, pacedThrough: first.through }, at(1)).count).toBe(0)
  expect(allowance({ perHour: 600, pacedThrough: at(0) }, at(600)).count).toBe(50)
  // Fractions of a share carry over.
  let pacedThrough = at(0)
  let promised = 0
  for (let minute = 1; minute <= 60; minute += 1) {
    const next = allowance({ perHour: 97, pacedThrough }, at(minute))
    promised += next.count
    pacedThrough = next.through
  }
  expect(promised).toBeGreaterThanOrEqual(96)
})

test('few people are through in minutes', () => {
  expect(paceFor(3, 48)).toBe(60)
})
