import { capitalize, countOf } from '#app/shared/counts.ts'
import { formatDate, formatDays, HOUR_MS } from '#app/shared/dates.ts'
import { formatDollars, formatShortPrice } from '#app/shared/money.ts'
import type { Guarantee, YearPayment } from './guarantee.contract.ts'
import {
  CLAIM_OPEN_MS,
  type ClaimRefusal,
  GOAL_CENTS,
  HELD_MS,
  whyNoFee,
  YEAR_MONTHS,
} from './guarantee.facts.ts'

/** `$100` */
export const GOAL = formatShortPrice(GOAL_CENTS / 100)

const CLAIM_DAYS = formatDays(CLAIM_OPEN_MS)
export const HELD_HOURS = HELD_MS / HOUR_MS

/** Payments are read from the provider every minute. */
const JUST_PAID = ' Have you just paid? It stands here within a minute or two.'

type Meter = Pick<Guarantee, 'meter' | 'goal' | 'endsOn'>

/** `$64 of $100 recorded, until March 3, 2027` */
export function meterInWords(meter: Meter): string {
  return meterParts(meter).join(' ')
}

/** The same in two parts; lines break only between them. */
export function meterParts({ meter, goal, endsOn }: Meter): [recorded: string, until: string] {
  return [
    `${formatShortPrice(meter)} of ${formatShortPrice(goal)} recorded,`,
    `until ${formatDate(endsOn ?? '')}`,
  ]
}

type Told = Pick<
  Guarantee,
  | (
      | 'state'
      | 'refusal'
      | 'endsOn'
      | 'isBehind'
      | 'paidMonths'
      | 'claimUntil'
      | 'toPay'
      | 'paidBack'
    )
  | ('isForPerson' | 'goesOn' | 'askedOn' | 'paidOn' | 'meter' | 'confirmed' | 'payments')
>

/** Returns the state's title and its explanation for the member. */
export function guaranteeInWords(guarantee: Told): { title: string; text: string } {
  const { state, refusal, endsOn, paidMonths, claimUntil, toPay, paidBack, paidOn } = guarantee
  const ends = formatDate(endsOn ?? '')
  const until = formatDate(claimUntil ?? '')
  switch (state) {
    case 'none':
      return {
        title: 'Your year begins with your first payment',
        text: `Twelve months of paid time count, and what you save in them.${guarantee.isBehind ? JUST_PAID : ''}`,
      }
    case 'had':
      return {
        title: 'The guarantee is given once',
        text: 'A year’s fee has been paid back under it before, to you or to the card that you pay with. What you save still counts in your totals.',
      }
    case 'running':
      return {
        title: `Your year runs until ${ends}`,
        text: `${paidMonths >= YEAR_MONTHS ? 'All twelve months are paid.' : `${countOf(paidMonths, 'month')} of twelve ${paidMonths === 1 ? 'is' : 'are'} paid; while nothing is paid, the end moves on.`} ${atItsEnd(guarantee)}`,
      }
    case 'leaving':
      return {
        title: 'Your membership ends before twelve paid months',
        text: `${countOf(paidMonths, 'month')} of twelve ${paidMonths === 1 ? 'is' : 'are'} paid. With fewer than twelve there is no guarantee; should you stay or come back, they go on counting.`,
      }
    case 'stopped':
      return {
        title: `${countOf(paidMonths, 'paid month')} of twelve`,
        text: 'With fewer than twelve there is no guarantee. Should you come back, they go on counting.',
      }
    case 'saved':
      return {
        title: `Your year is over, and you recorded ${GOAL} or more`,
        text: `If something of what you recorded is not right, you can correct it until ${until}. If that brings it below ${GOAL}, you can have the fee back here.`,
      }
    case 'open':
      return {
        title: `You can have ${formatDollars(toPay)} back`,
        text: `Your year ended with less than ${GOAL} saved. Until ${until} one press is enough${guarantee.goesOn ? ', and your membership goes on unless you also end it' : ''}.`,
      }
    case 'waiting':
      return {
        title: 'Somebody is looking at your claim',
        text: 'Part of what a retailer’s network has reported comes without its price. Before that refuses anything, one of us looks at it, and writes to you.',
      }
    case 'held':
      return {
        title: `${formatDollars(toPay)} will be on its way within ${HELD_HOURS} hours`,
        text: 'Many refunds go out today, so one of us looks at them first. If nobody has by then, it is paid by itself.',
      }
    case 'paying':
      if (guarantee.payments.some(({ refund }) => refund === 'stuck')) {
        return {
          title: 'One of us is seeing to your refund',
          text: `${partOf(stuckOf(guarantee), toPay)} could not be paid the way it was made. It is still yours: one of us finds another way, and writes to you. If that card or account is closed, write to us where it should go.`,
        }
      }
      return {
        title: `${formatDollars(toPay)} is on its way`,
        text: 'We have asked our payment provider to send it back, and ask again until it says that it is done. You will have a mail then. Nothing is left for you to do.',
      }
    case 'paid':
      return {
        title: `We paid ${formatDollars(paidBack)} back`,
        text: `On ${formatDate(paidOn ?? '')}, ${guarantee.payments.some(isByHand) ? 'as agreed with you' : 'the way it was paid'}. Banks take a few days to show it, usually five to ten.`,
      }
    case 'refused':
      return { title: refusedInWords(guarantee), text: refusalInWords(refusal, guarantee) }
    case 'over':
      return {
        title: 'Your guarantee is over',
        text: `It could be asked for until ${until}.`,
      }
  }
}

/** Avoids the word "refused" for members who have not claimed. */
function refusedInWords({ askedOn, refusal }: Pick<Guarantee, 'askedOn' | 'refusal'>): string {
  if (askedOn !== null) return 'Your claim is refused'
  if (refusal === 'confirmed') return `Your year is over, and you saved ${GOAL} or more`
  return 'There is no fee to have back'
}

/** Returns the outcome that an unfinished year leads to. */
function atItsEnd({ paidMonths, payments }: Pick<Guarantee, 'paidMonths' | 'payments'>): string {
  switch (whyNoFee(payments, paidMonths >= YEAR_MONTHS)) {
    case 'chargeback-open':
      return 'A payment of it has been taken back through your bank: while that is not decided, there is no fee to have back.'
    case 'chargeback-lost':
      return 'A payment of it was taken back through your bank, so there is no fee to have back when it ends.'
    case 'paid-back':
      return 'All that you paid for it has been paid back, so there is no fee to have back when it ends.'
    default:
      return `If you have saved less than ${GOAL} by then, you can have the year’s fee back here, for ${CLAIM_DAYS}.`
  }
}

/** Tells whether a payment was refunded by other means because the way it came is closed. */
export function isByHand({ refund }: YearPayment): boolean {
  return refund === 'by-hand'
}

function partOf(part: number, whole: number): string {
  return part === whole ? formatDollars(whole) : `${formatDollars(part)} of ${formatDollars(whole)}`
}

/** Returns the dollars that wait for a person because they could not be refunded or came back. */
function stuckOf({ payments }: Pick<Guarantee, 'payments'>): number {
  const stuck = payments.filter(({ refund }) => refund === 'stuck')
  return stuck.reduce((sum, { due }) => sum + Math.round(due * 100), 0) / 100
}

/** Explains a refusal and what may change it. */
export function refusalInWords(
  refusal: ClaimRefusal | null | undefined,
  { askedOn, confirmed, claimUntil }: Pick<Guarantee, 'askedOn' | 'confirmed' | 'claimUntil'>,
): string {
  switch (refusal) {
    case 'chargeback-open':
      return `A payment of the year has been taken back through your bank, and that is not decided. Should it be decided for us, you can ask${askedOn === null ? ' for your fee' : ' again'} for ${CLAIM_DAYS}.`
    case 'chargeback-lost':
      return 'A payment of the year was taken back through your bank, so it is with you already.'
    case 'paid-back':
      return 'Everything that you paid for the year has been paid back already.'
    case 'confirmed':
      return `Retailers have confirmed that you saved ${formatDollars(confirmed)} in the year. Should that turn out to be less than ${GOAL} before ${formatDate(claimUntil ?? '')}, it opens again.`
    default:
      return 'Write to us, and we look at it together.'
  }
}

/** Returns `Visa ending in 4242`, or how it was paid without a card. */
export function wayBack({ card, refund }: Pick<YearPayment, 'card' | 'refund'>): string {
  if (refund === 'by-hand') return 'where you asked us to send it'
  if (!card) return 'the way it was paid'
  return `${capitalize(card.brand)} ending in ${card.last4}`
}

/** Returns the distinct destinations of all refunds together. */
export function waysBack(payments: YearPayment[]): string[] {
  return [...new Set(payments.filter(({ due }) => due > 0).map(wayBack))]
}

/** Explains why not all of a payment is refunded. */
export function dueInWords({ amount, fee, refunded, due, dispute, refund }: YearPayment): string {
  if (refund === 'stuck') return 'it waits for one of us'
  if (dispute === 'open' || dispute === 'lost') return 'taken back through your bank'
  const parts = [
    ...(fee < amount ? [`${formatDollars(fee)} of ${formatDollars(amount)} is for your year`] : []),
    ...(refunded > 0 ? [`${formatDollars(refunded)} was paid back before`] : []),
  ]
  return parts.length > 0 || due === amount ? parts.join(', ') : ''
}

/** Returns the text of the inbox entry. */
export function newsInWords(
  news: string,
  { meterCents, endsOn, until }: { meterCents: number; endsOn?: string; until?: string },
): string {
  const meter = `${formatShortPrice(meterCents / 100)} of ${GOAL}`
  switch (news) {
    case 'open':
      return `Your year ended with ${meter} saved. You can have the fee back until ${formatDate(until ?? '')}.`
    case 'below':
      return `${meter} recorded, until ${formatDate(endsOn ?? '')}.`
    case 'held':
      return `Your refund is on its way within ${HELD_HOURS} hours.`
    case 'waiting':
      return 'One of us is looking at your claim.'
    case 'saved':
      return `We looked at your claim: with what you recorded, your year has saved ${meter}.`
    case 'refused':
      return 'Your claim is refused. The page says why.'
    case 'sent-back':
      return 'Part of your refund came back to us from the bank. One of us sees to it.'
    default:
      return 'We paid your year’s fee back.'
  }
}
