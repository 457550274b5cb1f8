import type { Deal } from '#app/deals/deals.contract.ts'
import { ENDED_WORDS } from '#app/deals/life.facts.ts'
import { BEFORE_WORDS } from '#app/deals/prices/prices.copy.ts'
import { formatShortPrice, percentOff } from '#app/shared/money.ts'

/** The text of a share image; all of it is public on the card. */
export type ShareCopy = {
  /** Undefined when our typefaces cannot render it. */
  brand?: string | undefined
  /** `$1,234.50`, `$400` */
  now?: string | undefined
  was?: string | undefined
  /** `was`, `RRP`: the label of the was-price. */
  before?: string | undefined
  /** `60% off` */
  off?: string | undefined
  /** `Sold out`: why the deal has ended; its picture is then grey. */
  over?: string | undefined
}

/** Longer than any brand name; the rest would not fit. */
const LONGEST_BRAND = 90

export function shareCopy({
  brandName,
  originalPrice,
  salePrice,
  discount,
  price,
  endedReason,
}: Pick<
  Deal,
  'brandName' | 'originalPrice' | 'salePrice' | 'discount' | 'price' | 'endedReason'
>): ShareCopy {
  // No price for an ended deal: it would read as an offer.
  if (endedReason !== null) {
    return { brand: drawableName(brandName), over: ENDED_WORDS[endedReason] }
  }
  const hasWas = originalPrice !== null && originalPrice !== salePrice
  const lowest = price.basis === 'retailer' && price.isLowest ? 'lowest in 30 days' : undefined
  return {
    brand: drawableName(brandName),
    now: salePrice === null ? undefined : formatShortPrice(salePrice),
    was: hasWas ? formatShortPrice(originalPrice) : undefined,
    before: hasWas ? (lowest ?? BEFORE_WORDS[price.basis].short) : undefined,
    off: Math.round(discount ?? 0) > 0 ? percentOff(discount, true) : undefined,
  }
}

/** The characters that both typefaces have, including their fonts for the rest of the Latin alphabet. */
const DRAWABLE =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u017f\u0192\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2122]$/

/**
 * The name as our typefaces can render it: unknown symbols are dropped, unknown accents removed. Undefined when
 * a letter would be lost, as with names in other scripts.
 */
export function drawableName(name: string): string | undefined {
  let drawn = ''
  for (const character of name.normalize('NFC')) {
    const bare = character.normalize('NFD').replace(/\p{M}/gu, '')
    if (DRAWABLE.test(character)) drawn += character
    else if (DRAWABLE.test(bare)) drawn += bare
    else if (/[\p{L}\p{N}]/u.test(character)) return undefined
    else if (/[\p{Z}\p{C}]/u.test(character)) drawn += ' '
  }
  const tidy = drawn.replace(/ +/g, ' ').trim()
  if (tidy.length <= LONGEST_BRAND) return tidy || undefined
  return `${tidy.slice(0, LONGEST_BRAND).replace(/[\s,&-]+\S*$/, '')}…`
}
