import type { Store } from './store.ts'

/** The sandbox's own clock: real time plus the offset by which it was moved. */
export type Clock = ReturnType<typeof openClock>

export function openClock(store: Store) {
  let standsAt: number | undefined
  const offset = () => store.readSetting('clockOffsetMs', 0)
  const nowMs = () => standsAt ?? Date.now() + offset()

  return {
    nowMs,
    /** The time in seconds, as in the API. */
    seconds: () => Math.floor(nowMs() / 1000),
    /** Runs work with the clock stopped at a moment. */
    at<T>(ms: number, work: () => T): T {
      const before = standsAt
      standsAt = ms
      try {
        return work()
      } finally {
        standsAt = before
      }
    },
    move(ms: number): void {
      store.writeSetting('clockOffsetMs', offset() + ms)
    },
  }
}

export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

type Interval = 'day' | 'week' | 'month' | 'year'

/**
 * Adds intervals to an anchor, in seconds; a month without that day uses its last day. Counted from the
 * anchor each time, so that the 31st returns after February.
 */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  if (interval === 'day') return anchor + count * DAY
  if (interval === 'week') return anchor + count * 7 * DAY
  const date = new Date(anchor * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return date.getTime() / 1000
}

/** The first end of a billing interval after a moment, counted from the anchor. */
export function nextPeriodEnd(
  anchor: number,
  after: number,
  { interval, interval_count: step }: { interval: string; interval_count: number },
): number {
  let count = step
  while (addIntervals(anchor, interval as Interval, count) <= after) count += step
  return addIntervals(anchor, interval as Interval, count)
}
