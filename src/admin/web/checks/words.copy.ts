import type { ChecksDesk, DeskFinding } from '#app/admin/checks-desk.contract.ts'
import { BEFORE_WORDS } from '#app/deals/prices/prices.copy.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { formatForeign } from '#app/deals/prices/rates.facts.ts'
import { ageInWords, countOf } from '#app/shared/counts.ts'
import { HOUR_MS } from '#app/shared/dates.ts'

/** Describes a finding in one line. */
export function findingInWords(finding: DeskFinding): string {
  const { kind, state, before, now, soldIn, currency, ended, living, wouldEnd } = finding
  const price = (amount: number | null) =>
    amount === null ? 'no price' : formatForeign(Math.round(amount * 100), soldIn)
  switch (kind) {
    case 'changed':
      return `The price is ${price(now)}; we ${state === 'waiting' ? 'say' : 'said'} ${price(before)}`
    case 'sold-out':
      return 'Sold out at the shop'
    case 'gone':
      return 'Gone from the shop'
    case 'price-up':
      return `Back at full price${now === null ? '' : `: ${price(now)}`}`
    case 'back':
      if (state === 'waiting') {
        return `For sale again for ${price(now)}, which it cost in the 30 days before as well: no reduction may be claimed. Put it on again?`
      }
      return `For sale again${now === null ? '' : `, for ${price(now)}`}`
    case 'no-price':
      return 'The page says a price of nought'
    case 'odd-price':
      return `The page says ${price(now)}, far from our ${price(before)}`
    case 'other-currency':
      return `The page says its price in ${currency ?? 'another currency'}, and it is sold in ${soldIn}`
    case 'several-prices':
      return 'The page says several prices'
    case 'another-piece':
      return 'The page shows another piece'
    case 'many-endings':
      return `${countOf(ended ?? 0, 'deal')} ended in a day, and ${wouldEnd ?? 'more'} of the other ${living ?? 0} would: it has stopped until you say`
  }
}

/** Label of the button that accepts a finding. */
export function acceptInWords(kind: DeskFinding['kind']): string {
  if (kind === 'many-endings') return 'End them'
  return kind === 'back' ? 'Put it on again' : 'Accept'
}

/** The question before correcting a price to the former price or more. */
export function endsAtInWords(now: number, soldIn: string): string {
  return `At ${formatForeign(Math.round(now * 100), soldIn)} it is no deal any more, and ends. Is that the price?`
}

/** The label of the former price that a curator may type: `Was`, `RRP`, `Elsewhere`, `Before`. */
export function beforeLabel(basis: PriceBasis): string {
  const { short } = BEFORE_WORDS[basis]
  return short === '' ? 'Before' : `${short.slice(0, 1).toUpperCase()}${short.slice(1)}`
}

/** Says how old the oldest check is; empty without live deals. */
export function oldestInWords({ coverage: { oldest }, now }: Pick<ChecksDesk, 'coverage' | 'now'>) {
  if (oldest === null) return ''
  const hours = (Date.parse(now) - Date.parse(oldest)) / HOUR_MS
  return `The oldest look is ${ageInWords(hours)} old.`
}

/** `4 refused, 2 without an answer`, without parts that are zero. */
export function failuresInWords(row: ChecksDesk['failing'][number]): string {
  const parts = [
    row.refused > 0 ? `${row.refused} refused` : '',
    row.unreadable > 0 ? `${row.unreadable} unreadable` : '',
    row.noAnswer > 0 ? `${row.noAnswer} without an answer` : '',
  ]
  return parts.filter((part) => part !== '').join(', ')
}
