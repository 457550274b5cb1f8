import { z } from 'zod'
import { Credentials } from '#app/accounts/accounts.contract.ts'
import { AccountsData } from '#app/accounts/personal-data.contract.ts'
import { FollowsData } from '#app/follows/personal-data.contract.ts'
import { GuaranteeData } from '#app/guarantee/personal-data.contract.ts'
import { MailingsData } from '#app/mailings/personal-data.contract.ts'
import { MembershipData } from '#app/membership/personal-data.contract.ts'
import { NoticesData } from '#app/notices/personal-data.contract.ts'
import { ReportsData } from '#app/reports/personal-data.contract.ts'
import { SavedData } from '#app/saved/personal-data.contract.ts'
import { SavingsData } from '#app/savings/personal-data.contract.ts'
import { formatWait } from '#app/shared/dates.ts'
import { TrackingData } from '#app/tracking/personal-data.contract.ts'
import { REPEAT_MS } from '#app/tracking/tracking.facts.ts'

export const DATA_KINDS = [
  'account',
  'sessions',
  'browsers',
  'passwordResets',
  'emailChanges',
  'signUps',
  'confirmationLinks',
  'acceptances',
  'subscriptions',
  'payments',
  'membershipActs',
  'ownerReasons',
  'checkouts',
  'checkoutLinks',
  'trials',
  'clicks',
  'trips',
  'ledgerRows',
  'guarantees',
  'guaranteePayments',
  'guaranteeClaims',
  'guaranteeRefunds',
  'guaranteeKeys',
  'savedDeals',
  'savedFeeds',
  'follows',
  'forYouSetups',
  'declinedDeals',
  'mailChoices',
  'mailConsents',
  'mailEvents',
  'inboxLinks',
  'reports',
  'notices',
  'toldDeals',
  'waitingAlerts',
  'pushDevices',
  'events',
  'marketing',
  'mails',
] as const
export type DataKind = (typeof DATA_KINDS)[number]

const moment = z.iso.datetime()

/** How many records of personal data the signed-in person has; kinds without any are left out. */
export const PersonalDataCounts = z.object({
  kept: z.array(
    z.object({
      kind: z.enum(DATA_KINDS),
      count: z.int(),
      uncounted: z
        .int()
        .optional()
        .describe(
          `Of the clicks: those that are no way out, such as a repeat within ${formatWait(REPEAT_MS / 1000)}`,
        ),
      firstAt: moment.nullable(),
      lastAt: moment.nullable(),
    }),
  ),
  mailRefusedAt: moment
    .nullable()
    .describe('When the last mail to the account’s address was turned away for good'),
})
export type PersonalDataCounts = z.infer<typeof PersonalDataCounts>
export type PersonalDataCount = PersonalDataCounts['kept'][number]

/**
 * The export of all personal data. Leaves out hashes of secrets; deals show only what every visitor may see.
 * Money is in cents, as stored.
 */
export const PersonalData = z.object({
  about: z.object({ club: z.string(), madeAt: moment, leftOut: z.string() }),
  ...AccountsData.shape,
  ...MembershipData.shape,
  ...TrackingData.shape,
  ...SavingsData.shape,
  ...GuaranteeData.shape,
  ...SavedData.shape,
  ...FollowsData.shape,
  ...MailingsData.shape,
  ...ReportsData.shape,
  ...NoticesData.shape,
  mails: z.array(
    z.object({
      template: z.string(),
      recipient: z.string(),
      data: z.record(z.string(), z.unknown()),
      state: z.string(),
      createdAt: moment,
      sendAfter: moment,
      finishedAt: moment.nullable(),
    }),
  ),
})
export type PersonalData = z.infer<typeof PersonalData>

export const AccountDeletion = Credentials.pick({ password: true })
export type AccountDeletion = z.infer<typeof AccountDeletion>

export const AccountDeleted = z.object({ success: z.literal(true) })
