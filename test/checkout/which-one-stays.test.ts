import { beforeEach, describe, expect, test } from 'vitest'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import { newToken } from '#app/server/tokens.ts'
import { purchase } from '#test/payments/purchases.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { mailsTo } from '#test/support/paying/membership.ts'
import { CARDS } from '#test/support/paying/payments.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { changeCardTo, chargesAt, DAY, join, openBuyer, PASSWORD_CHOSEN, rowOf } from './buyers.ts'

const app = useTestApp({ hasPayments: true })

// The sandbox has one card of each kind; clearing the trials makes everybody's card their own.
beforeEach(() => app.db.deleteFrom('trials').execute())

const pass = async (seconds: number) => {
  app.payments.processor.advance(seconds)
  await app.payments.deliverAll()
  await app.db.deleteFrom('trials').execute()
}

describe('of two memberships', () => {
  test("a stranger's older trial with a member's address ends nothing the member has paid for", async () => {
    const victim = await createPerson(app.ctx)
    const stranger = await purchase(app, { email: victim.email, isTrial: true })
    await pass(DAY)
    const paid = await purchase(app, { buyer: victim })
    await app.payments.deliverAll()
    expect(await rowOf(app, paid.subscriptionId)).toMatchObject({ status: 'active' })

    const draft = { checkoutId: stranger.checkoutId, userId: victim.id }
    const link = await createCheckoutLink(app.ctx, draft)
    const browser = openBuyer(app, { email: victim.email })
    const claimed = await browser.browser.postWithToken('/api/complete-checkout', {
      ...{ link, email: victim.email, password: PASSWORD_CHOSEN },
    })
    expect(claimed.statusCode).toBe(200)
    await app.payments.deliverAll()

    expect(await rowOf(app, paid.subscriptionId)).toMatchObject({
      status: 'active',
      duplicateOf: null,
    })
    expect(await rowOf(app, stranger.subscriptionId)).toMatchObject({ status: 'canceled' })
    expect(await browser.subscription()).toMatchObject({ status: 'active', isMember: true })
    expect(chargesAt(app)[0]).toBe(ANNUAL_CENTS)
    const templates = (await mailsTo(app.ctx, victim.email)).map(({ template }) => template)
    expect(templates).not.toContain('duplicate-refunded')
    expect(templates).not.toContain('ended')
  })

  test('whoever could not be charged and pays afresh elsewhere keeps what is paid', async () => {
    const person = await createPerson(app.ctx)
    const first = await purchase(app, { buyer: person, plan: 'monthly' })
    await app.payments.deliverAll()
    await changeCardTo(app, openBuyer(app, { person }), CARDS.failsLater)
    await pass(32 * DAY)
    expect(await rowOf(app, first.subscriptionId)).toMatchObject({ status: 'past_due' })
    const [binding, before] = [newToken(), chargesAt(app)]
    const afresh = await purchase(app, { email: person.email, binding })
    const buyer = openBuyer(app, { cookie: `co=${binding}`, email: person.email })
    expect(await buyer.verify(afresh.sessionId)).toMatchObject({ valid: true })
    const completed = await buyer.complete(afresh.sessionId, { password: PASSWORD })
    expect(completed.statusCode).toBe(200)

    expect(await rowOf(app, afresh.subscriptionId)).toMatchObject({ duplicateOf: null })
    expect(await rowOf(app, first.subscriptionId)).toMatchObject({ status: 'canceled' })
    expect(await buyer.subscription()).toMatchObject({ status: 'active', isMember: true })
    // The used month stays paid, and so does the latest payment.
    expect(chargesAt(app)).toEqual([ANNUAL_CENTS, ...before])
  })

  test('an older one that was never used is paid back when it finds its account too late', async () => {
    const person = await createPerson(app.ctx)
    const forgotten = await purchase(app, { email: person.email })
    await pass(DAY)
    const used = await purchase(app, { buyer: person })
    await app.payments.deliverAll()
    await pass(DAY)
    app.setNow(app.payments.processor.now())

    const draft = { checkoutId: forgotten.checkoutId, userId: person.id }
    const link = await createCheckoutLink(app.ctx, draft)
    const browser = openBuyer(app, { email: person.email })
    const claimed = await browser.browser.postWithToken('/api/complete-checkout', {
      ...{ link, email: person.email, password: PASSWORD_CHOSEN },
    })
    expect(claimed.statusCode).toBe(200)
    await app.payments.deliverAll()
    app.setNow(undefined)

    expect(await rowOf(app, used.subscriptionId)).toMatchObject({ duplicateOf: null })
    expect(await rowOf(app, forgotten.subscriptionId)).toMatchObject({ status: 'canceled' })
    expect(chargesAt(app).slice(0, 2)).toEqual([ANNUAL_CENTS, 0])
  })

  test('the newer is paid back when a member pays again elsewhere', async () => {
    const member = await join(app)
    await pass(DAY)
    const binding = newToken()
    const again = await purchase(app, { email: member.email, binding })
    const buyer = openBuyer(app, { cookie: `co=${binding}`, email: member.email })
    expect((await buyer.complete(again.sessionId)).statusCode).toBe(200)
    await app.payments.deliverAll()
    expect(await rowOf(app, member.subscriptionId)).toMatchObject({ duplicateOf: null })
    expect(await rowOf(app, again.subscriptionId)).toMatchObject({ status: 'canceled' })
    expect(chargesAt(app)[0]).toBe(0)
  })
})
