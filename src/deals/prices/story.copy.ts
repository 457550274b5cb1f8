import type { Deal } from '#app/deals/deals.contract.ts'
import { formatShortDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { BEFORE_WORDS, wasNote } from './prices.copy.ts'
import type { PriceBadge } from './prices.facts.ts'
import { formatForeign } from './rates.facts.ts'

type Before = Pick<Deal, 'originalPrice' | 'price'>

/** `was $420, lowest in 30 days`, `RRP $420`, `elsewhere $420`; undefined when none is claimed. */
export function beforeInWords(
  { originalPrice, price }: Before,
  today: string,
  format = formatShortPrice,
): string | undefined {
  if (originalPrice === null) return
  const note = wasNote(price, today)
  return `${BEFORE_WORDS[price.basis].short} ${format(originalPrice)}${note ? `, ${note}` : ''}`
}

/** Explains in a sentence or two what the was-price rests on. */
export function basisInWords({ originalPrice, price }: Before): string {
  const { basis, isProven, isLowest, isFull } = price
  if (isFull) {
    return 'It costs what it did before, or more, so we strike nothing out and claim no saving.'
  }
  if (basis === 'unknown') {
    return 'We do not know what a price before would rest on, so we strike none out and claim no saving.'
  }
  if (originalPrice === null) {
    return 'We know of no price before, so we strike none out and claim no saving.'
  }
  if (basis === 'rrp') {
    return 'The price before is what the maker recommends (RRP). The retailer may never have asked it.'
  }
  if (basis === 'market') {
    return 'The price before is what the piece costs elsewhere, as we were told. This retailer may never have asked it.'
  }
  const lowest = isLowest
    ? 'We use the lowest price that we saw in the 30 days before this reduction: it is below the one that was stated. '
    : ''
  return isProven
    ? `${lowest}The price before is the retailer’s own earlier price, and we saw it ourselves.`
    : `${lowest}The price before is the retailer’s own earlier price, as stated: we have not seen it ourselves yet.`
}

/** `€430.00 in the shop, before €860.00; dollars by the rate of Nov 22.` */
export function inShopInWords({
  currency,
  was,
  now,
  ratedOn,
}: NonNullable<Deal['inShop']>): string {
  const said = (amount: number) => formatForeign(Math.round(amount * 100), currency)
  const price = now === null ? 'Sold in another currency' : `${said(now)} in the shop`
  const before = was === null ? '' : `, before ${said(was)}`
  return `${price}${before}; dollars by the rate of ${formatShortDay(ratedOn)}.`
}

export const BADGE_WORDS: Record<PriceBadge, string> = {
  lowest: 'Lowest we have seen',
  up: 'Up since we published',
  down: 'Down since we published',
}
