import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '#app/membership/server/reconcile/reconcile.ts'
import { newToken } from '#app/server/tokens.ts'
import { purchase } from '#test/payments/purchases.ts'
import { createPerson, PASSWORD, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { ANNUAL_CENTS, MONTHLY_CENTS } from '#test/support/offer.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { withTrouble } from '#test/support/paying/payer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Buyer, chargesAt, DAY, openBuyer, rowOf, subscriptionOf } from './buyers.ts'

const app = useTestApp({ hasPayments: true })

// The sandbox has one card of each kind; clearing the trials makes everybody's card their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

/** Pays on a page that was opened as a visitor, and on another one after signing in. */
async function payTwice() {
  const person = await createPerson(app.ctx)
  const visitor = openBuyer(app)
  const first = await visitor.begin({ priceId: 'monthly' })
  const binding = `co=${visitor.browser.cookies.get('co')}`
  const signedIn = openBuyer(app, { cookie: `${binding}; ${person.cookie}` })
  const second = await signedIn.begin({ priceId: 'monthly' })
  expect(second).not.toBe(first)
  app.payments.pay(second, person.email)
  await app.payments.deliverAll()
  await app.db.deleteFrom('trials').execute()
  app.payments.pay(first, person.email)
  await app.payments.deliverAll()
  const ids = [await subscriptionOf(app, first), await subscriptionOf(app, second)]
  expect(await doubleOf(ids)).toBeUndefined()
  return { person, visitor: { ...visitor, first }, ids }
}

/** Claims the payment: its address is the account's, and the password proves that both belong to the same person. */
const claim = (visitor: Buyer & { first: string }, { email }: Person) =>
  visitor.complete(visitor.first, { email, password: PASSWORD })

async function doubleOf(ids: string[]) {
  const rows = await Promise.all(ids.map((id) => rowOf(app, id)))
  const [double, ...others] = rows.filter(({ duplicateOf }) => duplicateOf !== null)
  expect(others).toEqual([])
  return double
}

describe('whoever pays in two tabs', () => {
  test.each([
    ['first', true],
    ['second', true],
    ['first', false],
    ['second', false],
  ])(
    'and goes on in the %s has one membership; the other is paid back',
    async (tab, hasWebhooks) => {
      const binding = newToken()
      const one = await purchase(app, { binding })
      const two = await purchase(app, { binding, email: one.email })
      const [here, there] = tab === 'first' ? [one, two] : [two, one]
      const buyer = openBuyer(app, { cookie: `co=${binding}`, email: one.email })
      if (hasWebhooks) await app.payments.deliverAll()

      expect(await buyer.verify(here.sessionId)).toMatchObject({ valid: true, isLinked: false })
      expect((await buyer.complete(here.sessionId)).statusCode).toBe(200)
      // The other tab is still open and has been updated by then.
      expect((await buyer.verify(there.sessionId)).valid).toBe(true)
      expect((await buyer.complete(there.sessionId)).statusCode).toBe(200)
      await app.payments.deliverAll()

      const ids = [one.subscriptionId, two.subscriptionId]
      const rows = [await rowOf(app, one.subscriptionId), await rowOf(app, two.subscriptionId)]
      expect(rows.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
      expect(await doubleOf(ids)).toMatchObject({
        status: 'canceled',
        refundedAt: expect.any(Date),
      })
      expect(await buyer.subscription()).toMatchObject({ status: 'active', isMember: true })
      expect(chargesAt(app).slice(0, 2).toSorted()).toEqual([0, ANNUAL_CENTS])
      expect(app.logLines.join('')).toContain('a second live subscription')
      // No mail is sent about a membership that no longer exists.
      await runJobs(app.ctx, { everything: true })
      const mails = (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === buyer.email)
      expect(mails.filter(({ text }) => text?.includes('?link='))).toEqual([])
    },
  )

  test('once as a visitor and once signed in, has one membership after making both theirs', async () => {
    const { person, visitor, ids } = await payTwice()
    expect((await claim(visitor, person)).statusCode).toBe(200)
    expect(await doubleOf(ids)).toMatchObject({ status: 'canceled', refundedAt: expect.any(Date) })
    expect(await visitor.subscription()).toMatchObject({ isMember: true })
    await app.payments.deliverAll()
    expect(await mailsTo(app.ctx, person.email)).toContainEqual(
      expect.objectContaining({ template: 'duplicate-refunded' }),
    )
  })

  test('is cancelled and paid back later when the provider is away at that moment', async () => {
    const { person, visitor, ids } = await payTwice()
    await withTrouble(app, { isDown: true }, async () => {
      expect((await claim(visitor, person)).statusCode).toBe(200)
    })
    expect(await doubleOf(ids)).toMatchObject({ refundedAt: null })
    await reconcile(app.ctx)
    const ended = { status: 'canceled', refundedAt: expect.any(Date) }
    expect(await doubleOf(ids)).toMatchObject(ended)
    await reconcile(app.ctx)
    expect(await doubleOf(ids)).toMatchObject(ended)
    expect(await visitor.subscription()).toMatchObject({ isMember: true })
  })

  test('and is charged for the second before it can be cancelled, is paid back and sent no receipt for it', async () => {
    const { person, visitor, ids } = await payTwice()
    await withTrouble(app, { isDown: true }, async () => {
      expect((await claim(visitor, person)).statusCode).toBe(200)
    })
    app.payments.processor.advance(4 * DAY)
    await reconcile(app.ctx)
    await app.payments.deliverAll()
    expect(await doubleOf(ids)).toMatchObject({ status: 'canceled', refundedAt: expect.any(Date) })
    expect(chargesAt(app).slice(0, 2).toSorted()).toEqual([0, MONTHLY_CENTS])
    const told = (await mailsTo(app.ctx, person.email)).map(({ template }) => template)
    expect(told.filter((each) => each === 'receipt')).toHaveLength(1)
    expect(told.filter((each) => each === 'duplicate-refunded')).toHaveLength(1)
  })
})
