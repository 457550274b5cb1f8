import type {
  PlanChange,
  Subscription,
  UpcomingCharge,
} from '#app/membership/membership.contract.ts'
import { capitalize, countOf } from '#app/shared/counts.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { formatRate, MONTHLY_GUARANTEE, offer } from '#app/shared/offer.ts'
import { type Offers, offersOf, type Standing, standingOf } from './account.rules.ts'

export type AccountDescription = {
  standing: Standing
  statusLine: string
  nextBilling: string
  offers: Offers
}

const NO_BILLING = 'No future billing date'

export function describeAccount(subscription: Subscription | null): AccountDescription {
  const standing = standingOf(subscription)
  return {
    standing,
    statusLine: statusLine(standing, subscription),
    nextBilling: nextBilling(standing, subscription),
    offers: offersOf(standing),
  }
}

function statusLine(standing: Standing, subscription: Subscription | null): string {
  const at = formatDateAt(subscription?.currentPeriodEnd)
  if (standing === 'none') return 'No membership'
  // An ended membership keeps its cancellation flag, which no longer matters.
  if (subscription?.cancelAtPeriodEnd && standing !== 'ended') {
    return at ? `Your membership ends on ${at}` : 'Your membership is ending'
  }
  if (standing === 'trial') return 'Trial'
  if (standing === 'running') return 'Active'
  return capitalise(subscription?.status ?? 'inactive')
}

function nextBilling(standing: Standing, subscription: Subscription | null): string {
  if (subscription?.cancelAtPeriodEnd) return NO_BILLING
  if (standing === 'payment-due' || standing === 'unpaid') return 'Now: a payment is open'
  if (standing !== 'running' && standing !== 'trial') return NO_BILLING
  return formatDateAt(subscription?.currentPeriodEnd) ?? 'Not known yet'
}

/** `past_due` -> `Past due` */
function capitalise(word: string): string {
  return capitalize(word).replaceAll('_', ' ')
}

/** What comes next, in one sentence; undefined when the rest of the page says it all. */
export function nextInWords(
  { standing, nextBilling: on }: AccountDescription,
  { upcoming, until }: { upcoming: UpcomingCharge | undefined; until: string | undefined },
): string | undefined {
  const amount = upcoming?.amount ?? undefined
  if (upcoming?.isDue && amount !== undefined && standing === 'running') {
    return `A new period has begun: ${formatDollars(amount)} will be charged within the hour.`
  }
  switch (standing) {
    case 'trial':
      return `Your trial is free. First charge: ${amount === undefined ? '' : `${formatDollars(amount)} on `}${on}.`
    case 'running':
      if (!until) return
      return `It renews on ${until}${amount === undefined ? '' : ` for ${formatDollars(amount)}`}.`
    case 'ending':
      return 'Every deal stays open to you until then. Nothing more is charged.'
    case 'ended':
      return `${until ? `It ended on ${until}. ` : ''}Your account and your receipts stay here.`
  }
}

/** `7 days of it are from us.`; undefined when we gave none, or it ended before they were used. */
export function givenInWords(subscription: Subscription | null): string | undefined {
  const days = subscription?.given?.days
  if (!days || standingOf(subscription) === 'ended') return
  return `${countOf(days, 'day')} of it ${days === 1 ? 'is' : 'are'} from us, and ${days === 1 ? 'costs' : 'cost'} nothing.`
}

/** What resuming costs, and when; without the price when it is not known. */
export function resumingInWords(
  upcoming: UpcomingCharge | undefined,
  until: string | undefined,
): string {
  const amount = upcoming?.ifResumed ?? undefined
  const price =
    amount === undefined ? 'as it was before' : `with a payment of ${formatDollars(amount)}`
  return `Nothing is charged today; it goes on ${until ? `from ${until} ` : ''}${price}, and you can cancel again at any time.`
}

/** What a change of plan costs, shown before anybody agrees to it. */
export function planChangeInWords(change: PlanChange): string[] {
  return [
    ...priceOfChange(change),
    ...(change.interval === 'month' ? [MONTHLY_GUARANTEE] : []),
    ...(change.losesSale ? ['You give up the sale price of your first year.'] : []),
  ]
}

function priceOfChange({ dueToday, price, interval, renewsAt }: PlanChange): string[] {
  const rate = `${formatDollars(price)} a ${interval}`
  const next = formatDateAt(renewsAt)
  if (dueToday > 0) {
    return [
      `You pay ${formatDollars(dueToday)} today: the new price, less what is left of your present plan.`,
      `From then on it is ${rate}, next on ${next}.`,
    ]
  }
  if (dueToday === 0) {
    return ['Nothing is charged today.', `From ${next} on it is ${rate}.`]
  }
  return [
    'Nothing is charged today.',
    `What is left of your present plan pays for it, and ${formatDollars(-dueToday)} is kept for your next bills. After that it is ${rate}.`,
  ]
}

/** `Annual, $97.00 a year`, at the price it was joined at. */
export function planInWords(subscription: Subscription | null): string {
  const { tier, price } = subscription ?? {}
  if (!tier) return 'None'
  const { name } = offer.plans[tier]
  return price == null ? name : `${name}, ${formatRate(tier, Math.round(price * 100))}`
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** `Visa ending in 4242` */
export function cardInWords({ brand, last4 }: { brand: string; last4: string }): string {
  return `${BRANDS[brand] ?? capitalise(brand)} ending in ${last4}`
}
