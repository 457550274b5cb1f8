import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { newTripNumber } from '#app/tracking/server/trip-number.ts'
import { createDeal, createPerson, type Person } from '#test/support/factories.ts'
import { createPaidCheckout, type PaidCheckout } from '#test/support/paying/membership.ts'
import type { TestApp } from '#test/support/test-app.ts'

export type Planted = Person & {
  checkout: PaidCheckout
  /** A refused second trial, from the same browser before there was an account. */
  refused: PaidCheckout
  dealId: string
  consentId: string
}

/** Creates a person with data in every table that holds data about people. */
export async function plantPerson({ ctx, db }: TestApp): Promise<Planted> {
  const person = await createPerson(ctx)
  const { id: userId, email } = person
  const now = ctx.now()
  // Every time is different, so that none is mistaken for another.
  let minutes = 0
  const moment = () => new Date(now.getTime() + ++minutes * 60_001)
  const checkout = await createPaidCheckout(ctx, { buyer: person, email })
  const { subscriptionId } = checkout
  const { binding } = checkout
  const refusal = {
    email,
    binding,
    status: 'trial-refused',
    subscriptionStatus: 'canceled',
  } as const
  const refused = await createPaidCheckout(ctx, { ...refusal, completedAt: moment() })
  const consentId = newToken()
  await db
    .updateTable('subscriptions')
    .set({ cardBrand: 'visa', cardLast4: '4242', customerId: `cus_${newId()}` })
    .where('id', '=', subscriptionId)
    .execute()
  await db
    .updateTable('checkouts')
    .set({
      url: 'https://pay.example/page',
      consentId,
      fbp: 'fb.1.1.abc',
      fbc: 'fb.1.1.def',
      clientIp: '198.51.100.77',
      clientUserAgent: 'A Browser/1.0',
      sourceUrl: 'https://club.example/join-now',
      cameFrom: 'letters.example',
    })
    .where('id', '=', checkout.id)
    .execute()
  await db
    .updateTable('payments')
    .set({ receiptUrl: `https://pay.example/receipts/${newId()}`, number: `N-${newId()}` })
    .where('subscriptionId', '=', subscriptionId)
    .execute()
  await db
    .insertInto('trials')
    .values({ kind: 'email', keyHash: hashToken(email), subscriptionId, startedAt: moment() })
    .execute()
  await db
    .insertInto('knownDevices')
    .values({ tokenHash: hashToken(newToken()), userId, lastUsedAt: moment() })
    .execute()
  const changeId = newId()
  await db
    .insertInto('emailChanges')
    .values({
      id: changeId,
      userId,
      oldEmail: `before-${email}`,
      newEmail: email,
      createdAt: moment(),
      expiresAt: moment(),
      confirmedAt: moment(),
    })
    .execute()
  await db
    .insertInto('emailChangeLinks')
    .values({ tokenHash: hashToken(newToken()), changeId, purpose: 'stop' })
    .execute()
  await db
    .updateTable('sessions')
    .set({ browser: 'Firefox', system: 'Linux', deviceHash: hashToken(newToken()) })
    .where('userId', '=', userId)
    .execute()
  const link = () => ({ createdAt: moment(), expiresAt: moment(), userId })
  await db
    .insertInto('passwordResets')
    .values({ ...link(), tokenHash: hashToken(newToken()) })
    .execute()
  const signUp = {
    id: newId(),
    userId,
    passwordHash: null,
    bindingHash: hashToken(newToken()),
    returnTo: '/deal/wanted000001',
    createdAt: moment(),
    termsVersion: 1,
    policyVersion: 1,
  }
  await db.insertInto('signUps').values(signUp).execute()
  for (const document of ['terms', 'policy'] as const) {
    const accepted = { id: newId(), userId, document, version: 1, place: 'sign-up' as const }
    await db
      .insertInto('acceptances')
      .values({ ...accepted, acceptedAt: moment() })
      .execute()
  }
  const confirmation = { createdAt: moment(), expiresAt: moment(), signUpId: signUp.id }
  await db
    .insertInto('confirmationLinks')
    .values({ ...confirmation, tokenHash: hashToken(newToken()) })
    .execute()
  await db
    .insertInto('checkoutLinks')
    .values({ ...link(), tokenHash: hashToken(newToken()), checkoutId: checkout.id })
    .execute()
  const { id: dealId } = await createDeal(ctx, {
    brandName: 'Maison Visible',
    productName: 'The Locked Coat',
    domain: 'locked-shop.example',
    retailerName: 'The Locked Shop',
  })
  const click = { dealId, userId, clickType: 'deal-card' as const, kind: 'click' as const }
  await db
    .insertInto('clicks')
    .values({ ...click, clickedAt: moment() })
    .execute()
  const trip = { number: newTripNumber(), userId, dealId, madeAt: moment() }
  await db
    .insertInto('trips')
    .values({
      ...trip,
      brandId: null,
      retailerId: null,
      wasCents: 40_100,
      nowCents: 25_100,
      basis: 'retailer',
      isProven: true,
      travels: true,
    })
    .execute()
  const rowId = newId()
  await db
    .insertInto('ledgerRows')
    .values({
      id: rowId,
      userId,
      tripNumber: trip.number,
      dealId,
      state: 'recorded',
      boughtOn: '2026-11-17',
      paidCents: 25_200,
      savingCents: 14_900,
      noughtWhy: null,
      waitsFor: null,
      reason: null,
      said: 'bought',
      saidPaidCents: 25_200,
      saidOn: '2026-11-17',
      saidAt: moment(),
      decided: null,
      decidedCents: null,
      decidedWhy: null,
      decidedAt: null,
    })
    .execute()
  await db
    .insertInto('ledgerChanges')
    .values({
      rowId,
      happenedAt: moment(),
      madeBy: 'member',
      actorName: null,
      what: 'bought',
      before: null,
      after: JSON.stringify({ state: 'recorded', savingCents: 14_900 }),
    })
    .execute()
  const guaranteeId = newId()
  const planted = { startsAt: moment(), endsAt: moment(), readAt: moment(), lookAt: moment() }
  await db
    .insertInto('guarantees')
    .values({ id: guaranteeId, userId, ...planted, paidMonths: 12, createdAt: moment() })
    .execute()
  const invoiceId = `in_${newId()}`
  await db
    .insertInto('guaranteePayments')
    .values({
      ...{ invoiceId, guaranteeId, subscriptionId, paidAt: moment(), amountCents: 9700 },
      ...{ lines: '[]', paymentIntentId: `pi_${newId()}`, dispute: null, disputeWonAt: null },
      ...{ cardBrand: 'visa', cardLast4: '4242' },
    })
    .execute()
  await db
    .insertInto('guaranteeClaims')
    .values({
      ...{ guaranteeId, state: 'paid', askedAt: moment(), heldUntil: null, decidedAt: moment() },
      ...{ dueCents: 9700, recordedCents: 1200, confirmedCents: 0, paidAt: moment() },
    })
    .execute()
  await db
    .insertInto('guaranteeRefunds')
    .values({ id: newId(), guaranteeId, invoiceId, feeCents: 9700, refundId: `re_${newId()}` })
    .execute()
  await db
    .insertInto('guaranteeKeys')
    .values({ guaranteeId, kind: 'email', keyHash: hashToken(email), keptAt: moment() })
    .execute()
  await db
    .insertInto('savedFeeds')
    .values({ userId, tokenHash: hashToken(newToken()), createdAt: moment() })
    .execute()
  await db
    .insertInto('savedDeals')
    .values({
      ...{ dealId, userId, savedAt: moment(), endsAt: moment() },
      ...{ salePriceCents: 12_300, targetCents: 9_900 },
    })
    .execute()
  await db
    .insertInto('follows')
    .values({ id: newId(), userId, kind: 'category', value: 'boots', createdAt: moment() })
    .execute()
  await db
    .insertInto('forYouSetups')
    .values({
      userId,
      departments: ['women'],
      sizeKeys: ['made-up-size'],
      ceilings: JSON.stringify({ boots: 40_000 }),
      offeredAt: moment(),
      setUpAt: moment(),
    })
    .execute()
  await db.insertInto('declinedDeals').values({ dealId, userId, declinedAt: moment() }).execute()
  await db
    .insertInto('mailChoices')
    .values({
      userId,
      ref: newId(),
      linkKey: newToken(),
      edition: 'weekly',
      editionWeekday: 3,
      alerts: 'daily',
      hour: 6,
      timeZone: 'Pacific/Honolulu',
      answeredAt: moment(),
      nextEditionAt: moment(),
      editionSentDay: '2026-11-19',
      editionSentThrough: moment(),
      stoppedAt: moment(),
      stoppedWhy: 'bounce',
      stoppedAddressHash: hashToken(email),
    })
    .execute()
  await db
    .insertInto('membershipActs')
    .values({
      id: newId(),
      kind: 'days',
      userId,
      subscriptionId,
      days: 7,
      fromAt: moment(),
      untilAt: moment(),
      askedBy: 'An owner',
      reason: `${email} wrote to us`,
      askedAt: moment(),
      state: 'done',
      doneAt: moment(),
    })
    .execute()
  await db
    .insertInto('ownerReasons')
    .values({ id: newId(), userId, reason: `${email} asked for it`, notedAt: moment() })
    .execute()
  const consent = { id: newId(), userId, stream: 'edition' as const, choice: 'weekly' }
  await db
    .insertInto('mailConsents')
    .values({ ...consent, wording: 'Every Wednesday', place: '/account/mail', givenAt: moment() })
    .execute()
  await db
    .insertInto('mailEvents')
    .values({
      id: newId(),
      userId,
      mailId: null,
      stream: 'edition',
      kind: 'bounce',
      toldBy: 'mail server',
      happenedAt: moment(),
    })
    .execute()
  await db
    .insertInto('inboxLinks')
    .values({
      tokenHash: hashToken(newToken()),
      userId,
      email,
      createdAt: moment(),
      expiresAt: moment(),
    })
    .execute()
  await db
    .insertInto('reports')
    .values({
      ...{ dealId, userId, kind: 'other', words: 'It smells of the sea', seenCents: 45_600 },
      ...{ size: 'IT 40', isEvidence: true, reportedAt: moment(), reportedOn: '2026-11-20' },
      ...{ answeredAt: moment(), outcome: 'noted', tellAt: moment(), toldAt: moment() },
    })
    .execute()
  await db
    .insertInto('notices')
    .values({
      userId,
      dealId,
      kind: 'price-down',
      facts: '{"toCents":9900}',
      happenedAt: moment(),
      readAt: null,
    })
    .execute()
  await db
    .insertInto('toldDeals')
    .values({
      ...{ userId, dealId, toldOn: '2026-11-20', restsUntil: moment() },
      ...{ priceCents: 9900, endsAt: null },
    })
    .execute()
  await db
    .insertInto('waitingAlerts')
    .values({ userId, way: 'mail', dueAt: moment(), noticeIds: '[1]', beganAt: moment() })
    .execute()
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('pushDevices')
    .values({
      id: newId(),
      userId,
      sessionId: session.id,
      endpoint: `https://push.example/${newId()}`,
      p256dh: newToken(),
      auth: newToken(),
      browser: 'Firefox',
      system: 'Linux',
      timeZone: 'America/Toronto',
      createdAt: moment(),
      lastSentAt: null,
    })
    .execute()
  const event = { type: 'locked-deal-click', userId, happenedAt: moment() }
  await db
    .insertInto('events')
    .values({ ...event, data: JSON.stringify({ dealId, path: '/daily-deals' }) })
    .execute()
  const telling = () => ({
    id: newId(),
    eventName: 'Purchase' as const,
    eventId: newId(),
    consentId,
    happenedAt: moment(),
  })
  await db
    .insertInto('marketingEvents')
    .values([
      { ...telling(), payload: JSON.stringify({ order_id: newId() }) },
      { ...telling(), payload: '{}', state: 'sent', finishedAt: moment() },
    ])
    .execute()
  await db.transaction().execute(async (trx) => {
    await queueMail(trx, ctx, {
      key: `welcome:${userId}`,
      template: 'welcome',
      to: email,
      data: { userId },
    })
    await queueMail(trx, ctx, {
      key: `trial-refused:${hashToken(email)}:2026-11-21`,
      template: 'trial-refused',
      to: email,
      data: { plan: 'annual' },
    })
  })
  await createThrottle(ctx, { name: 'leave', limit: 9, windowSeconds: 60 }).consume(userId)
  return { ...person, checkout, refused, dealId, consentId }
}

/**
 * Pays for a trial with this address, which has no account yet: with the mails that were promised
 * for it, and a link that would attach it to whichever account has the address.
 */
export async function payUnclaimed({ ctx, db }: Pick<TestApp, 'ctx' | 'db'>, email: string) {
  const { id: checkoutId, subscriptionId } = await createPaidCheckout(ctx, { email })
  const { invoiceId } = await db
    .selectFrom('payments')
    .select('invoiceId')
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('trials')
    .values({ kind: 'email', keyHash: hashToken(email), subscriptionId })
    .execute()
  const user = await db.selectFrom('users').select('id').where('email', '=', email).execute()
  await db
    .insertInto('checkoutLinks')
    .values({
      tokenHash: hashToken(newToken()),
      checkoutId,
      userId: user[0]?.id ?? null,
      createdAt: ctx.now(),
      expiresAt: ctx.now(),
    })
    .execute()
  await db.transaction().execute(async (trx) => {
    const mails = [
      { template: 'trial-started', about: subscriptionId, data: { subscriptionId } },
      { template: 'finish-account', about: checkoutId, data: { checkoutId } },
      { template: 'receipt', about: invoiceId, data: { number: invoiceId } },
    ]
    for (const { template, about, data } of mails) {
      await queueMail(trx, ctx, { key: `${template}:${about}`, template, to: email, data })
    }
  })
  return { checkoutId, subscriptionId, invoiceId }
}
