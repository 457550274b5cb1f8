import { describe, expect, test } from 'vitest'
import { cleanUp } from '#app/clean-up.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { openBuyer } from '#test/checkout/buyers.ts'
import { openBrowser } from '#test/support/browser.ts'
import { forgetThrottles } from '#test/support/unthrottled-app.ts'
import { choose, cookieOf } from '#test/tracking/use-measured-app.ts'
import { FBP, report, useMeasuredShop } from '#test/tracking/use-measured-shop.ts'

const { app, receiver, rows, deliver, consenting, buy, purchases, adClickIdsOf } =
  await useMeasuredShop()

const NO_MARKS = {
  consentId: null,
  fbp: null,
  fbc: null,
  clientIp: null,
  clientUserAgent: null,
  sourceUrl: null,
}

describe('nobody is told of a purchase', () => {
  test.each<[string, Record<string, string>]>([
    ['has not agreed', {}],
    ['sends Global Privacy Control', { 'sec-gpc': '1' }],
  ])('whose buyer %s, and nothing is kept for it', async (who, headers) => {
    const agrees = who.startsWith('sends')
    const buyer = openBuyer(app, { cookie: agrees ? cookieOf(await consenting()) : '' })
    const options = () => ({ headers: { cookie: cookieOf(buyer.browser), ...headers } })
    const sent = { priceId: 'annual', fbp: FBP, user_data: { fbp: FBP } }
    const call = '/api/create-checkout-session'
    const { id } = (await buyer.browser.post(call, sent, options())).json()
    expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
    app.payments.pay(id, buyer.email)
    await app.payments.deliverAll()
    const answer = await buyer.browser.post('/api/track-purchase', { session_id: id }, options())
    expect(answer.json()).toMatchObject({ success: true, data: { isFirst: false, value: 97 } })
    await deliver()
    expect([await rows(), receiver.requests]).toEqual([[], []])
  })

  test('where nothing is configured', async () => {
    const unmeasured = await app.another({
      environment: { PORT: String(app.ctx.config.http.port) },
    })
    const buyer = openBuyer(unmeasured, { cookie: cookieOf(await consenting()) })
    const { id } = (await buyer.open({ fbp: FBP })).json()
    expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
    app.payments.pay(id, buyer.email)
    await app.payments.deliverAll()
    expect((await report(buyer.browser, id)).json().data.isFirst).toBe(false)
    await deliver()
    expect([await rows(), receiver.requests]).toEqual([[], []])
    await unmeasured.close()
  })

  test('when the agreement is withdrawn, whether or not the payment is known by then', async () => {
    const early = await buy()
    await choose(early.browser, false)
    expect(await adClickIdsOf(early.sessionId)).toEqual(NO_MARKS)
    await app.payments.deliverAll()
    const known = await buy()
    await app.payments.deliverAll()
    await choose(known.browser, false)
    await deliver()
    expect(receiver.requests).toEqual([])
    expect((await report(known.browser, known.sessionId)).json().data.isFirst).toBe(false)

    receiver.setBehaviour(503)
    const promised = await buy()
    await app.payments.deliverAll()
    await deliver()
    await choose(promised.browser, false)
    receiver.setBehaviour('takes')
    await deliver()
    expect(receiver.requests).toHaveLength(1)
  })

  test('a second time by who comes back after a week', async () => {
    const { browser, sessionId } = await buy()
    await app.payments.deliverAll()
    await deliver()
    app.setNow(new Date(Date.now() + 7 * DAY_MS + 1000))
    expect((await report(browser, sessionId)).json().data.isFirst).toBe(false)
    expect(purchases()).toHaveLength(1)
  })

  test('when its trial was refused', async () => {
    const first = await buy()
    await app.payments.deliverAll()
    await deliver()
    receiver.reset()
    const again = openBuyer(app, { cookie: cookieOf(await consenting()), email: first.buyer.email })
    const sessionId = await again.begin()
    app.payments.pay(sessionId, again.email)
    await app.payments.deliverAll()
    expect((await again.verify(sessionId)).code).toBe('trial-used')
    await deliver()
    expect(purchases()).toEqual([])
    expect((await report(again.browser, sessionId)).json().success).toBe(false)
  })
})

test('a payment page opened again is told of as its buyer wants it by then', async () => {
  const buyer = openBuyer(app)
  const id = await buyer.begin({ fbp: FBP })
  expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
  await choose(buyer.browser, true)
  expect(await buyer.begin({ fbp: FBP })).toBe(id)
  expect(await adClickIdsOf(id)).toMatchObject({ fbp: FBP, consentId: expect.any(String) })
  buyer.browser.cookies.delete('consent')
  expect(await buyer.begin({ fbp: FBP })).toBe(id)
  expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
})

describe('to withdraw while the payment page is being opened', () => {
  test('leaves nothing on it', async () => {
    for (let time = 0; time < 4; time += 1) {
      const buyer = openBuyer(app, { cookie: cookieOf(await consenting()) })
      const tab = openBrowser(app, cookieOf(buyer.browser))
      const [opened] = await Promise.all([buyer.open({ fbp: FBP }), choose(tab, false)])
      expect(await adClickIdsOf(opened.json().id)).toEqual(NO_MARKS)
    }
  })

  test('leaves nothing on it, also when that was asked for with the agreement', async () => {
    const buyer = openBuyer(app, { cookie: cookieOf(await consenting()) })
    const id = await buyer.begin({ fbp: FBP })
    await choose(openBrowser(app, cookieOf(buyer.browser)), false)
    expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
    expect(await buyer.begin({ fbp: FBP })).toBe(id)
    expect(await adClickIdsOf(id)).toEqual(NO_MARKS)
  })
})

test('nobody is kept from buying by what a browser has in its cookies', async () => {
  for (const fbp of [1, null, ['fb.1.2.3'], {}, 'x'.repeat(1500), 'fb.1.2.<b>']) {
    await forgetThrottles(app)
    const { sessionId } = await buy({ fbp, fbc: fbp })
    expect(await adClickIdsOf(sessionId)).toMatchObject({ fbp: null, fbc: null })
  }
})

test('what a purchase is told with is forgotten after eight days', async () => {
  const { sessionId } = await buy()
  const start = Date.now()
  app.setNow(new Date(start + 7.9 * DAY_MS))
  await cleanUp(app.ctx)
  expect(await adClickIdsOf(sessionId)).toMatchObject({ fbp: FBP })
  app.setNow(new Date(start + 8.1 * DAY_MS))
  await cleanUp(app.ctx)
  expect(await adClickIdsOf(sessionId)).toEqual(NO_MARKS)
})
