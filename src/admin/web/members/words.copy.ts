import type { FoundPayer, MailOfMember, Member } from '#app/admin/members.contract.ts'
import type { MembershipAct, MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { capitalize, countOf } from '#app/shared/counts.ts'
import { formatDateAt, formatMoment } from '#app/shared/dates.ts'
import { LEGAL_TITLES, type LegalDocument } from '#app/shared/legal-versions.ts'
import { formatDollars } from '#app/shared/money.ts'
import { formatRate, offer, type Plan } from '#app/shared/offer.ts'

const STANDINGS: Record<string, string> = {
  active: 'Member',
  trialing: 'On trial',
  ending: 'Ending',
  past_due: 'A payment is open',
  unpaid: 'Unpaid',
  paused: 'Paused',
  incomplete: 'Not begun',
  incomplete_expired: 'Never begun',
  canceled: 'Was a member',
  none: 'Free account',
}

export function standingOfMember(standing: string): string {
  return STANDINGS[standing] ?? standing
}

/** `Annual, since November 24, 2026, $97.00 paid so far` */
export function paidInWords({ plan, amount, refunded, paidAt }: FoundPayer): string {
  const since = formatDateAt(paidAt) ?? 'a day not known'
  const paid = amount === null ? '' : `, ${formatDollars(amount)} paid so far`
  const back = refunded > 0 ? `, ${formatDollars(refunded)} of it sent back` : ''
  return `${offer.plans[plan as Plan].name}, since ${since}${paid}${back}`
}

/** Says when the link to create the account was mailed, and the provider's id of the membership. */
export function mailedLinkInWords({ linkMailedAt, subscriptionId }: FoundPayer): string {
  const link =
    linkMailedAt === null
      ? 'No link to make the account was mailed yet'
      : `The last link to make the account was mailed on ${formatMoment(linkMailedAt)}`
  return subscriptionId === null ? `${link}.` : `${link}. At the provider: ${subscriptionId}`
}

/** Describes the state of a membership in one sentence. */
export function membershipInWords(membership: MembershipOfMember): string {
  const { status, isEnding, hasEnded, given, periodEndsAt, endsAt } = membership
  const until = formatDateAt(endsAt ?? periodEndsAt) ?? 'a day not known yet'
  if (hasEnded) return `Ended on ${until}`
  if (status === 'past_due' || status === 'unpaid') return 'A payment is open'
  if (status !== 'active' && status !== 'trialing') return standingOfMember(status)
  if (isEnding) return `Ends on ${until}`
  const isTrial = status === 'trialing' && !isPaidUp(membership)
  return `${isTrial ? 'On trial, first charge on' : 'Renews on'} ${until}${given ? `, ${countOf(given.days, 'day')} of it given` : ''}`
}

/** The provider calls days added to a paid period a trial. */
function isPaidUp({ given }: MembershipOfMember): boolean {
  return given !== null && !given.isTrial
}

export function planOfMember({ plan, price }: MembershipOfMember): string {
  const { name } = offer.plans[plan]
  return price === null ? name : `${name}, ${formatRate(plan, Math.round(price * 100))}`
}

const CAUSES: Record<string, string> = {
  cancellation_requested: 'asked for',
  payment_failed: 'a payment failed',
  payment_disputed: 'a payment was disputed',
}
const WHYS: Record<string, string> = {
  customer_service: 'the service',
  low_quality: 'the quality',
  missing_features: 'something was missing',
  other: 'another reason',
  switched_service: 'goes elsewhere',
  too_complex: 'too complex',
  too_expensive: 'too expensive',
  unused: 'not used',
}

/** `asked for; too expensive`; undefined for members who are not leaving. */
export function leavingInWords({ leavingCause, leavingWhy }: MembershipOfMember) {
  if (!leavingCause) return
  const cause = CAUSES[leavingCause] ?? leavingCause
  return `${cause}; why: ${leavingWhy ? (WHYS[leavingWhy] ?? leavingWhy) : 'not said'}`
}

/** Describes an act of an owner in one line. */
export function actInWords({ kind, amount, days, until }: MembershipAct): string {
  const on = formatDateAt(until)
  switch (kind) {
    case 'refund':
      return `${formatDollars(amount ?? 0)} sent back`
    case 'days':
      return `${countOf(days ?? 0, 'day')} given, to ${on}`
    case 'end-now':
      return 'Ended at once'
    case 'end-later':
      return on ? `Ended with the period, on ${on}` : 'Ended with the period'
  }
}

const PROBLEMS: Record<string, string> = {
  expired_or_canceled_card: 'the card is closed or has run out',
  lost_or_stolen_card: 'the card was lost or stolen',
  failed: 'the bank gives no reason',
  unknown: 'the bank gives no reason',
  declined: 'the bank declined it',
  'no-payment': 'the provider has no money of it',
  charge_already_refunded: 'all of it had gone back',
  charge_disputed: 'the bank has it in a chargeback',
  moved: 'the period had changed meanwhile',
  ended: 'it had ended meanwhile',
}

export function actStateInWords({ state, problem }: MembershipAct): string {
  if (state === 'asked')
    return 'On its way: the payment provider has not confirmed it. It is tried again by itself, and done once.'
  if (state === 'done') return 'Done'
  if (state === 'sent-back')
    return `The bank has returned it to us, so they do not have it: ${PROBLEMS[problem ?? ''] ?? problem}.`
  return `Not done: ${PROBLEMS[problem ?? ''] ?? problem ?? 'refused'}`
}

/** Returns the toast about the act of this request; `done` if the provider reports nothing else. */
export function cameOfAct({ membership }: Pick<Member, 'membership'>, id: string, done: string) {
  switch (membership.acts.find((act) => act.id === id)?.state) {
    case 'refused':
      return {
        title: 'The payment provider refused it',
        description: 'Nothing has changed. The page says why.',
        tone: 'error' as const,
      }
    case 'asked':
      return {
        title: 'Asked for',
        description: 'The payment provider has not confirmed it yet. It is tried again by itself.',
      }
    default:
      return { title: done }
  }
}

const FATES: Record<string, string> = {
  queued: 'Waits',
  sending: 'On its way',
  sent: 'Sent',
  held: 'Held back',
  refused: 'Turned away for good',
  dropped: 'Not sent: nothing to say any more',
}

export function mailFateInWords({ state, isLate, attempts, problem }: MailOfMember): string {
  const fate = isLate
    ? `Not taken yet, tried ${countOf(attempts, 'time')}`
    : (FATES[state] ?? state)
  return problem && state !== 'sent' ? `${fate} (${problem})` : fate
}

/** `trial-ends-tomorrow` as `Trial ends tomorrow`. */
export function mailInWords(template: string): string {
  const words = template.replaceAll('-', ' ')
  return capitalize(words)
}

const STATES: Record<string, string> = {
  open: 'not answered',
  'not-bought': 'not bought',
  recorded: 'bought',
  confirmed: 'confirmed',
  returned: 'sent back',
  rejected: 'rejected',
}

export function tripInWords({ state, saving }: Member['savings']['entries'][number]): string {
  if (!state) return 'not answered'
  const words = STATES[state] ?? state
  const counts = state === 'recorded' || state === 'confirmed'
  return saving && counts ? `${words}, ${formatDollars(saving)} saved` : words
}

const REPORTS: Record<string, string> = {
  gone: 'It is gone',
  price: 'Another price',
  size: 'A size',
  link: 'The link',
  other: 'Something else',
}

export function reportInWords({ kind }: { kind: string }): string {
  return REPORTS[kind] ?? kind
}

export function browserWords({
  browser,
  system,
}: {
  browser: string | null
  system: string | null
}): string {
  return [browser, system].filter(Boolean).join(' on ') || 'A browser'
}

/** Describes what a member accepted, and on which page. */
export function acceptedInWords({
  document,
  version,
  place,
  isPutOff,
}: {
  document: LegalDocument
  version: number | null
  place: string
  isPutOff: boolean
}): string {
  const which = version === null ? 'from before versions were counted' : `version ${version}`
  const how = isPutOff ? 'asked, and put off' : (ACCEPTED_BY[place] ?? 'by signing up')
  return `${LEGAL_TITLES[document]}, ${which}, ${how}`
}

const ACCEPTED_BY: Record<string, string> = {
  joining: 'by joining',
  asked: 'when asked',
}

/** Describes what deleted accounts have left behind. */
export function outlivedInWords(outlived: {
  payments: number
  refunds: number
  refunded: number
  acts: number
  agreements: number
  acceptances: number
}): string[] {
  const { payments, refunds, refunded, acts, agreements, acceptances } = outlived
  return [
    `${countOf(payments, 'payment')} without a name, ${countOf(refunds, 'of them', 'of them')} paid back in full or in part (${formatDollars(refunded)})`,
    `${countOf(acts, 'act')} of owners`,
    `${countOf(agreements, 'agreement')} to mail, and ${countOf(acceptances, 'agreement')} to terms and policy`,
  ]
}
