import { beforeEach, describe, expect, test } from 'vitest'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'
import {
  type Buyer,
  checkoutOf,
  DAY,
  openBuyer,
  PASSWORD_CHOSEN,
  rowOf,
  subscriptionOf,
} from './buyers.ts'

const app = useTestApp({ hasPayments: true })
const MINUTE_MS = 60_000

let buyer: Buyer
let sessionId: string
beforeEach(async () => {
  app.setNow(undefined)
  await app.db.deleteFrom('trials').execute()
  buyer = openBuyer(app)
  sessionId = await buyer.begin()
  app.payments.pay(sessionId, buyer.email)
  await app.payments.deliverAll()
})

async function mailsAfter(minutes: number) {
  app.setNow(new Date(Date.now() + minutes * MINUTE_MS))
  await runJobs(app.ctx)
  const mails = await readOutbox(app.ctx)
  return mails.filter(({ to }) => to?.some(({ address }) => address === buyer.email))
}

/** Counts the mails about finishing the account; other mails link to the account as well. */
const finishing = async (minutes: number) =>
  (await mailsAfter(minutes)).filter(({ subject }) => /^(Finish|Connect)/.test(subject ?? ''))

function linkIn(text: string | undefined): string {
  return /\/checkout\/success\?link=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}

describe('a buyer who pays and never comes back', () => {
  test('gets a mail after a quarter of an hour, whose link makes the account from any browser', async () => {
    expect(await finishing(14)).toEqual([])
    const [mail, ...more] = await finishing(16)
    expect(more).toEqual([])
    const link = linkIn(mail?.text)
    expect(mail?.html).toContain(`http://localhost:3000/checkout/success?link=${link}`.slice(-30))

    const elsewhere = openBuyer(app, { email: buyer.email })
    const verified = await elsewhere.browser.get(`/api/verify-checkout-session?link=${link}`)
    expect(verified.json()).toMatchObject({
      valid: true,
      email: buyer.email,
      isLinked: false,
      isExistingAccount: false,
    })
    const completed = await elsewhere.browser.postWithToken('/api/complete-checkout', {
      ...{ link, email: buyer.email, password: PASSWORD_CHOSEN },
    })
    expect([completed.statusCode, completed.json().user]).toEqual([200, { isNewUser: true }])
    expect(await elsewhere.subscription()).toMatchObject({ status: 'trialing', isMember: true })

    // A buyer who did not mean to stay can cancel here.
    expect((await elsewhere.act('cancel')).json()).toMatchObject({ cancelAtPeriodEnd: true })
    const again = await openBuyer(app).browser.get(`/api/verify-checkout-session?link=${link}`)
    expect(again.json()).toMatchObject({ valid: false, code: 'link-expired' })
    expect(again.body).not.toContain(buyer.email)
  })

  test('gets it once, however often the payment is told of', async () => {
    for (const { event } of app.payments.processor.events()) {
      if (JSON.stringify(event).includes(sessionId)) app.payments.processor.resend(event.id)
    }
    await app.payments.deliverAll()
    await buyer.verify(sessionId)
    expect(await finishing(16)).toHaveLength(1)
    expect(await finishing(60)).toHaveLength(1)
  })

  test('gets none when the account was made in time', async () => {
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
    expect(await finishing(16)).toEqual([])
    const dropped = app.db.selectFrom('mails').select(['template', 'state'])
    expect(
      await dropped
        .where('recipient', '=', buyer.email)
        .where('template', '=', 'finish-account')
        .execute(),
    ).toEqual([{ template: 'finish-account', state: 'dropped' }])
  })

  test('keeps what was paid for: it renews, is receipted, and can be made theirs weeks later', async () => {
    app.payments.processor.advance(3 * DAY + 2 * 60 * 60)
    await app.payments.deliverAll()
    const subscriptionId = await subscriptionOf(app, sessionId)
    expect(await rowOf(app, subscriptionId)).toMatchObject({ status: 'active', userId: null })
    const payments = app.db
      .selectFrom('payments')
      .select(['amountCents', 'userId'])
      .where('subscriptionId', '=', subscriptionId)
    expect(await payments.execute()).toEqual([{ amountCents: ANNUAL_CENTS, userId: null }])

    app.setNow(new Date(Date.now() + 21 * DAY * 1000))
    // Their own browser may ask for the mail again, but after an hour it can no longer make the account.
    const tooLate = await buyer.complete(sessionId)
    expect(tooLate.statusCode).toBe(409)
    await runJobs(app.ctx)
    const mails = (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === buyer.email)
    const link = linkIn(mails.findLast(({ text }) => text?.includes('?link='))?.text)
    const elsewhere = openBuyer(app)
    const completed = await elsewhere.browser.postWithToken('/api/complete-checkout', {
      ...{ link, email: buyer.email, password: PASSWORD_CHOSEN },
    })
    expect(completed.statusCode).toBe(200)
    expect(await payments.execute()).toEqual([
      { amountCents: ANNUAL_CENTS, userId: expect.any(String) },
    ])
    expect((await elsewhere.browser.get('/api/subscription/receipts')).json()).toMatchObject([
      { amount: 97, refunded: 0 },
    ])
    expect(await checkoutOf(app, sessionId)).toMatchObject({ claimedUserId: expect.any(String) })
  })
})
