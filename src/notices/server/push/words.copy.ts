import type { Notice } from '#app/notices/notices.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatShortPrice } from '#app/shared/money.ts'

type Told = Pick<Notice, 'brandName' | 'facts' | 'deal'>

/** Returns the text of a push message. Anybody can read a locked screen, so it has brands and prices only. */
export function pushWords(told: Told[]): { title: string; body: string } {
  const [first] = told
  if (first && told.length === 1) return { title: first.brandName, body: bodyOf(first) }
  const lines = told.slice(0, 3).map((each) => `${each.brandName} ${priceOf(each)}`)
  const more = told.length - lines.length
  return {
    title: countOf(told.length, 'alert'),
    body: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join(', '),
  }
}

function bodyOf(one: Told): string {
  const { more = 0 } = one.facts
  return more > 0 ? `${priceOf(one)}, and ${countOf(more, 'other')}` : priceOf(one)
}

function priceOf({ facts: { fromCents, toCents }, deal }: Told): string {
  // An ended deal is shown without a price.
  if (deal?.state === 'ended') return 'Ended'
  const now = toCents === undefined ? (deal?.salePrice ?? null) : toCents / 100
  if (now === null) return 'Price not available'
  const was = fromCents === undefined ? '' : `, was ${formatShortPrice(fromCents / 100)}`
  return `${formatShortPrice(now)}${was}`
}
