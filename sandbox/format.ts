import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import { type Html, html } from './html.ts'

const byCurrency = new Map<string, Intl.NumberFormat>()

/** `$97.00`, from cents. */
export function money(cents: number, currency = 'usd'): string {
  let format = byCurrency.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    byCurrency.set(currency, format)
  }
  return format.format(cents / 100)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const momentFormat = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** `November 24, 2026`, as the buyer's calendar has it. */
export function day(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${dayFormat.format(at)}</time>`
}

/** `2026-11-24 08:30:00`, in UTC, for people at the console. */
export function moment(at: Date): Html {
  const text = momentFormat.format(at).replace(',', '')
  return html`<time datetime="${at.toISOString()}">${text}</time>`
}

/** The provider's objects count in seconds. */
export function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** `1 thing`, `2 things`. */
export function count(many: number, one: string, more = `${one}s`): string {
  return `${many} ${many === 1 ? one : more}`
}
