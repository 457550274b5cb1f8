import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import type { LedgerChange, SavingsTotals, TripOutcome } from './savings.contract.ts'
import type { LedgerState, NoughtReason } from './savings.facts.ts'

const STATES: Record<LedgerState, string> = {
  open: 'Not answered',
  'not-bought': 'Not bought',
  recorded: 'Recorded',
  confirmed: 'Confirmed',
  returned: 'Returned',
  rejected: 'Rejected',
}

export function stateWords(state: LedgerState): string {
  return STATES[state]
}

/** Describes the basis of a trip's earlier price. */
export function basisWords({ basis, isProven }: { basis: PriceBasis; isProven: boolean }): string {
  if (basis === 'retailer') {
    return isProven ? 'The retailer’s own, seen by us' : 'The retailer’s own, as stated'
  }
  return { rrp: 'Recommended price', market: 'Price elsewhere', unknown: 'Not known' }[basis]
}

const NOUGHT: Record<NoughtReason, string> = {
  'no-trip': 'It counts nothing, as it was not bought on a trip from here.',
  'basis-unknown': 'It counts nothing, as nobody knows what the earlier price rested on.',
  rrp: 'It counts nothing: the higher price was a recommended one, not the retailer’s own.',
  market: 'It counts nothing: the higher price was one asked elsewhere, not the retailer’s own.',
  'as-stated': 'It counts nothing: we had not seen the earlier price at the retailer ourselves.',
  'no-was': 'It counts nothing, as no earlier price was known.',
  'no-price': 'It counts nothing until we know what was paid.',
  'above-was': 'It counts nothing: what was paid is above the earlier price.',
}

/** Explains why a saving is zero. */
export function noughtWords(reason: NoughtReason): string {
  return NOUGHT[reason]
}

/** Describes the outcome of a trip in a sentence; undefined while it is open. */
export function outcomeWords({ state, boughtOn, paid }: TripOutcome): string | undefined {
  const bought = `${formatDate(boughtOn)}${paid === null ? '' : `, for ${formatDollars(paid)}`}.`
  switch (state) {
    case 'open':
      return
    case 'not-bought':
      return 'You did not buy it.'
    case 'recorded':
      return `Bought ${bought}`
    case 'confirmed':
      return `Bought ${bought} The retailer’s report confirms it.`
    case 'returned':
      return `Bought ${bought} It went back and is not counted.`
    case 'rejected':
      return `Bought ${bought} The retailer does not count it as bought from here, so it is not counted.`
  }
}

/** Returns the line under the total: the number of purchases, and the confirmed amount. */
export function sumWords({ purchases, purchasesSaving, confirmed }: SavingsTotals['ever']): string {
  if (purchases === 0) return 'saved. No purchase is recorded yet.'
  const bought = countOf(purchases, 'purchase')
  if (purchasesSaving === 0) {
    return `saved in ${bought}: ${wordFor(purchases, 'it says', 'each says')} below why nothing of it counts.`
  }
  const which = purchasesSaving === purchases ? bought : `${purchasesSaving} of ${bought}`
  return `saved in ${which}, before delivery. Confirmed by the retailers: ${formatDollars(confirmed)}.`
}

const CHANGES: Record<LedgerChange['by'], Record<string, string>> = {
  member: {
    bought: 'you said that you bought it',
    'not-bought': 'you said that you did not buy it',
    returned: 'you said that it went back',
  },
  report: { reported: 'the retailer’s report came', 'report-undone': 'a report was taken back' },
  person: {
    counts: 'we looked at it, and it counts',
    returned: 'we looked at it: it went back',
    rejected: 'we looked at it, and it does not count',
  },
}

/** Describes a change of a ledger row. */
export function ledgerChangeWords({ by, what, paid }: LedgerChange): string {
  return `${CHANGES[by][what] ?? 'it was changed'}${paid === null ? '' : `, ${formatDollars(paid)}`}`
}
