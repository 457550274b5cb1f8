// Days and hours are those of the business, wherever page and reader are; made once, being costly.
const ZONE = 'America/Toronto'
const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hour: 'numeric',
  minute: '2-digit',
})
const isoDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const longDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** `Nov 21, 2026, 9:05 AM` in Toronto. */
export function momentInToronto(at: string): string {
  return moment.format(new Date(at)).replaceAll('\u202f', ' ')
}

/** `9:05 AM` in Toronto. */
export function clockInToronto(at: string): string {
  return clock.format(new Date(at)).replaceAll('\u202f', ' ')
}

/** The business day as YYYY-MM-DD. */
export function dayInToronto(at: string): string {
  return isoDay.format(new Date(at))
}

/** `Saturday, November 21, 2026` of a YYYY-MM-DD. */
export function dayInWords(day: string): string {
  return longDay.format(new Date(`${day}T00:00:00Z`))
}
