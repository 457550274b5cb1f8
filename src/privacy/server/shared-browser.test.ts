import { expect, test } from 'vitest'
import { openBuyer } from '#test/checkout/buyers.ts'
import { leave } from '#test/privacy/leaving.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { createPerson } from '#test/support/factories.ts'
import { cookieOf, reportView } from '#test/tracking/use-measured-app.ts'
import { report, useMeasuredShop } from '#test/tracking/use-measured-shop.ts'

const { app, rows, buy, consenting } = await useMeasuredShop()

/** One person has consented, bought and made an account; then another signs in in the same browser. */
async function sharing() {
  const { browser, buyer, sessionId, opened } = await buy()
  await app.payments.deliverAll()
  const url = `${app.ctx.config.http.publicUrl}/daily-deals`
  expect((await reportView(browser, { url })).statusCode).toBe(200)
  await report(browser, sessionId)
  await buyer.complete(sessionId)
  const consent = `consent=${browser.cookies.get('consent')}`
  const other = await createPerson(app.ctx)
  const second = openBrowser(app, `${consent}; ${other.cookie}`)
  return { browser, second, purchaseEventId: opened.purchaseEventId as string }
}

const toldOf = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/api/privacy/download'))
    .json()
    .marketing.map(({ eventName }: { eventName: string }) => eventName)

test('who signs in where somebody else has agreed and bought sees nothing of it', async () => {
  const { browser, second, purchaseEventId } = await sharing()
  expect(await toldOf(second)).toEqual([])
  expect((await toldOf(browser)).toSorted()).toEqual(['PageView', 'Purchase'])
  // The same holds once the checkout no longer stores the consent.
  await app.db.updateTable('checkouts').set({ consentId: null }).execute()
  expect(await toldOf(second)).toEqual([])
  expect((await second.get('/api/privacy/download')).body).not.toContain(purchaseEventId)
})

test('who both buy there see each what they have bought themselves', async () => {
  const { second, purchaseEventId } = await sharing()
  await app.db.deleteFrom('trials').execute()
  const buyer = openBuyer(app, { cookie: cookieOf(second) })
  const own = (await buyer.open()).json()
  app.payments.pay(own.id, buyer.email)
  await app.payments.deliverAll()
  await report(second, own.id)
  const told = (await second.get('/api/privacy/download')).body
  expect(told).toContain(own.purchaseEventId)
  expect(told).not.toContain(purchaseEventId)
})

test('who leaves there takes nothing back for the other one', async () => {
  const { browser, second } = await sharing()
  const response = await leave(app, { cookie: cookieOf(second) })
  expect(response.statusCode).toBe(200)
  expect(response.cookies.map(({ name }) => name)).not.toContain('consent')
  expect((await browser.get('/api/consent')).json().marketing).toBe('granted')
  expect((await rows()).every(({ consentId }) => consentId !== '')).toBe(true)
})

test('who leaves a browser of their own takes their agreement back', async () => {
  const { browser } = await sharing()
  const { email } = (await browser.get('/api/user')).json()
  expect(email).toBeTruthy()
  const stale = openBrowser(app, cookieOf(browser))
  const response = await leave(app, { cookie: cookieOf(browser) }, 'a-password-of-my-own')
  expect(response.cookies.find(({ name }) => name === 'consent')?.value).toBe('denied')
  expect((await stale.get('/api/consent')).json().marketing).toBe('denied')
})

test('who leaves with nothing bought takes along what still waits to be told of them', async () => {
  const person = await createPerson(app.ctx)
  const own = await consenting(person.cookie)
  await reportView(own, { url: `${app.ctx.config.http.publicUrl}/daily-deals` })
  expect(await rows()).toHaveLength(1)
  expect((await leave(app, { cookie: cookieOf(own) })).statusCode).toBe(200)
  expect(await rows()).toEqual([])
})
