import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { newToken } from '#app/server/tokens.ts'
import { openBrowser } from '#test/support/browser.ts'
import { shuffled } from '#test/support/chance.ts'
import { createPerson } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { type Purchase, purchase } from './purchases.ts'
import { eventsAbout, post } from './webhooks.ts'

const BUYERS = 6
const AT_ONCE = 24

const app = useTestApp({ hasPayments: true })
let other: TestApp
beforeAll(async () => {
  other = await app.another({
    environment: { STRIPE_API_BASE: app.ctx.config.http.ownOrigin },
  })
})
afterAll(() => other.close())

test('two processes do everything at once for people who paid twice, and nobody waits for another', async () => {
  const works: Array<(at: TestApp) => Promise<unknown>> = []
  const buyers: Purchase[][] = []
  for (let n = 0; n < BUYERS; n += 1) {
    const person = await createPerson(app.ctx)
    const binding = newToken()
    const draft = n % 2 === 0 ? { buyer: person } : { email: person.email }
    const two = [
      await purchase(app, { ...draft, binding }),
      await purchase(app, { ...draft, binding }),
    ]
    buyers.push(two)
    for (const bought of two) {
      const url = `/api/verify-checkout-session?session_id=${bought.sessionId}`
      works.push(
        ...eventsAbout(app, bought.customerId)
          .filter(({ type }) => /^(checkout|customer.subscription|invoice.paid)/.test(type))
          .flatMap((event) => [(at: TestApp) => post(at, event), (at: TestApp) => post(at, event)]),
        (at) => openBrowser(at, bought.cookie).get(url),
        (at) => syncSubscription(at.ctx, bought.subscriptionId),
        async (at) => {
          const browser = openBrowser(at, `${bought.cookie}; ${person.cookie}`)
          const body = { session_id: bought.sessionId, email: bought.email }
          return browser.postWithToken('/api/complete-checkout', body)
        },
      )
    }
  }
  app.logLines.length = 0
  other.logLines.length = 0
  const waiting = shuffled(works)
  const statuses = new Set<unknown>()
  const worker = async (_: unknown, n: number) => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const answer = await next(n % 2 === 0 ? app : other)
      if (answer) statuses.add((answer as { statusCode: number }).statusCode)
    }
  }
  await Promise.all([
    ...Array.from({ length: AT_ONCE }, worker),
    reconcile(app.ctx),
    reconcile(other.ctx),
  ])
  expect(statuses).toEqual(new Set([200]))
  const logs = [...app.logLines, ...other.logLines].join('')
  expect(logs).not.toMatch(/deadlock|lock timeout|"msg":"bug"|left to reconciliation/)

  await reconcile(app.ctx)
  const { stripe } = app.ctx.payments
  for (const two of buyers) {
    const ids = two.map(({ subscriptionId }) => subscriptionId)
    const atProvider = await Promise.all(ids.map((id) => stripe.subscriptions.retrieve(id)))
    expect(atProvider.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    const rows = await app.db
      .selectFrom('subscriptions')
      .select(['status', 'userId'])
      .where('id', 'in', ids)
      .execute()
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
    const paidBy = await app.db
      .selectFrom('payments')
      .select('userId')
      .where('subscriptionId', 'in', ids)
      .execute()
    expect(paidBy).toHaveLength(2)
    const [owner] = rows.map(({ userId }) => userId)
    expect(new Set([...rows, ...paidBy].map(({ userId }) => userId))).toEqual(new Set([owner]))
    expect(owner).toEqual(expect.any(String))
  }
  const refunds = await stripe.refunds.list({ limit: 100 })
  expect(refunds.data.map(({ amount }) => amount)).toEqual(Array(BUYERS).fill(ANNUAL_CENTS))
})
