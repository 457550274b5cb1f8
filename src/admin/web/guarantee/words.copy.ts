import type { ClaimList, ClaimRefusal } from '#app/guarantee/guarantee.facts.ts'
import type { DeskEntry } from '#app/guarantee/guarantee-desk.contract.ts'
import { formatDate, formatMoment } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'

export const LIST_NAMES: Record<ClaimList, string> = {
  asked: 'Asked for',
  open: 'Open',
  paid: 'Paid',
  refused: 'Refused',
  meters: 'Meters',
}

export const LIST_EMPTY: Record<ClaimList, string> = {
  asked: 'Nobody’s claim is under way.',
  open: 'Nobody can ask for a year just now.',
  paid: 'No year has been paid back so far.',
  refused: 'No claim has been refused.',
  meters: 'Nobody is in a first paid year.',
}

const REFUSED: Record<ClaimRefusal, string> = {
  'chargeback-open': 'a chargeback is open',
  'chargeback-lost': 'a chargeback was lost',
  'paid-back': 'everything had been paid back',
  confirmed: 'confirmed savings reach the goal',
}

/** Describes the state of a guarantee in one line. */
export function claimInWords(entry: DeskEntry): string {
  const { state, refusal, heldUntil, askedAt, paidBack, due, endsOn, claimUntil } = entry
  switch (state) {
    case 'waiting':
      return 'waits for one of us: confirmed rows without a price decide it'
    case 'held':
      return `held by the day’s alarm, paid by itself ${heldUntil ? formatMoment(heldUntil) : ''}`
    case 'paying':
      return `being paid since ${askedAt ? formatMoment(askedAt) : ''}`
    case 'paid':
      return `${formatDollars(paidBack)} paid back`
    case 'refused':
      return `refused: ${refusal ? REFUSED[refusal] : 'no reason is known'}`
    case 'open':
      return `can be asked for until ${formatDate(claimUntil ?? '')}, for ${formatDollars(due)}`
    case 'saved':
      return `reached the goal by what was recorded, to be corrected until ${formatDate(claimUntil ?? '')}`
    default:
      return `until ${formatDate(endsOn ?? '')}, ${formatDollars(due)} paid so far`
  }
}

/** Describes what the year has saved, and what is due while a claim is open. */
export function sumsInWords(
  entry: Pick<DeskEntry, 'state' | 'recorded' | 'confirmed' | 'due'>,
): string {
  const { state, recorded, confirmed, due } = entry
  const isAsked = ['waiting', 'held', 'paying'].includes(state)
  return `${formatDollars(recorded)} recorded, ${formatDollars(confirmed)} confirmed${isAsked ? ` · ${formatDollars(due)} due` : ''}`
}

const PROBLEMS: Record<string, string> = {
  'no-payment': 'was not paid by a card of the provider’s',
  'chargeback-open': 'was charged back',
  'chargeback-lost': 'was charged back',
  charge_disputed: 'was charged back',
  expired_or_canceled_card: 'goes to a card that is no more',
  lost_or_stolen_card: 'goes to a card that is lost',
}

/** Says why a payment could not be refunded. */
export function problemInWords(problem: string | null): string {
  return PROBLEMS[problem ?? ''] ?? `was refused by the provider (${problem ?? 'no reason'})`
}
