import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import { type Html, html } from './html.ts'

const byCurrency = new Map<string, Intl.NumberFormat>()

/** Formats an amount in cents: `$97.00`. */
export function money(cents: number, currency = 'usd'): string {
  let format = byCurrency.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    byCurrency.set(currency, format)
  }
  return format.format(cents / 100)
}

let dayFormat: Intl.DateTimeFormat | undefined

/** Formats a date in the business time zone: `November 24, 2026`. */
export function day(at: Date): Html {
  dayFormat ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
  return html`<time datetime="${at.toISOString()}">${dayFormat.format(at)}</time>`
}

/** Formats a moment in UTC for the console: `2026-11-24 08:30:00`. */
export function moment(at: Date): Html {
  const iso = at.toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

/** Converts the provider's timestamps, which are in seconds. */
export function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** `1 thing`, `2 things`. */
export function count(many: number, one: string, more = `${one}s`): string {
  return `${many} ${many === 1 ? one : more}`
}
