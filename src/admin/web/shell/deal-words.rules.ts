import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'

/** What a deal is called in a sentence, also while it has neither brand nor name. */
export function dealName(deal: Pick<ManagedDeal, 'brandName' | 'productName' | 'domain'>): string {
  const parts = [deal.brandName, deal.productName].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' ') : `a deal at ${deal.domain}`
}

// The day is a date without a time: any other zone might make it the day before.
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
})

/** `Fri, Nov 20, 2026`, from the business day `2026-11-20`. */
export function formatEnteredDay(createdDay: string): string {
  return day.format(new Date(`${createdDay}T00:00:00Z`))
}

const time = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Toronto',
  hour: 'numeric',
  minute: '2-digit',
})

/** `9:12 AM` in Toronto. */
export function formatTime(at: string): string {
  return time.format(new Date(at))
}

/** `Ada saved it at 9:12 AM.` */
export function savedWords({ name, at }: { name: string; at: string | undefined }): string {
  return at === undefined ? `${name} saved it.` : `${name} saved it at ${formatTime(at)}.`
}
