import { expect, test } from 'vitest'
import { formatDay, formatDayOfWeek } from './calendar.rules.ts'

const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC', month: 'long', day: 'numeric' })

test('every day of a leap year and the next reads as it does in English', () => {
  const [short, long] = [words({}), words({ weekday: 'long' })]
  for (let count = 0; count < 731; count += 1) {
    const date = new Date(Date.UTC(2028, 0, 1 + count))
    const day = date.toISOString().slice(0, 10)
    expect(formatDay(day)).toBe(short.format(date))
    expect(formatDayOfWeek(day)).toBe(long.format(date))
  }
})
