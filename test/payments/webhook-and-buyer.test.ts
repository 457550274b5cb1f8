import { expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'
import { findRow, mailKeys, recordsOf } from './records.ts'
import { deliver, deliverAtOnce, eventsAbout } from './webhooks.ts'

const app = useTestApp({ hasPayments: true })

const verify = async ({ cookie, sessionId }: Purchase) => {
  const url = `/api/verify-checkout-session?session_id=${sessionId}`
  const response = await openBrowser(app, cookie).get(url)
  expect(response.statusCode).toBe(200)
  return response.json()
}

const complete = ({ cookie, sessionId, email }: Purchase) =>
  openBrowser(app, cookie).postWithToken('/api/complete-checkout', {
    session_id: sessionId,
    email,
    password: 'a-password-of-my-own',
  })

const isMember = async (cookie: string) =>
  (await app.as({ cookie }).inject({ url: '/api/subscription' })).json().isMember

test('a payment that is heard of before the buyer is back waits for them, complete', async () => {
  const bought = await purchase(app)
  expect(new Set(await deliver(app, eventsAbout(app, bought.customerId)))).toEqual(new Set([200]))
  expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({
    status: 'active',
    userId: null,
  })
  expect(await mailKeys(app.db)).toContain(`finish-account:${bought.checkoutId}`)

  expect(await verify(bought)).toMatchObject({ valid: true, isLinked: false, email: bought.email })
  expect((await complete(bought)).statusCode).toBe(200)
  const { userId } = (await findRow(app.db, bought.subscriptionId)) ?? {}
  expect(userId).not.toBeNull()
})

test('a buyer who is back first is served at once, and the webhooks change nothing', async () => {
  const bought = await purchase(app)
  expect(await verify(bought)).toMatchObject({ valid: true, isLinked: false })
  expect((await complete(bought)).statusCode).toBe(200)
  const before = await recordsOf(app.db)
  expect(before.payments).toContainEqual(
    expect.objectContaining({ subscriptionId: bought.subscriptionId, amountCents: ANNUAL_CENTS }),
  )
  await deliver(app, eventsAbout(app, bought.customerId))
  expect(await recordsOf(app.db)).toEqual(before)
})

test('buyer and webhooks in the same moment make one membership, and nobody sees an error', async () => {
  for (let round = 0; round < 4; round += 1) {
    const bought = await purchase(app)
    const [statuses, ...answers] = await Promise.all([
      deliverAtOnce(app, eventsAbout(app, bought.customerId)),
      ...Array.from({ length: 3 }, () => verify(bought)),
      complete(bought).then(({ statusCode }) => statusCode),
    ])
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(answers.slice(0, 3)).toMatchObject([{ valid: true }, { valid: true }, { valid: true }])
    expect(answers.at(-1)).toBe(200)

    const { userId } = (await findRow(app.db, bought.subscriptionId)) ?? {}
    const checkouts = await app.db
      .selectFrom('checkouts')
      .select(['status', 'claimedUserId'])
      .where('subscriptionId', '=', bought.subscriptionId)
      .execute()
    const payments = await app.db
      .selectFrom('payments')
      .select('userId')
      .where('subscriptionId', '=', bought.subscriptionId)
      .execute()
    const mails = await app.db
      .selectFrom('mails')
      .select('key')
      .where('key', 'like', `finish-account:${bought.checkoutId}%`)
      .execute()
    expect(mails).toHaveLength(1)
    expect([userId, checkouts, payments]).toEqual([
      expect.any(String),
      [{ status: 'complete', claimedUserId: userId }],
      [{ userId }],
    ])
  }
})

test('a signed-in buyer is a member as soon as either of them arrives', async () => {
  for (const first of ['webhook', 'buyer']) {
    const buyer = await createPerson(app.ctx)
    const bought = await purchase(app, { buyer })
    if (first === 'buyer') await verify(bought)
    else await deliver(app, eventsAbout(app, bought.customerId))
    expect(await isMember(buyer.cookie)).toBe(true)
  }
})

test('money that is heard of before its checkout is counted, and the checkout is found later', async () => {
  const bought = await purchase(app)
  const early = eventsAbout(app, bought.customerId).filter(({ type }) =>
    ['payment_intent.succeeded', 'charge.succeeded', 'invoice.paid'].includes(type),
  )
  expect(early.length).toBeGreaterThan(2)
  expect(new Set(await deliver(app, early))).toEqual(new Set([200]))
  const payment = () =>
    app.db
      .selectFrom('payments')
      .select('amountCents')
      .where('subscriptionId', '=', bought.subscriptionId)
      .execute()
  expect(await payment()).toEqual([{ amountCents: ANNUAL_CENTS }])

  app.setNow(new Date(Date.now() + 15 * 60_000))
  await reconcile(app.ctx)
  app.setNow(undefined)
  expect(await recordsOf(app.db)).toMatchObject({
    checkouts: expect.arrayContaining([
      expect.objectContaining({ id: bought.checkoutId, status: 'complete' }),
    ]),
  })
  expect(await payment()).toEqual([{ amountCents: ANNUAL_CENTS }])
})
