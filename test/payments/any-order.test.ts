import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { endAllLives, type Life, live, STEPS } from './life.ts'
import { type Model, modelOf } from './model.ts'
import type { Purchase } from './purchases.ts'
import { forgetPayments, recordsOf } from './records.ts'
import { deliverAtOnce, post } from './webhooks.ts'

const app = useTestApp({ hasPayments: true })
beforeEach(beginAnew)

async function beginAnew() {
  await endAllLives(app)
  await forgetPayments(app.db)
  await app.db.deleteFrom('checkouts').execute()
}

const ok = async (response: Promise<{ statusCode: number }>) => {
  expect((await response).statusCode).toBe(200)
}

const verify = ({ cookie, sessionId }: Purchase) => {
  const url = `/api/verify-checkout-session?session_id=${sessionId}`
  return ok(openBrowser(app, cookie).get(url))
}

const claim = ({ cookie }: Person, { cookie: binding, sessionId, email }: Purchase) =>
  ok(
    openBrowser(app, `${binding}; ${cookie}`).postWithToken('/api/complete-checkout', {
      session_id: sessionId,
      email,
    }),
  )

/** Runs all of them, at most `atOnce` concurrently: each worker takes the next one when it is free. */
async function doAll(works: Array<() => Promise<unknown>>, atOnce: number) {
  const waiting = [...works]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next()
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Generates every element at least once, in any order; some are repeated once or twice. */
function repeated<T>(all: T[]): fc.Arbitrary<T[]> {
  const more = [...all, ...all.slice(0, Math.ceil(all.length / 3))]
  return fc.shuffledSubarray(more, { minLength: Math.floor(all.length / 2) }).chain((some) => {
    const missing = all.filter((each) => !some.includes(each))
    return fc
      .shuffledSubarray(missing, { minLength: missing.length })
      .map((rest) => [...some, ...rest])
  })
}

describe('the events of a whole life, in any order and as often as they come, end in the same', () => {
  test.each([
    ['for a buyer who was signed in', true],
    ['for a buyer who makes the account at some moment between', false],
  ])('%s', async (_, isSignedIn) => {
    const person = await createPerson(app.ctx)
    const life: Life = { purchases: [], events: [] }
    for (const step of STEPS) await live(app, life, { person, isSignedIn }, step)
    const model = await modelOf(app, life.purchases, person.id)
    expectLived(model, life)
    const mails = [
      ...model.payments.map(({ invoiceId }) => `receipt:${invoiceId}`),
      ...life.purchases.flatMap(({ checkoutId }) =>
        isSignedIn ? [] : [`finish-account:${checkoutId}`],
      ),
    ].toSorted()

    const works = [
      ...life.events.map((event) => () => ok(post(app, event))),
      ...life.purchases.map((bought) => () => verify(bought)),
      ...life.purchases.map((bought) => () => syncSubscription(app.ctx, bought.subscriptionId)),
      ...(isSignedIn ? [] : life.purchases.map((bought) => () => claim(person, bought))),
    ]
    const orders = repeated(works.map((_, n) => n))
    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 12 }), async (order, atOnce) => {
        await forgetPayments(app.db)
        await doAll(
          order.flatMap((n) => works[n] ?? []),
          atOnce,
        )
        const records = await recordsOf(app.db)
        expect(records).toMatchObject(model)
        expect(records.mails).toEqual(mails)
        expect(new Set(records.trials.map(({ subscriptionId }) => subscriptionId))).toEqual(
          new Set([life.purchases[0]?.subscriptionId]),
        )
        expect(await storedEvents()).toEqual(life.events.map(({ id }) => id).toSorted())
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  test('and also when they come late and between while life goes on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (pick) => {
        await beginAnew()
        const person = await createPerson(app.ctx)
        const life: Life = { purchases: [], events: [] }
        const late = new Set<string>()
        const underWay: Array<Promise<void>> = []
        const send = async (ids: string[]) => {
          const events = life.events.filter(({ id }) => ids.includes(id))
          const sorted = events.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
          const statuses = await deliverAtOnce(app, sorted, pick(fc.integer, { min: 1, max: 6 }))
          expect(new Set([200, ...statuses])).toEqual(new Set([200]))
        }
        for (const step of STEPS) {
          const heard = life.events.length
          await live(app, life, { person, isSignedIn: true }, step)
          for (const { id } of life.events.slice(heard)) late.add(id)
          const now = pick(fc.shuffledSubarray<string>, [...late])
          for (const id of now) late.delete(id)
          const told = life.events.map(({ id }) => id).filter((id) => !late.has(id))
          const again = pick(fc.shuffledSubarray<string>, told.slice(-5))
          const sending = Promise.all([send(now), send(again)]).then(() => {})
          underWay.push(sending)
          // The next step often happens while the events are on their way.
          if (pick(fc.boolean)) await sending
        }
        await Promise.all(underWay)
        await send(pick(repeated<string>, [...late]))

        const model = await modelOf(app, life.purchases, person.id)
        expectLived(model, life)
        const records = await recordsOf(app.db)
        expect(records).toMatchObject(model)
        expect(records.mails).toEqual(
          expect.arrayContaining(model.payments.map(({ invoiceId }) => `receipt:${invoiceId}`)),
        )
        expect(records.mails.filter((key) => key.startsWith('receipt:'))).toHaveLength(
          model.payments.length,
        )
        expect(await storedEvents()).toEqual(life.events.map(({ id }) => id).toSorted())
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })
})

/** The first membership is over and the second goes on; nothing else was cancelled or refunded. */
function expectLived({ subscriptions, payments }: Model, { purchases }: Life) {
  const [first, second] = purchases.map(({ subscriptionId }) => subscriptionId)
  expect(subscriptions.find(({ id }) => id === first)).toMatchObject({ status: 'canceled' })
  expect(subscriptions.find(({ id }) => id === second)).toMatchObject({ status: 'active' })
  expect(payments.length).toBeGreaterThan(3)
  expect(payments.reduce((sum, { refundedCents }) => sum + refundedCents, 0)).toBe(75)
}

async function storedEvents() {
  const rows = await app.db.selectFrom('webhookEvents').select('id').execute()
  return rows.map(({ id }) => id).toSorted()
}
