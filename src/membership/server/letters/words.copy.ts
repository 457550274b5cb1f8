import type { Block } from '#app/server/mail/mail.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import { offer, type Plan } from '#app/shared/offer.ts'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: offer.currency })
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})
const shortDay = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

/** `$97.00` */
export function writeCents(amountCents: number): string {
  return dollars.format(amountCents / 100)
}

/** `Friday, November 27, 2026`, as it is in Toronto. */
export function writeDay(at: Date): string {
  return day.format(at)
}

/** `November 27, 2026 – November 26, 2027` */
export function writePeriod(startsAt: Date, endsAt: Date): string {
  return `${shortDay.format(startsAt)} – ${shortDay.format(endsAt)}`
}

/** `$97.00 a year` */
export function writePrice(plan: Plan, amountCents: number = offer.plans[plan].priceCents): string {
  return `${writeCents(amountCents)} a ${offer.plans[plan].interval}`
}

export function nameOf(plan: Plan): string {
  return `${offer.plans[plan].name} membership`
}

// The few blocks that the mails of this slice are made of.
export const title = (text: string): Block => ({ kind: 'title', text })
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const note = (text: string, link?: { label: string; path: string }): Block => ({
  kind: 'note',
  text,
  ...(link && { link }),
})
export const button = (label: string, path: string): Block => ({ kind: 'button', label, path })

/** Rows whose value is not known are left out. */
export function facts(...rows: Array<[label: string, value: string | undefined]>): Block {
  return {
    kind: 'facts',
    rows: rows.filter((row): row is [string, string] => row[1] !== undefined),
  }
}
