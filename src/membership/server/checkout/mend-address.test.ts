import { beforeEach, expect, test } from 'vitest'
import { FINISH_WITHIN_MS } from '#app/membership/membership.facts.ts'
import { updateLockedCheckout } from '#app/membership/server/subscription/checkouts.queries.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken } from '#app/server/tokens.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { CHOSEN, complete, isMember, linked, whoIs } from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createCheckoutLink } from './mailed-links.ts'

const app = useUnthrottledApp({ hasPayments: true })

let checkout: PaidCheckout
let browser: Browser
let right: string
beforeEach(async () => {
  checkout = await createPaidCheckout(app.ctx)
  browser = openBrowser(app, checkout.cookie)
  right = `${newId()}@right.test`.toLowerCase()
})

const mend = (email = right, by = browser, of: { sessionId: string } = checkout) =>
  by.postWithToken('/api/checkout-address', { session_id: of.sessionId, email })

const emailOf = async () =>
  (
    await app.db
      .selectFrom('checkouts')
      .select('email')
      .where('id', '=', checkout.id)
      .executeTakeFirstOrThrow()
  ).email

test('a mistyped address is mended where it was paid, and the account has the right one', async () => {
  const mended = await mend(` ${right.toUpperCase()} `)
  expect([mended.statusCode, mended.json()]).toEqual([200, { success: true, email: right }])
  expect((await complete(browser, checkout)).statusCode).toBe(400)
  expect((await complete(browser, { ...checkout, email: right })).statusCode).toBe(200)
  expect([await whoIs(browser), await isMember(browser)]).toEqual([right, true])
  const templates = (await mailsTo(app.ctx, right)).map(({ template }) => template)
  expect(templates).toEqual(expect.arrayContaining(['finish-account', 'welcome']))
})

test('the provider’s customer has it too, and what the provider says of its page counts no more', async () => {
  const { id: customer } = await app.ctx.payments.stripe.customers.create({ email: checkout.email })
  await app.db
    .updateTable('checkouts')
    .set({ customerId: customer })
    .where('id', '=', checkout.id)
    .execute()
  await mend()
  expect(await app.ctx.payments.stripe.customers.retrieve(customer)).toMatchObject({ email: right })
  await app.db
    .transaction()
    .execute((trx) => updateLockedCheckout(trx, checkout.id, { email: checkout.email }))
  expect(await emailOf()).toBe(right)
})

test('links that went to the wrong address open nothing any more', async () => {
  const link = await createCheckoutLink(app.ctx, { checkoutId: checkout.id, userId: null })
  await mend()
  const stranger = openBrowser(app)
  for (const email of [checkout.email, right]) {
    const payload = { link, email, password: CHOSEN }
    const late = await stranger.postWithToken('/api/complete-checkout', payload)
    expect(late.statusCode).toBe(400)
  }
  expect(await linked(app, checkout)).toBeNull()
})

test('an account that has the address is opened by its own password or inbox alone', async () => {
  const owner = await createPerson(app.ctx, right)
  expect((await mend()).json()).toEqual({ success: true, email: right })
  const guess = await complete(browser, { ...checkout, email: right })
  expect([guess.statusCode, guess.json().code]).toEqual([409, 'finish-by-mail'])
  expect([await whoIs(browser), await linked(app, checkout)]).toEqual([undefined, null])
  const own = await complete(browser, { ...checkout, email: right }, { password: PASSWORD })
  expect([own.statusCode, await linked(app, checkout)]).toEqual([200, owner.id])
})

test('nobody else can, nor this browser when it is too late, done, or tried too often', async () => {
  const stranger = await createPaidCheckout(app.ctx)
  for (const refused of [
    await mend(right, openBrowser(app)),
    await mend(right, openBrowser(app, stranger.cookie)),
    await mend(right, browser, stranger),
    await mend(right, browser, { sessionId: `cs_test_${'x'.repeat(20)}` }),
    await mend(
      right,
      browser,
      await createPaidCheckout(app.ctx, {
        buyer: await createPerson(app.ctx),
        binding: checkout.binding,
      }),
    ),
  ]) {
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'checkout-not-valid'])
  }
  expect((await mend('no address')).json().fields).toHaveProperty('email')
  app.setNow(new Date(Date.now() + FINISH_WITHIN_MS + 60_000))
  expect((await mend()).statusCode).toBe(400)
  app.setNow(undefined)
  const answers = []
  for (let time = 0; time < 4; time += 1) answers.push((await mend(`${time}-${right}`)).statusCode)
  expect(answers).toEqual([200, 200, 200, 429])
  const email = (await emailOf()) ?? ''
  await complete(browser, { ...checkout, email })
  expect((await mend()).statusCode).toBe(400)
})

test('it brings no second trial', async () => {
  await app.db
    .updateTable('checkouts')
    .set({ isTrial: true })
    .where('id', '=', checkout.id)
    .execute()
  const { subscriptionId } = await createPaidCheckout(app.ctx)
  await app.db
    .insertInto('trials')
    .values({ kind: 'email', keyHash: hashToken(right), subscriptionId })
    .execute()
  const refused = await mend()
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'trial-used'])
  expect(await emailOf()).toBe(checkout.email)
})
