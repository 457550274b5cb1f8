const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

/** `November 24` for a calendar day, YYYY-MM-DD. By hand, as prices are. */
export function formatDay(day: string): string {
  const date = asDate(day)
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`
}

/** `Tuesday, November 24` for a calendar day, YYYY-MM-DD. */
export function formatDayOfWeek(day: string): string {
  return `${WEEKDAYS[asDate(day).getUTCDay()]}, ${formatDay(day)}`
}

// A calendar day is read as midnight in UTC, so it is written there too.
function asDate(day: string): Date {
  return new Date(day)
}
