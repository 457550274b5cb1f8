import type { DataKind, PersonalDataCount } from '#app/privacy/privacy.contract.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatDateAt } from '#app/shared/dates.ts'

type Words = {
  label: string
  /** Singular and plural; a single string where there is never more than one. */
  what: string | [string, string]
  dates: 'since' | 'last' | 'between'
}

const WORDS: Record<DataKind, Words> = {
  account: { label: 'Account', what: 'Your e-mail address', dates: 'since' },
  sessions: { label: 'Signed in', what: ['browser', 'browsers'], dates: 'last' },
  browsers: { label: 'Known browsers', what: ['browser', 'browsers'], dates: 'last' },
  passwordResets: {
    label: 'Links for a new password',
    what: ['link we mailed you', 'links we mailed you'],
    dates: 'between',
  },
  emailChanges: { label: 'Changes of address', what: ['change', 'changes'], dates: 'between' },
  signUps: { label: 'Free account asked for', what: ['time', 'times'], dates: 'between' },
  confirmationLinks: {
    label: 'Links that confirm an address',
    what: ['link we mailed you', 'links we mailed you'],
    dates: 'between',
  },
  acceptances: {
    label: 'Terms and policy',
    what: ['answer', 'answers'],
    dates: 'between',
  },
  subscriptions: { label: 'Membership', what: ['membership', 'memberships'], dates: 'since' },
  payments: { label: 'Payments', what: ['payment', 'payments'], dates: 'between' },
  membershipActs: { label: 'Done by us', what: ['act', 'acts'], dates: 'between' },
  ownerReasons: { label: 'Why we did something', what: ['note', 'notes'], dates: 'between' },
  checkouts: { label: 'Checkouts', what: ['checkout', 'checkouts'], dates: 'between' },
  checkoutLinks: {
    label: 'Links to finish an account',
    what: ['link we mailed you', 'links we mailed you'],
    dates: 'between',
  },
  trials: { label: 'Free trial', what: 'Used, known by a hash', dates: 'since' },
  clicks: { label: 'Ways out to retailers', what: ['click', 'clicks'], dates: 'between' },
  trips: { label: 'Trips', what: ['trip', 'trips'], dates: 'between' },
  ledgerRows: { label: 'Bought, or not', what: ['answer', 'answers'], dates: 'between' },
  guarantees: { label: 'Guarantee', what: 'How your first year stands', dates: 'since' },
  guaranteePayments: {
    label: 'Payments of your first year',
    what: ['payment', 'payments'],
    dates: 'between',
  },
  guaranteeClaims: { label: 'Your year asked back', what: ['claim', 'claims'], dates: 'last' },
  guaranteeRefunds: { label: 'Your year paid back', what: ['refund', 'refunds'], dates: 'between' },
  guaranteeKeys: {
    label: 'Whose guarantee it is',
    what: ['hash', 'hashes'],
    dates: 'since',
  },
  savedFeeds: { label: 'Private feed', what: ['link', 'links'], dates: 'since' },
  reports: { label: 'Told us of deals', what: ['report', 'reports'], dates: 'between' },
  notices: { label: 'Inbox', what: ['notice', 'notices'], dates: 'between' },
  toldDeals: { label: 'Told last of deals', what: ['deal', 'deals'], dates: 'between' },
  waitingAlerts: { label: 'Alerts that wait', what: ['message', 'messages'], dates: 'last' },
  pushDevices: { label: 'Alerts on devices', what: ['browser', 'browsers'], dates: 'since' },
  savedDeals: { label: 'Saved deals', what: ['deal', 'deals'], dates: 'between' },
  follows: { label: 'Followed or left out', what: ['choice', 'choices'], dates: 'between' },
  forYouSetups: { label: 'For you', what: 'What you have set up', dates: 'since' },
  declinedDeals: { label: 'Not for me', what: ['deal', 'deals'], dates: 'between' },
  mailChoices: { label: 'What you take by mail', what: 'Your choices', dates: 'since' },
  mailConsents: { label: 'Mail you said yes to', what: ['yes', 'yeses'], dates: 'between' },
  mailEvents: {
    label: 'Mail that came back, or was stopped',
    what: ['note', 'notes'],
    dates: 'between',
  },
  inboxLinks: {
    label: 'Links that prove your inbox',
    what: ['link we mailed you', 'links we mailed you'],
    dates: 'between',
  },
  events: { label: 'On our pages', what: ['note', 'notes'], dates: 'between' },
  marketing: { label: 'Told to advertisers', what: ['event', 'events'], dates: 'between' },
  mails: { label: 'Mails to you', what: ['mail', 'mails'], dates: 'between' },
}

/** Describes one line of the list: what it is, how much of it there is, and its dates. */
export function describeCount({ kind, count, uncounted = 0, firstAt, lastAt }: PersonalDataCount): {
  label: string
  amount: string
  dates: string | undefined
} {
  const { label, what, dates } = WORDS[kind]
  const counted = typeof what === 'string' ? what : countOf(count - uncounted, ...what)
  // Uncounted records are repeated or prefetched visits: they are stored too, but count as no click.
  const amount =
    uncounted > 0
      ? `${counted}, and ${formatCount(uncounted)} more kept that ${uncounted === 1 ? 'does' : 'do'} not count`
      : counted
  return { label, amount, dates: DATES[dates](formatDateAt(firstAt), formatDateAt(lastAt)) }
}

type Day = string | undefined

const DATES: Record<Words['dates'], (first: Day, last: Day) => Day> = {
  since: (first) => first && `since ${first}`,
  last: (_, last) => last && `last on ${last}`,
  between: (first, last) => (first === last ? first && `on ${first}` : `${first} to ${last}`),
}
