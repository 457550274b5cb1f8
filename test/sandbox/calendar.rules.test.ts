import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { advance, catchUp } from '#sandbox/payments/life/calendar.ts'
import { addIntervals, nextPeriodEnd } from '#sandbox/payments/store/clock.ts'
import { openWorld } from '#sandbox/payments/world.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'payment-sandbox-'))
const complaints: unknown[] = []
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (facts: unknown) => complaints.push(facts),
}
const world = openWorld({ dataDir, publicUrl: 'http://shop.test', log })
afterAll(() => {
  world.store.close()
  rmSync(dataDir, { recursive: true })
})

test('one thing that cannot be done does not stand in the way of the next', () => {
  const now = world.clock.seconds()
  world.due.set('subscription.turn', 'sub_lost', now)
  world.due.set('invoice.collect', 'in_unknown', now + 1)
  catchUp(world, now + 2)
  expect(world.due.next(now + 2)).toBeUndefined()
  expect(complaints).toMatchObject([{ work: 'subscription.turn', ref: 'sub_lost' }])
})

test('the clock goes forward only', () => {
  const before = world.clock.nowMs()
  advance(world, -1000)
  advance(world, Number.NaN)
  expect(world.clock.nowMs() - before).toBeLessThan(1000)
  advance(world, 1000)
  expect(world.clock.nowMs() - before).toBeGreaterThanOrEqual(1_000_000)
})

test('the whole comes undone when a part fails', () => {
  const write = () =>
    world.store.transaction(() => {
      world.store.writeSetting('half', 1)
      throw new Error('torn')
    })
  expect(write).toThrow('torn')
  expect(world.store.readSetting('half', 0)).toBe(0)
})

const seconds = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000

test.each([
  ['2027-01-31', 'month', 1, '2027-02-28'],
  ['2027-01-31', 'month', 2, '2027-03-31'],
  ['2028-02-29', 'year', 1, '2029-02-28'],
  ['2027-12-15', 'month', 1, '2028-01-15'],
  ['2027-03-13', 'day', 1, '2027-03-14'],
  ['2027-03-13', 'week', 2, '2027-03-27'],
] as const)('from %s by %s × %d is %s', (from, interval, count, to) => {
  expect(addIntervals(seconds(from), interval, count)).toBe(seconds(to))
})

test('a period ends after the moment it is asked for, counted from its anchor', () => {
  const monthly = { interval: 'month', interval_count: 1 }
  const anchor = seconds('2027-01-31')
  expect(nextPeriodEnd(anchor, anchor, monthly)).toBe(seconds('2027-02-28'))
  expect(nextPeriodEnd(anchor, seconds('2027-02-28'), monthly)).toBe(seconds('2027-03-31'))
})
