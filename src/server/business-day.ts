/** Where the business day is counted, daylight saving included. */
export const BUSINESS_ZONE = 'America/Toronto'

// Making a formatter costs far more than using one.
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day in Toronto at this moment, as YYYY-MM-DD. */
export function businessDay(at: Date): string {
  return dayFormat.format(at)
}
