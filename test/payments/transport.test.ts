import { gzipSync } from 'node:zlib'
import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { purchase } from './purchases.ts'
import { findRow, forgetPayments, recordsOf } from './records.ts'
import { deliver, eventsAbout, madeUpEvent, post, postRaw, sign, WEBHOOK_PATH } from './webhooks.ts'

const app = useTestApp({ hasPayments: true })
beforeEach(() => forgetPayments(app.db))

const harmless = (more: object = {}) =>
  madeUpEvent({ type: 'customer.updated', data: { object: { id: 'cus_1', ...more } } })
const isStored = async ({ id }: { id: string }) =>
  (await app.db.selectFrom('webhookEvents').select('id').where('id', '=', id).execute()).length ===
  1

describe('the bytes are taken as they come', () => {
  test.each([
    'application/json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    '',
  ])('with the content type %j', async (type) => {
    const event = harmless({ text: 'ünïcödé  and   spaces' })
    const body = JSON.stringify(event, null, 3)
    const response = await app.http.inject({
      method: 'POST',
      url: WEBHOOK_PATH,
      payload: Buffer.from(body),
      headers: { 'stripe-signature': sign(body), ...(type ? { 'content-type': type } : {}) },
    })
    expect([response.statusCode, await isStored(event)]).toEqual([200, true])
  })

  test('though they come from no page of ours, and carry a browser’s headers', async () => {
    const event = harmless()
    const body = JSON.stringify(event)
    const response = await postRaw(app, body, {
      'stripe-signature': sign(body),
      origin: 'https://provider.example',
      'sec-fetch-site': 'cross-site',
    })
    expect([response.statusCode, await isStored(event)]).toEqual([200, true])
  })

  test('compressed by a proxy on the way or not at all, but never as something else', async () => {
    const event = harmless()
    const body = JSON.stringify(event)
    const response = await postRaw(app, gzipSync(body), {
      'stripe-signature': sign(body),
      'content-encoding': 'gzip',
    })
    expect([200, 400, 415]).toContain(response.statusCode)
    expect(await isStored(event)).toBe(response.statusCode === 200)
  })

  test('up to half a megabyte', async () => {
    const large = harmless({ text: 'x'.repeat(500 * 1024) })
    expect((await post(app, large)).statusCode).toBe(200)
    const tooLarge = harmless({ text: 'x'.repeat(513 * 1024) })
    expect((await post(app, tooLarge)).statusCode).toBe(413)
    const bomb = JSON.stringify(harmless({ text: 'x'.repeat(20 * 1024 * 1024) }))
    const response = await postRaw(app, gzipSync(bomb), {
      'stripe-signature': sign(bomb),
      'content-encoding': 'gzip',
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(await isStored(tooLarge)).toBe(false)
  })

  test('at one address, which leads nowhere else', async () => {
    const body = JSON.stringify(harmless())
    for (const url of [`${WEBHOOK_PATH}/`, '/API/stripe/webhook']) {
      const headers = { 'stripe-signature': sign(body), 'content-type': 'application/json' }
      const { statusCode } = await app.http.inject({ method: 'POST', url, payload: body, headers })
      expect([403, 404]).toContain(statusCode)
    }
    expect((await app.http.inject({ url: WEBHOOK_PATH })).statusCode).toBe(404)
  })
})

describe('what an event is about', () => {
  test('in the other mode it is refused, loudly', async () => {
    const live = { ...harmless(), livemode: true }
    app.logLines.length = 0
    expect((await post(app, live)).statusCode).toBe(400)
    expect(await isStored(live)).toBe(false)
    expect(app.logLines.join('')).toContain('a webhook of the other mode')
  })

  test('of a trial run it is refused where cards are charged', async () => {
    const { payments } = app.ctx.config
    Object.assign(payments, { isLive: true })
    try {
      const tried = harmless()
      expect((await post(app, tried)).statusCode).toBe(400)
      expect(await isStored(tried)).toBe(false)
    } finally {
      Object.assign(payments, { isLive: false })
    }
  })

  test('from an endpoint that is set to another version it is taken, and the log says so', async () => {
    const bought = await purchase(app)
    const [created] = eventsAbout(app, bought.customerId).filter(
      ({ type }) => type === 'customer.subscription.created',
    )
    app.logLines.length = 0
    expect(await deliver(app, created ? [{ ...created, api_version: '2019-02-19' }] : [])).toEqual([
      200,
    ])
    expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'active' })
    expect(app.logLines.join('')).toContain('another API version')
  })

  test('of a kind nobody has heard of it is stored and does nothing; a thin one is refused', async () => {
    const future = madeUpEvent({ type: 'membership.of_the_future', data: { object: { a: [1] } } })
    expect((await post(app, future)).statusCode).toBe(200)
    expect(await isStored(future)).toBe(true)
    const thin = { ...harmless(), object: 'v2.core.event' } as unknown as Stripe.Event
    expect((await post(app, thin)).statusCode).toBe(400)
  })

  test('with words nobody has heard of it is no reason to fail', async () => {
    const bought = await purchase(app)
    const changed = eventsAbout(app, bought.customerId).map((event) =>
      madeUpEvent({
        type: event.type,
        data: { object: { ...event.data.object, status: 'hibernating', mode: 'barter' } },
      }),
    )
    expect(new Set(await deliver(app, changed))).toEqual(new Set([200]))
    // The content of the event was not trusted.
    expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ status: 'active' })
  })

  test.each(['checkout.session.completed', 'customer.subscription.updated', 'invoice.paid'])(
    'though the provider itself has none of it: %s',
    async (type) => {
      const parent = { subscription_details: { subscription: 'sub_of_nobody' } }
      const event = madeUpEvent({ type, data: { object: { id: 'x_of_nobody', parent } } })
      expect((await post(app, event)).statusCode).toBe(200)
      expect(await recordsOf(app.db)).toMatchObject({ subscriptions: [], payments: [] })
    },
  )
})
