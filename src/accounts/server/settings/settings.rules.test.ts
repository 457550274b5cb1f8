import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#app/shared/dates.ts'
import { isOpenChange, isStoppable } from './settings.rules.ts'

const AT = new Date('2026-11-22T12:00:00Z')
const later = (ms: number) => new Date(AT.getTime() + ms)
const change = {
  createdAt: AT,
  expiresAt: later(HOUR_MS),
  confirmedAt: null,
  stoppedAt: null,
}

test.each([
  ['at first', change, 0, true],
  ['a moment before its hour is over', change, HOUR_MS - 1, true],
  ['when its hour is over', change, HOUR_MS, false],
  ['once it is confirmed', { ...change, confirmedAt: AT }, 0, false],
  ['once it is stopped', { ...change, stoppedAt: AT }, 0, false],
])('another address can be confirmed %s', (_, each, ms, isOpen) => {
  expect(isOpenChange(each, later(ms))).toBe(isOpen)
})

const CONFIRMED = { ...change, confirmedAt: later(60_000) }

test.each([
  ['before it counts', change, 7 * DAY_MS - 1, true],
  ['too late', change, 7 * DAY_MS, false],
  ['a week after it counts', CONFIRMED, 7 * DAY_MS + 59_999, true],
  ['later than that', CONFIRMED, 7 * DAY_MS + 60_000, false],
])('a change of address can be stopped %s', (_, each, ms, can) => {
  expect(isStoppable(each, later(ms))).toBe(can)
})
