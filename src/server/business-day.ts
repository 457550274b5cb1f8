/** Where the business day is counted, daylight saving included. */
export const BUSINESS_ZONE = 'America/Toronto'

// Making a formatter costs far more than using one.
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const MINUTE_MS = 60_000
let minute = Number.NaN
let dayOfMinute = ''

/** The calendar day in Toronto at this moment, as YYYY-MM-DD. */
export function businessDay(at: Date): string {
  // Asked on every request; days begin and end with a minute, so one answer serves it.
  const asked = Math.floor(at.getTime() / MINUTE_MS)
  if (asked !== minute) {
    dayOfMinute = dayFormat.format(at)
    minute = asked
  }
  return dayOfMinute
}
