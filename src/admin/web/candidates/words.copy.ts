import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type {
  Candidate,
  CandidatesBack,
  DismissedCandidates,
  PickedCandidates,
} from '#app/product-feeds/product-feeds.contract.ts'
import type { PoolSort } from '#app/product-feeds/product-feeds.facts.ts'
import { countOf, formatCount, wordFor } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { formatPrice } from '#app/shared/money.ts'

export const POOL_SORT_WORDS: Record<PoolSort, string> = {
  'percent-off': 'Most percent off',
  newest: 'Newest',
  'price-up': 'Lowest price',
  'price-down': 'Highest price',
}

/** `$450`, or in the currency it is sold in: `EUR 450`. */
export function amountInWords(amount: number, currency: string): string {
  return currency === HOME_CURRENCY ? formatPrice(amount) : `${currency} ${formatCount(amount)}`
}

export function candidateName({ brandName, productName }: Candidate): string {
  return `${brandName} ${productName}`.trim()
}

/** Lists what else is known of a candidate, in one line. */
export function candidateFacts({
  category,
  department,
  colour,
  sizes,
  ...piece
}: Candidate): string {
  const label = (field: 'category' | 'department' | 'colour', value: string | null) =>
    VOCABULARY[field].find((term) => term.value === value)?.label ?? ''
  const shown = sizes.slice(0, 6)
  const more = sizes.length - shown.length
  return [
    label('department', department),
    label('category', category),
    label('colour', colour),
    shown.length > 0 ? `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '',
    piece.pictures === 0 ? 'No picture' : countOf(piece.pictures, 'picture'),
    piece.isInStock ? '' : 'Sold out',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** Describes the deal that exists already. */
export function knownInWords({ by, isLive }: NonNullable<Candidate['known']>): string {
  const what = by === 'link' ? 'In the club by this link' : 'In the club by this number'
  return isLive ? `${what}:` : `${what}, not out:`
}

/** Describes the result of picking candidates. */
export function pickedInWords({ made, there, gone }: PickedCandidates): string {
  const parts = [
    made.length === 0
      ? 'No draft was made.'
      : made.length === 1
        ? `A draft was made: ${made[0]?.name}.`
        : `${countOf(made.length, 'draft')} were made.`,
    there.length > 0
      ? `${countOf(there.length, 'piece')} ${wordFor(there.length, 'is', 'are')} in the club already.`
      : '',
    goneInWords(gone.length),
  ]
  return parts.filter(Boolean).join(' ')
}

function goneInWords(gone: number): string {
  return gone > 0
    ? `${countOf(gone, 'piece')} ${wordFor(gone, 'is', 'are')} gone: the feed has been read again.`
    : ''
}

/** Describes the result of dismissing candidates; a single one by its name. */
export function dismissedInWords(
  { dismissed, others, gone }: DismissedCandidates,
  name: string | undefined,
): string {
  return [
    dismissed.length > 0 ? `Dismissed ${namedOrCounted(dismissed.length, name)}.` : '',
    others.length > 0
      ? `Somebody else had dismissed ${namedOrCounted(others.length, name)} before.`
      : '',
    goneInWords(gone.length),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Describes the result of bringing candidates back. */
export function backInWords({ back, gone }: CandidatesBack, name: string | undefined): string {
  return [
    back.length > 0 ? `Brought back ${namedOrCounted(back.length, name)}.` : '',
    goneInWords(gone.length),
  ]
    .filter(Boolean)
    .join(' ')
}

function namedOrCounted(count: number, name: string | undefined): string {
  return name ?? countOf(count, 'candidate')
}

/** `Dismissed by Ann, Nov 23, 2026, 14:00` */
export function dismissalInWords({ by, at }: NonNullable<Candidate['dismissed']>): string {
  return `Dismissed by ${by}, ${formatMoment(at)}`
}
