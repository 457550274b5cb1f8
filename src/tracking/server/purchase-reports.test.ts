import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSales } from '#app/membership/server/plans/sales.ts'
import { type Buyer, openBuyer } from '#test/checkout/buyers.ts'
import type { Browser } from '#test/support/browser.ts'
import { MONTHLY_CENTS } from '#test/support/offer.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { forgetThrottles } from '#test/support/unthrottled-app.ts'
import { TOKEN } from '#test/tracking/receiver.ts'
import { askInTurn, choose, cookieOf, reportView } from '#test/tracking/use-measured-app.ts'
import { FBP, report, tab, useMeasuredShop } from '#test/tracking/use-measured-shop.ts'

const { app, receiver, environment, rows, deliver, consenting, buy, purchases } =
  await useMeasuredShop()

let twin: TestApp
let tagsOnly: TestApp
beforeAll(async () => {
  const { port } = app.ctx.config.http
  twin = await app.another({ environment: { ...environment, PORT: String(port) } })
  tagsOnly = await app.another({ environment: { TAG_MANAGER_ID: 'GTM-TEST1' } })
})
afterAll(() => Promise.all([twin.close(), tagsOnly.close()]))

describe('a purchase', () => {
  type Step = (paid: { buyer: Buyer; browser: Browser; sessionId: string }) => Promise<unknown>
  const webhook: Step = async () => {
    await app.payments.deliverAll()
    await deliver()
  }
  let firsts: boolean[] = []
  const page: Step = async ({ buyer, browser, sessionId }) => {
    expect((await buyer.verify(sessionId)).valid).toBe(true)
    const answers = await Promise.all([
      report(browser, sessionId),
      report(tab(browser, app), sessionId),
    ])
    firsts.push(...answers.map((answer) => answer.json().data.isFirst))
  }
  const account: Step = async ({ buyer, sessionId }) => {
    expect((await buyer.complete(sessionId)).statusCode).toBe(200)
  }
  const reload: Step = async ({ browser, sessionId }) => {
    const answer = (await report(browser, sessionId)).json()
    if (answer.success) firsts.push(answer.data.isFirst)
  }
  test.each<[string, Step[]]>([
    ['the webhook before the page', [webhook, page, account, reload]],
    ['the page before the webhook', [page, account, reload, webhook, reload]],
    ['a reload before everything', [reload, webhook, reload, page]],
    ['the webhook between two pages', [page, webhook, account, page, reload]],
    ['everything twice', [webhook, page, webhook, account, reload, page, webhook]],
  ])('is told once, with %s', async (_, steps) => {
    firsts = []
    const paid = await buy()
    for (const step of steps) await step(paid)
    await deliver()
    expect(firsts.filter(Boolean)).toHaveLength(1)
    expect(purchases().map(({ event_id }) => event_id)).toEqual([paid.opened.purchaseEventId])
  })

  test('is told once by two processes, four tabs and the webhook at one moment', async () => {
    const { browser, buyer, sessionId, opened } = await buy()
    await buyer.verify(sessionId)
    const tabs = [app, twin, app, twin].map((at) => report(tab(browser, at), sessionId))
    const [, ...answers] = await Promise.all([app.payments.deliverAll(), ...tabs])
    expect(answers.filter((answer) => answer.json().data.isFirst)).toHaveLength(1)
    await Promise.all([deliver(), deliver()])
    expect(purchases().map(({ event_id }) => event_id)).toEqual([opened.purchaseEventId])
    expect(await rows()).toHaveLength(1)
  })

  test('whose buyer never comes back is told with what was kept at its beginning', async () => {
    const buyer = openBuyer(app, { cookie: cookieOf(await consenting()) })
    const opened = await buyer.browser.post(
      '/api/create-checkout-session',
      { priceId: 'annual', fbp: FBP, fbc: 'nonsense', event_id: 'of the page' },
      {
        headers: {
          cookie: cookieOf(buyer.browser),
          referer: `${app.ctx.config.http.publicUrl}/join-now?fbclid=x`,
        },
      },
    )
    const { id, purchaseEventId } = opened.json()
    app.payments.pay(id, buyer.email)
    await app.payments.deliverAll()
    await deliver()
    expect(receiver.requests.map(({ body }) => body)).toEqual([
      {
        data: [
          {
            event_name: 'Purchase',
            event_time: expect.any(Number),
            event_id: purchaseEventId,
            action_source: 'website',
            event_source_url: `${app.ctx.config.http.publicUrl}/join-now`,
            user_data: {
              client_ip_address: expect.stringMatching(/^198\.51\./),
              client_user_agent: expect.stringMatching(/Firefox/),
              fbp: FBP,
              external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)],
            },
            // The trial starts with nothing due.
            custom_data: { value: 97, currency: 'USD', order_id: purchaseEventId },
            data_processing_options: ['LDU'],
            data_processing_options_country: 0,
            data_processing_options_state: 0,
          },
        ],
        access_token: TOKEN,
      },
    ])
    const told = JSON.stringify(receiver.requests) + app.logLines.join('\n')
    for (const secret of [id, buyer.email, encodeURIComponent(buyer.email)]) {
      expect(told).not.toContain(secret)
    }
    expect(app.logLines.join('\n')).not.toContain(TOKEN)
  })

  test('is told with the address and the cookies that its page sends', async () => {
    const { buyer, browser, sessionId } = await buy()
    await buyer.verify(sessionId)
    const cookies = { fbp: 'fb.1.1700000000001.43', fbc: 'fb.1.1700000000001.AbC' }
    const told = { ...cookies, user_id: 'somebody' }
    const address = `${app.ctx.config.http.publicUrl}/terms`
    await report(browser, sessionId, { ...told, event_source_url: `${address}?session_id=x` })
    await deliver()
    expect(purchases()).toMatchObject([{ event_source_url: address, user_data: cookies }])
    expect(JSON.stringify(receiver.requests)).not.toContain('somebody')
  })

  test('is worth what its plan costs, in dollars', async () => {
    const { buyer, browser, sessionId, opened } = await buy({ priceId: 'monthly' })
    await buyer.verify(sessionId)
    expect((await report(browser, sessionId, { user_id: 'somebody' })).json()).toEqual({
      success: true,
      data: {
        event_id: opened.purchaseEventId,
        value: MONTHLY_CENTS / 100,
        currency: 'USD',
        plan: 'monthly',
        isFirst: true,
      },
    })
    await app.db.updateTable('checkouts').set({ amountTotal: 6750, currency: 'cad' }).execute()
    expect((await report(browser, sessionId)).json().data).toMatchObject({
      value: 67.5,
      currency: 'CAD',
      isFirst: false,
    })
  })

  test('that began as a trial in a sale is worth the price of the sale, also after it', async () => {
    const sales = createSales(app.ctx)
    await sales.set({ priceCents: 6700, firstDay: '2000-01-01', lastDay: '2999-12-31' })
    const { buyer, browser, sessionId, opened } = await buy()
    expect(opened).toMatchObject({ isTrial: true, isSale: true })
    await sales.end()
    await buyer.verify(sessionId)
    await deliver()
    expect((await report(browser, sessionId)).json().data.value).toBe(67)
    expect(purchases().map(({ custom_data }) => custom_data?.value)).toEqual([67])
  })
})

test('a purchase is not told of on an agreement taken back elsewhere, but on the next one', async () => {
  for (const at of [app, tagsOnly]) {
    const { browser, sessionId } = await buy()
    await app.payments.deliverAll()
    await choose(tab(browser, at), false)
    const isFirst = async (from: Browser) => (await report(from, sessionId)).json().data.isFirst
    expect(await isFirst(tab(browser, at))).toBe(false)
    const anew = tab(browser, at)
    await choose(anew, true)
    expect(await isFirst(anew)).toBe(true)
  }
})

test('a purchase is told of however many pages were looked at before it', async () => {
  const { browser, sessionId } = await buy()
  await app.payments.deliverAll()
  const url = `${app.ctx.config.http.publicUrl}/daily-deals`
  const views = await askInTurn(app, 61, () => reportView(browser, { url }))
  expect(views.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  expect((await report(browser, sessionId)).json().data.isFirst).toBe(true)
})

test('a purchase of others is the same as none', async () => {
  const { browser, sessionId } = await buy()
  await app.payments.deliverAll()
  const stranger = await consenting()
  const open = await openBuyer(app).begin()
  const all = [sessionId, open, 'cs_test_0123456789', 'x', '', '{CHECKOUT_SESSION_ID}', "' or 1=1"]
  for (const id of all) {
    const response = await report(stranger, id)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { success: false, error: 'There is no such purchase.' },
    ])
  }
  for (const id of [1, null, [sessionId], { id: sessionId }, 'x'.repeat(1001), undefined]) {
    expect((await report(stranger, id)).statusCode).toBe(400)
  }
  // The buyer can still report it.
  expect((await report(browser, sessionId)).json().data.isFirst).toBe(true)
  await forgetThrottles(app)
  const many = await askInTurn(app, 61, () => report(stranger, 'x'))
  expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
})
