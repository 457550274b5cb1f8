import { beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { createPerson, createSubscription, PASSWORD, type Person } from '#test/support/factories.ts'
import {
  CHOSEN,
  complete,
  isMember,
  linked,
  stateOf,
  whoIs,
} from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp()

describe('a payment whose address has an account', () => {
  let owner: Person
  let checkout: PaidCheckout
  beforeEach(async () => {
    owner = await createPerson(app.ctx)
    checkout = await createPaidCheckout(app.ctx, { email: owner.email })
  })

  test('is linked for its own session, and the password is not even looked at', async () => {
    const browser = openBrowser(app, `${checkout.cookie}; ${owner.cookie}`)
    const before = await stateOf(app, owner, checkout)
    const response = await complete(browser, checkout, { password: 'short' })
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { success: true, user: { isNewUser: false } },
    ])
    expect(await linked(app, checkout)).toBe(owner.id)
    expect(await isMember(browser)).toBe(true)
    const { account, sessions } = await stateOf(app, owner, checkout)
    expect({ account, sessions }).toEqual({ account: before.account, sessions: before.sessions })
    expect(await mailsTo(app.ctx, owner.email)).toEqual([])
  })

  test('is linked for its current password, which signs in and stays what it was', async () => {
    const browser = openBrowser(app, checkout.cookie)
    const { account } = await stateOf(app, owner, checkout)
    const response = await complete(browser, checkout, { password: PASSWORD })
    expect([response.statusCode, response.json().user]).toEqual([200, { isNewUser: false }])
    expect([await whoIs(browser), await isMember(browser)]).toEqual([owner.email, true])
    expect(await linked(app, checkout)).toBe(owner.id)
    expect((await stateOf(app, owner, checkout)).account).toEqual(account)
    // Sessions in other browsers stay signed in.
    expect(await whoIs(openBrowser(app, owner.cookie))).toBe(owner.email)
  })

  test('and any other password: nothing changes, and a link goes to the inbox', async () => {
    const browser = openBrowser(app, checkout.cookie)
    const before = await stateOf(app, owner, checkout)
    const response = await complete(browser, checkout)
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      {
        error: 'You already have an account. We have e-mailed you a link to finish.',
        code: 'finish-by-mail',
      },
    ])
    expect(await whoIs(browser)).toBeUndefined()
    expect(await stateOf(app, owner, checkout)).toEqual(before)
    expect(await mailsTo(app.ctx, owner.email)).toMatchObject([
      { template: 'finish-account', data: { checkoutId: checkout.id } },
    ])
    // The owner can still claim the payment.
    expect((await complete(browser, checkout, { password: PASSWORD })).statusCode).toBe(200)
  })

  test('sends at most three such links in an hour, whatever is typed', async () => {
    const browser = openBrowser(app, checkout.cookie)
    const answers = []
    for (let tries = 0; tries < 5; tries += 1) answers.push(await complete(browser, checkout))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 409])
    expect(await mailsTo(app.ctx, owner.email)).toHaveLength(3)
  })

  test('counts as guessing the password, together with signing in', async () => {
    const browser = openBrowser(app, checkout.cookie)
    for (let tries = 0; tries < 4; tries += 1) {
      await browser.post('/api/login', { email: owner.email, password: 'a-wrong-guess' })
    }
    expect((await complete(browser, checkout)).statusCode).toBe(409)
    const refused = await complete(browser, checkout, { password: PASSWORD })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect(await linked(app, checkout)).toBeNull()
  })

  test('is not for somebody else who is signed in', async () => {
    const stranger = await createPerson(app.ctx)
    const before = await stateOf(app, owner, checkout)
    const browser = openBrowser(app, `${checkout.cookie}; ${stranger.cookie}`)
    expect((await complete(browser, checkout)).statusCode).toBe(409)
    expect(await stateOf(app, owner, checkout)).toEqual(before)
    expect(await isMember(browser)).toBe(false)
  })

  test('preview=true changes none of that', async () => {
    const before = await stateOf(app, owner, checkout)
    const browser = openBrowser(app, checkout.cookie)
    const { csrfToken } = (await browser.get('/api/csrf-token')).json()
    for (const [address, status] of [
      // A call that writes rejects query parameters that it does not know.
      ['/api/complete-checkout?preview=true', 400],
      ['/api/complete-checkout', 409],
    ] as const) {
      const response = await browser.post(
        address,
        {
          ...{ session_id: checkout.sessionId, email: owner.email, password: CHOSEN },
          ...{ preview: true, isNewUser: true, userId: owner.id },
        },
        { headers: { 'x-csrf-token': csrfToken } },
      )
      expect(response.statusCode).toBe(status)
      expect(await stateOf(app, owner, checkout)).toEqual(before)
    }
  })

  test('a second live subscription is marked to be ended, and the first one stays', async () => {
    const first = await createSubscription(app.ctx, owner)
    await app.db
      .updateTable('subscriptions')
      .set({ createdAt: new Date('2026-01-01') })
      .where('id', '=', first.id)
      .execute()
    await complete(openBrowser(app, checkout.cookie), checkout, { password: PASSWORD })
    const rows = await app.db
      .selectFrom('subscriptions')
      .select(['id', 'duplicateOf'])
      .where('userId', '=', owner.id)
      .orderBy('createdAt')
      .execute()
    expect(rows).toEqual([
      { id: first.id, duplicateOf: null },
      { id: checkout.subscriptionId, duplicateOf: first.id },
    ])
  })
})
