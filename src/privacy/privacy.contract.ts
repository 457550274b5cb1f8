import { z } from 'zod'
import { Credentials } from '#app/accounts/accounts.contract.ts'
import { PlanKey } from '#app/membership/membership.contract.ts'

export const DATA_KINDS = [
  'account',
  'sessions',
  'browsers',
  'passwordResets',
  'emailChanges',
  'signUps',
  'confirmationLinks',
  'subscriptions',
  'payments',
  'checkouts',
  'checkoutLinks',
  'trials',
  'clicks',
  'savedDeals',
  'savedFeeds',
  'follows',
  'forYouSetups',
  'declinedDeals',
  'mailChoices',
  'mailConsents',
  'mailEvents',
  'inboxLinks',
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

/** How much personal data there is of the signed-in person; kinds without any are left out. */
export const PersonalDataCounts = z.object({
  kept: z.array(
    z.object({
      kind: z.enum(DATA_KINDS),
      count: z.int(),
      uncounted: z
        .int()
        .optional()
        .describe('Of the clicks: those that are no way out, such as a repeat within ten seconds'),
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
 * The export of all personal data. Hashes of secrets are left out, and of a deal there is what every
 * visitor may see. Money is in cents, as it is stored.
 */
export const PersonalData = z.object({
  about: z.object({ club: z.string(), madeAt: moment, leftOut: z.string() }),
  account: z.object({
    id: z.string(),
    email: z.string(),
    createdAt: moment,
    passwordChangedAt: moment.nullable(),
    confirmedAt: moment.nullable(),
    inboxProvenAt: moment.nullable(),
  }),
  sessions: z.array(
    z.object({
      createdAt: moment,
      lastSeenAt: moment,
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
  browsers: z.array(z.object({ lastUsedAt: moment })),
  passwordResets: z.array(
    z.object({
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
      returnTo: z.string().nullable(),
    }),
  ),
  signUps: z.array(z.object({ createdAt: moment, returnTo: z.string().nullable() })),
  confirmationLinks: z.array(
    z.object({ createdAt: moment, expiresAt: moment, usedAt: moment.nullable() }),
  ),
  emailChanges: z.array(
    z.object({
      oldEmail: z.string(),
      newEmail: z.string(),
      createdAt: moment,
      expiresAt: moment,
      confirmedAt: moment.nullable(),
      stoppedAt: moment.nullable(),
    }),
  ),
  subscriptions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      plan: PlanKey,
      cancelAtPeriodEnd: z.boolean(),
      cancelAt: moment.nullable(),
      currentPeriodEnd: moment.nullable(),
      trialEndsAt: moment.nullable(),
      canceledAt: moment.nullable(),
      endedAt: moment.nullable(),
      createdAt: moment,
      updatedAt: moment,
      customerId: z.string().nullable(),
      priceId: z.string().nullable(),
      priceCents: z.int().nullable(),
      latestInvoiceId: z.string().nullable(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
      duplicateOf: z.string().nullable(),
      refundedAt: moment.nullable(),
    }),
  ),
  payments: z.array(
    z.object({
      invoiceId: z.string(),
      subscriptionId: z.string(),
      number: z.string().nullable(),
      amountCents: z.int(),
      refundedCents: z.int(),
      currency: z.string(),
      receiptUrl: z.string().nullable(),
      paidAt: moment,
    }),
  ),
  checkouts: z.array(
    z.object({
      id: z.string(),
      sessionId: z.string().nullable(),
      plan: PlanKey,
      priceId: z.string(),
      isTrial: z.boolean(),
      isSale: z.boolean(),
      eventId: z.string(),
      status: z.string(),
      subscriptionId: z.string().nullable(),
      customerId: z.string().nullable(),
      email: z.string().nullable(),
      amountTotal: z.int().nullable(),
      firstPriceCents: z.int().nullable(),
      currency: z.string().nullable(),
      createdAt: moment,
      expiresAt: moment.nullable(),
      completedAt: moment.nullable(),
      claimedAt: moment.nullable(),
      emailMendedAt: moment.nullable(),
      consentId: z.string().nullable(),
      fbp: z.string().nullable(),
      fbc: z.string().nullable(),
      clientIp: z.string().nullable(),
      clientUserAgent: z.string().nullable(),
      sourceUrl: z.string().nullable(),
      purchaseReportedAt: moment.nullable(),
      returnTo: z.string().nullable(),
    }),
  ),
  checkoutLinks: z.array(
    z.object({
      checkoutId: z.string(),
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
    }),
  ),
  trials: z.array(
    z.object({ kind: z.enum(['email', 'card']), subscriptionId: z.string(), startedAt: moment }),
  ),
  clicks: z.array(
    z.object({
      dealId: z.string(),
      brand: z.string().nullable(),
      clickType: z.string(),
      kind: z.string(),
      clickedAt: moment,
    }),
  ),
  savedFeeds: z.array(z.object({ createdAt: moment })),
  notices: z.array(
    z.object({
      kind: z.string(),
      dealId: z.string().nullable(),
      brand: z.string().nullable(),
      facts: z.record(z.string(), z.unknown()),
      happenedAt: moment,
      readAt: moment.nullable(),
    }),
  ),
  toldDeals: z.array(
    z.object({
      dealId: z.string(),
      toldOn: z.string(),
      priceCents: z.int().nullable(),
      endsAt: moment.nullable(),
      isGone: z.boolean(),
    }),
  ),
  waitingAlerts: z.array(
    z.object({ way: z.string(), dueAt: moment, noticeIds: z.array(z.int()), beganAt: moment }),
  ),
  pushDevices: z.array(
    z.object({
      browser: z.string().nullable(),
      system: z.string().nullable(),
      timeZone: z.string(),
      createdAt: moment,
      lastSentAt: moment.nullable(),
    }),
  ),
  savedDeals: z.array(
    z.object({
      dealId: z.string(),
      brand: z.string().nullable(),
      salePriceCents: z.int().nullable().describe('When it was saved'),
      targetCents: z.int().nullable().describe('‘Tell me at’'),
      savedAt: moment,
      removedAt: moment.nullable(),
    }),
  ),
  follows: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      value: z.string(),
      brand: z.string().nullable(),
      isHidden: z.boolean().describe('Left out, and not followed'),
      isForMembers: z.boolean(),
      createdAt: moment,
    }),
  ),
  forYouSetups: z.array(
    z.object({
      departments: z.array(z.string()),
      sizeKeys: z.array(z.string()),
      ceilings: z.record(z.string(), z.int()).describe('Cents, by category'),
      offeredAt: moment.nullable(),
      setUpAt: moment.nullable(),
    }),
  ),
  declinedDeals: z.array(
    z.object({ dealId: z.string(), brand: z.string().nullable(), declinedAt: moment }),
  ),
  mailChoices: z.array(
    z.object({
      edition: z.string(),
      editionWeekday: z.int().describe('0 is Sunday'),
      alerts: z.string(),
      hour: z.int(),
      timeZone: z.string(),
      answeredAt: moment.nullable(),
      nextEditionAt: moment.nullable(),
      editionSentDay: z.string().nullable(),
      editionSentThrough: moment.nullable(),
      stoppedAt: moment.nullable(),
      stoppedWhy: z.string().nullable(),
    }),
  ),
  mailConsents: z.array(
    z.object({
      stream: z.string(),
      choice: z.string(),
      wording: z.string(),
      place: z.string(),
      givenAt: moment,
    }),
  ),
  mailEvents: z.array(
    z.object({
      stream: z.string(),
      kind: z.string(),
      toldBy: z.string(),
      happenedAt: moment,
    }),
  ),
  inboxLinks: z.array(
    z.object({
      email: z.string(),
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
    }),
  ),
  events: z.array(
    z.object({
      type: z.string(),
      data: z.record(z.string(), z.unknown()),
      happenedAt: moment,
    }),
  ),
  marketing: z.array(
    z.object({
      eventName: z.string(),
      eventId: z.string(),
      consentId: z.string(),
      payload: z.record(z.string(), z.unknown()),
      state: z.string(),
      happenedAt: moment,
      finishedAt: moment.nullable(),
    }),
  ),
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
