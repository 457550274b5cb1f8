import { beforeEach, describe, expect, test } from 'vitest'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD, type Person } from '#test/support/factories.ts'
import { untilTold } from '#test/support/live-changes.ts'
import { CHOSEN, signsIn } from '#test/support/paying/completing.ts'
import { createPaidCheckout, mailsTo, type PaidCheckout } from '#test/support/paying/membership.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'
import { createCheckoutLink, findCheckoutLink } from './mailed-links.ts'

const app = useUnthrottledApp()
const MINUTE_MS = 60_000

let owner: Person
let checkout: PaidCheckout
beforeEach(async () => {
  owner = await createPerson(app.ctx)
  checkout = await createPaidCheckout(app.ctx, { email: owner.email })
})

/** The token of a link, as if it had been mailed. */
const mailed = (to: PaidCheckout = checkout, userId: string | null = owner.id) =>
  createCheckoutLink(app.ctx, { checkoutId: to.id, userId })

function finish(link: string, more: object = {}, browser: Browser = openBrowser(app)) {
  const payload = { link, email: checkout.email, password: CHOSEN, ...more }
  return browser.postWithToken('/api/complete-checkout', payload)
}

const whoIs = async (cookie: string) => (await openBrowser(app, cookie).get('/api/user')).statusCode

async function passwordHash({ id }: Person) {
  const user = app.db.selectFrom('users').select('passwordHash').where('id', '=', id)
  return (await user.executeTakeFirstOrThrow()).passwordHash
}

const LINK_EXPIRED = [400, { code: 'link-expired' }]

describe('a link from the inbox', () => {
  test('sets the new password, ends every session, and gives the membership', async () => {
    const browser = openBrowser(app)
    const response = await finish(await mailed(), {}, browser)
    expect([response.statusCode, response.json()]).toMatchObject([
      200,
      { success: true, user: { isNewUser: false } },
    ])
    expect(await mailsTo(app.ctx, owner.email)).toMatchObject([{ template: 'password-changed' }])
    expect((await browser.get('/api/subscription')).json()).toMatchObject({ isMember: true })
    expect(await whoIs(owner.cookie)).toBe(401)
    expect([
      await signsIn(app, owner.email, PASSWORD),
      await signsIn(app, owner.email, CHOSEN),
    ]).toEqual([false, true])
  })

  test('asks whose session is here for no password, and changes none: one click adds the payment', async () => {
    const before = await passwordHash(owner)
    const link = await mailed()
    const browser = openBrowser(app, owner.cookie)
    const response = await finish(link, { password: undefined }, browser)
    expect([response.statusCode, response.json()]).toMatchObject([200, { success: true }])
    expect((await browser.get('/api/subscription')).json()).toMatchObject({ isMember: true })
    expect([await passwordHash(owner), await whoIs(owner.cookie)]).toEqual([before, 200])
    const used = app.db.selectFrom('checkoutLinks').select('usedAt')
    expect((await used.where('checkoutId', '=', checkout.id).execute())[0]?.usedAt).not.toBeNull()
  })

  test('ends what else could open the account: other links, resets and known browsers', async () => {
    const known = openBrowser(app)
    await known.post('/api/login', { email: owner.email, password: PASSWORD })
    const other = await mailed(await createPaidCheckout(app.ctx, { email: owner.email }))
    const reset = await createPasswordReset(app.ctx, owner.email)

    await finish(await mailed())

    expect(await findCheckoutLink(app.ctx, other)).toBeUndefined()
    const again = { token: reset?.token, password: 'yet-another-password' }
    expect((await openBrowser(app).post('/api/reset-password', again)).statusCode).toBe(400)
    const devices = app.db.selectFrom('knownDevices').selectAll().where('userId', '=', owner.id)
    expect(await devices.execute()).toHaveLength(1)
  })

  test('tells open pages that their session has ended', async () => {
    const heard = untilTold(app.ctx, 'sessions', owner.id)
    await finish(await mailed())
    await heard
  })

  test('makes the account when there is none', async () => {
    checkout = await createPaidCheckout(app.ctx)
    const link = await mailed(checkout, null)
    const response = await finish(link)
    expect([response.statusCode, response.json().user]).toEqual([200, { isNewUser: true }])
    expect(await findCheckoutLink(app.ctx, link)).toBeUndefined()
    expect(await signsIn(app, checkout.email, CHOSEN)).toBe(true)
  })

  test('asks for a password that may be set', async () => {
    const link = await mailed()
    for (const password of [undefined, 'short', 'password1']) {
      expect((await finish(link, { password })).statusCode).toBe(400)
    }
    expect((await finish(link)).statusCode).toBe(200)
  })

  test('stands in for the binding and the hour, and for nothing else', async () => {
    app.setNow(new Date(Date.now() + 61 * MINUTE_MS))
    const link = await mailed()
    const before = await passwordHash(owner)
    const stranger = await createPaidCheckout(app.ctx)
    for (const more of [
      { email: 'somebody@else.test' },
      { email: undefined },
      { session_id: stranger.sessionId },
    ]) {
      const response = await finish(link, more)
      expect([response.statusCode, response.json().code]).toEqual([400, 'checkout-not-valid'])
    }
    const withoutToken = await openBrowser(app).post('/api/complete-checkout', {
      ...{ link, email: checkout.email, password: CHOSEN },
    })
    expect([withoutToken.statusCode, await passwordHash(owner)]).toEqual([403, before])
    expect((await finish(link, { session_id: checkout.sessionId })).statusCode).toBe(200)
  })

  test('works once: of twenty calls at once, one sets its password', async () => {
    const link = await mailed()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        finish(link, { password: `my-own-password-${index}` }),
      ),
    )
    const winners = answers.flatMap(({ statusCode }, index) => (statusCode === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect(await signsIn(app, owner.email, `my-own-password-${winners[0]}`)).toBe(true)
  })

  test('used again it signs nobody in', async () => {
    const link = await mailed()
    await finish(link)
    const browser = openBrowser(app)
    const again = await finish(link, { password: 'yet-another-password' }, browser)
    expect([again.statusCode, browser.cookies.has('session')]).toEqual([400, false])
    expect(await signsIn(app, owner.email, CHOSEN)).toBe(true)
  })

  test('runs out after half an hour', async () => {
    const link = await mailed()
    app.setNow(new Date(Date.now() + 29 * MINUTE_MS))
    expect(await findCheckoutLink(app.ctx, link)).toBeDefined()
    app.setNow(new Date(Date.now() + 31 * MINUTE_MS))
    const response = await finish(link)
    expect([response.statusCode, response.json()]).toMatchObject(LINK_EXPIRED)
    expect(await signsIn(app, owner.email, PASSWORD)).toBe(true)
  })

  test('dies with the password it was to replace', async () => {
    const link = await mailed()
    const reset = await createPasswordReset(app.ctx, owner.email)
    const changed = { token: reset?.token, password: 'set-by-the-owner' }
    expect((await openBrowser(app).post('/api/reset-password', changed)).statusCode).toBe(200)
    const response = await finish(link)
    expect([response.statusCode, response.json()]).toMatchObject(LINK_EXPIRED)
    expect(await signsIn(app, owner.email, 'set-by-the-owner')).toBe(true)
  })

  test('made when there was no account does not open one that came later', async () => {
    checkout = await createPaidCheckout(app.ctx)
    const link = await mailed(checkout, null)
    const later = await createPerson(app.ctx, checkout.email)
    const response = await finish(link)
    expect([response.statusCode, response.json()]).toMatchObject(LINK_EXPIRED)
    expect(await signsIn(app, later.email, PASSWORD)).toBe(true)
  })

  test('opens no account with another address than the one it was mailed to', async () => {
    // Signed in, the owner typed the address of a stranger at the payment page.
    const typo = await createPaidCheckout(app.ctx, { email: 'stranger@example.com' })
    await app.db
      .updateTable('checkouts')
      .set({ userId: owner.id })
      .where('id', '=', typo.id)
      .execute()
    const before = await passwordHash(owner)
    const response = await finish(await mailed(typo), { email: typo.email })
    expect([response.statusCode, response.json()]).toMatchObject(LINK_EXPIRED)
    expect(await passwordHash(owner)).toBe(before)

    const browser = openBrowser(app, typo.cookie)
    const asked = await browser.postWithToken('/api/complete-checkout', {
      ...{ session_id: typo.sessionId, email: typo.email, password: CHOSEN },
    })
    expect([asked.statusCode, asked.json().code]).toEqual([409, 'sign-in-to-finish'])
    expect(await mailsTo(app.ctx, typo.email)).toEqual([])
  })

  test.each(['', 'x', 'x'.repeat(43), '%00', '../..'])('%j is none', async (link) => {
    const response = await finish(link)
    expect(response.statusCode).toBe(400)
  })
})

test('what is written down of a link finishes nothing', async () => {
  const link = await mailed()
  const rows = await app.db.selectFrom('checkoutLinks').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(link)
  for (const { tokenHash } of rows) expect((await finish(tokenHash)).statusCode).toBe(400)
})
