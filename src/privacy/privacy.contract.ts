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
  'acceptances',
  'subscriptions',
  'payments',
  'membershipActs',
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
  signUps: z.array(
    z.object({
      createdAt: moment,
      returnTo: z.string().nullable(),
      termsVersion: z.int().nullable(),
      policyVersion: z.int().nullable(),
    }),
  ),
  confirmationLinks: z.array(
    z.object({ createdAt: moment, expiresAt: moment, usedAt: moment.nullable() }),
  ),
  acceptances: z
    .array(
      z.object({
        document: z.enum(['terms', 'policy']),
        version: z
          .int()
          .nullable()
          .describe('Null for what was accepted before versions were counted'),
        place: z.string(),
        acceptedAt: moment.nullable(),
        putOffAt: moment.nullable().describe('Asked, and not accepted then'),
      }),
    )
    .describe('Terms and policy; it outlives the account without a name'),
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
      givenDays: z.int().describe('By us'),
      givenUntil: moment.nullable(),
      givenTo: z.string().nullable(),
      leavingCause: z.string().nullable(),
      leavingWhy: z.string().nullable(),
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
      dispute: z.string().nullable().describe('What the provider says of a chargeback'),
    }),
  ),
  membershipActs: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string(),
        subscriptionId: z.string(),
        invoiceId: z.string().nullable(),
        amountCents: z.int().nullable(),
        days: z.int().nullable(),
        fromAt: moment.nullable(),
        untilAt: moment.nullable(),
        reason: z.string().nullable(),
        askedAt: moment,
        state: z.string(),
        problem: z.string().nullable(),
        refundId: z.string().nullable(),
        doneAt: moment.nullable(),
      }),
    )
    .describe('What we did to the membership: refunds, days given, an end'),
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
      termsVersion: z.int().nullable(),
      cameFrom: z.string().nullable(),
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
  trips: z.array(
    z.object({
      number: z.string(),
      dealId: z.string(),
      brandId: z.string().nullable(),
      brand: z.string().nullable(),
      madeAt: moment,
      wasCents: z.int().nullable().describe('As it was shown then, as all that follows'),
      nowCents: z.int().nullable(),
      basis: z.string(),
      isProven: z.boolean(),
      travels: z.boolean().describe('Whether its number went along in the link'),
    }),
  ),
  ledgerRows: z.array(
    z.object({
      id: z.string(),
      tripNumber: z.string().nullable(),
      dealId: z.string(),
      brand: z.string().nullable(),
      state: z.string(),
      boughtOn: z.string(),
      paidCents: z.int().nullable(),
      savingCents: z.int(),
      noughtWhy: z.string().nullable(),
      waitsFor: z.string().nullable(),
      reason: z.string().nullable(),
      said: z.string().nullable(),
      saidPaidCents: z.int().nullable(),
      saidOn: z.string().nullable(),
      saidAt: moment.nullable(),
      decided: z.string().nullable(),
      decidedCents: z.int().nullable(),
      decidedWhy: z.string().nullable(),
      decidedAt: moment.nullable(),
      changes: z.array(
        z.object({
          happenedAt: z.string(),
          madeBy: z.string(),
          what: z.string(),
          before: z.record(z.string(), z.unknown()).nullable(),
          after: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
  guarantees: z.array(
    z.object({
      id: z.string(),
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
      paidMonths: z.number(),
      isWhole: z.boolean().describe('Whether all twelve months are paid'),
      recordedCents: z.int(),
      confirmedCents: z.int(),
      readAt: moment.nullable(),
      lookAt: moment.nullable(),
      toldMonths: z.int(),
      toldState: z.string().nullable(),
      createdAt: moment,
    }),
  ),
  guaranteePayments: z.array(
    z.object({
      invoiceId: z.string(),
      guaranteeId: z.string(),
      subscriptionId: z.string(),
      paidAt: moment,
      amountCents: z.int(),
      lines: z.array(z.object({ from: moment, to: moment, cents: z.int() })),
      paymentIntentId: z.string().nullable(),
      refundedCents: z.int(),
      dispute: z.string().nullable(),
      disputeWonAt: moment.nullable(),
      cardBrand: z.string().nullable(),
      cardLast4: z.string().nullable(),
    }),
  ),
  guaranteeClaims: z.array(
    z.object({
      guaranteeId: z.string(),
      state: z.string(),
      refusal: z.string().nullable(),
      askedAt: moment,
      heldUntil: moment.nullable(),
      decidedAt: moment.nullable(),
      reason: z.string().nullable(),
      dueCents: z.int(),
      paidCents: z.int(),
      paidAt: moment.nullable(),
      recordedCents: z.int(),
      confirmedCents: z.int(),
      triedAt: moment.nullable(),
    }),
  ),
  guaranteeRefunds: z.array(
    z.object({
      id: z.string(),
      guaranteeId: z.string(),
      invoiceId: z.string(),
      feeCents: z.int(),
      amountCents: z.int().nullable(),
      attemptedAt: moment.nullable(),
      refundId: z.string().nullable(),
      state: z.string(),
      problem: z.string().nullable(),
      paidAt: moment.nullable(),
    }),
  ),
  savedFeeds: z.array(z.object({ createdAt: moment })),
  reports: z.array(
    z.object({
      kind: z.string(),
      dealId: z.string(),
      brand: z.string().nullable(),
      words: z.string().nullable(),
      seenCents: z.int().nullable().describe('The price that they saw'),
      shownCents: z.int().nullable().describe('The price that we had said'),
      size: z.string().nullable(),
      isEvidence: z.boolean().describe('Told as a member'),
      reportedAt: moment,
      reportedOn: z.string(),
      answeredAt: moment.nullable(),
      outcome: z.string().nullable().describe('What was found'),
      answer: z.record(z.string(), z.unknown()),
      tellAt: moment.nullable(),
      toldAt: moment.nullable(),
    }),
  ),
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
