import type { Random } from './random.ts'

const FIRST_DAY = Date.UTC(2026, 0, 5)
const DAY_MS = 24 * 60 * 60 * 1000

export const DAYS = 12
const DEALS_A_DAY = { least: 32, most: 38 }
/** Minutes after midnight, Toronto time. */
const MORNING = { from: 6 * 60, to: 9 * 60 + 30 }

export type Moment = {
  /** Counted from 0, the oldest day. */
  day: number
  /** Toronto local time: `2026-01-05 07:05`. */
  publishedAt: string
}

/** The time at which each deal is published, oldest first. */
export function planMornings(random: Random): Moment[] {
  const minutes = Array.from({ length: MORNING.to - MORNING.from + 1 }, (_, m) => MORNING.from + m)
  return Array.from({ length: DAYS }, (_, day) => {
    const date = new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10)
    const deals = random.between(DEALS_A_DAY.least, DEALS_A_DAY.most)
    return random
      .sample(minutes, deals)
      .map((minute) => ({ day, publishedAt: `${date} ${clock(minute)}` }))
  }).flat()
}

function clock(minute: number): string {
  const twoDigits = (n: number) => String(n).padStart(2, '0')
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}
