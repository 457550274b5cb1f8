import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { purchase } from './purchases.ts'
import { findRow, forgetPayments, recordsOf } from './records.ts'
import {
  eventsAbout,
  madeUpEvent,
  post,
  postRaw,
  sign,
  WEBHOOK_PATH,
  WEBHOOK_SECRET,
} from './webhooks.ts'

const app = useTestApp({
  hasPayments: true,
  environment: { STRIPE_WEBHOOK_SECRET: `${WEBHOOK_SECRET} , whsec_the_next_one\n` },
})
afterEach(() => app.setNow(undefined))

const event = madeUpEvent({ type: 'customer.updated', data: { object: { id: 'cus_1' } } })
const payload = JSON.stringify(event)
const nowSeconds = () => Math.floor(Date.now() / 1000)
const stored = async () =>
  (await app.db.selectFrom('webhookEvents').select('id').execute()).map(({ id }) => id)

const REFUSED = { code: 'bad-request', error: 'The signature of this event is not valid.' }

describe('an event is believed only when one of our secrets signed it', () => {
  const v1 = (header: string) => /v1=(\w+)/.exec(header)?.[1] ?? ''
  const cases: Array<[string, string | Buffer, Record<string, string>]> = [
    ['without a signature', payload, {}],
    ['with an empty one', payload, { 'stripe-signature': '' }],
    ['with nonsense', payload, { 'stripe-signature': 'signed, honestly' }],
    ['with a time alone', payload, { 'stripe-signature': `t=${nowSeconds()}` }],
    [
      'with the old scheme alone',
      payload,
      { 'stripe-signature': sign(payload).replace('v1=', 'v0=') },
    ],
    ['with a signature alone', payload, { 'stripe-signature': `v1=${v1(sign(payload))}` }],
    [
      'by another secret',
      payload,
      { 'stripe-signature': sign(payload, { secret: 'whsec_of_somebody_else' }) },
    ],
    ['by no secret', payload, { 'stripe-signature': sign(payload, { secret: ' ' }) }],
    ['with a byte changed', `${payload} `, { 'stripe-signature': sign(payload) }],
    [
      'with its time changed',
      payload,
      { 'stripe-signature': sign(payload).replace(/t=\d+/, `t=${nowSeconds() - 1}`) },
    ],
    ['without a body', '', { 'stripe-signature': sign('') }],
    ['as a list of events', '[]', { 'stripe-signature': sign(payload) }],
  ]
  test.each(cases)('not %s', async (_, body, headers) => {
    const before = await stored()
    const response = await postRaw(app, body, headers)
    expect([response.statusCode, response.json()]).toMatchObject([400, REFUSED])
    expect(await stored()).toEqual(before)
  })

  test('not with the signature sent twice', async () => {
    const twice = [sign(payload), sign(payload, { timestamp: nowSeconds() - 1 })]
    expect(await sendOverTheWire({ 'stripe-signature': twice })).toBe(400)
    expect(await stored()).not.toContain(event.id)
  })

  test('each of two secrets counts while one takes over from the other', async () => {
    for (const secret of [WEBHOOK_SECRET, 'whsec_the_next_one']) {
      const signed = madeUpEvent({ type: 'customer.updated', data: { object: {} } })
      expect((await post(app, signed, { secret })).statusCode).toBe(200)
      expect(await stored()).toContain(signed.id)
    }
    const both = madeUpEvent({ type: 'customer.updated', data: { object: {} } })
    const body = JSON.stringify(both)
    const stale = `v1=${v1(sign(body, { secret: 'whsec_the_last_one' }))}`
    const header = `${sign(body)},${stale},v0=whatever`
    expect((await postRaw(app, body, { 'stripe-signature': header })).statusCode).toBe(200)
  })

  test('a secret that was pasted with spaces or line ends works, and no other shape starts', () => {
    const read = (STRIPE_WEBHOOK_SECRET: string) =>
      readConfig({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET }).payments.webhookSecrets
    expect(read(' whsec_one\n,\twhsec_two ')).toEqual(['whsec_one', 'whsec_two'])
    for (const wrong of ['one', 'whsec_', 'whsec_one,', 'whsec_one two']) {
      expect(() => read(wrong)).toThrow('STRIPE_WEBHOOK_SECRET')
    }
  })
})

describe('an event is believed for five minutes', () => {
  test.each([
    [-299, 200],
    [-301, 400],
    [299, 200],
    [301, 400],
    [24 * 60 * 60, 400],
  ])('signed %i seconds from now it is answered %i', async (away, status) => {
    app.setNow(new Date(nowSeconds() * 1000))
    const timestamp = nowSeconds() + away
    const signed = madeUpEvent({ type: 'customer.updated', data: { object: {} } })
    expect((await post(app, signed, { timestamp })).statusCode).toBe(status)
    expect((await stored()).includes(signed.id)).toBe(status === 200)
  })

  test('also when a fresh time is put beside the one that was signed', async () => {
    const old = sign(payload, { timestamp: nowSeconds() - 3600 })
    for (const header of [`t=${nowSeconds()},${old}`, `${old},t=${nowSeconds()}`]) {
      const response = await postRaw(app, payload, { 'stripe-signature': header })
      expect([response.statusCode, response.json()]).toMatchObject([400, REFUSED])
    }
  })

  test('and the log says so loudly when a clock is wrong', async () => {
    for (const minutes of [10, -10]) {
      app.logLines.length = 0
      app.setNow(new Date(Date.now() + minutes * 60_000))
      expect((await post(app, madeUpEvent(event))).statusCode).toBe(400)
      expect(app.logLines.join('')).toMatch(
        /"level":"?(50|error)"?.*is the clock of this server right/,
      )
    }
  })

  test.each([
    ['no id', { id: undefined }],
    ['no type', { type: undefined }],
    ['a NUL in its id', { id: 'evt_\0' }],
    ['a NUL in its type', { type: 'invoice.paid\0' }],
    ['a NUL in what it is about', { data: { object: { id: 'in_\0', object: 'invoice' } } }],
    ['no object', { data: {} }],
    ['no data', { data: undefined }],
    ['no time', { created: undefined }],
    ['an endless time', { created: 1e300 }],
    ['a time in words', { created: 'yesterday' }],
  ])('and with %s it is none, however well signed', async (_, wrong) => {
    const before = await stored()
    const body = JSON.stringify({ ...madeUpEvent(event), ...wrong })
    const response = await postRaw(app, body, { 'stripe-signature': sign(body) })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request'])
    expect(await stored()).toEqual(before)
  })

  test('and a request that somebody has recorded does nothing a second time', async () => {
    const buyer = await createPerson(app.ctx)
    const bought = await purchase(app, { buyer })
    const [paid] = eventsAbout(app, bought.customerId).filter(({ type }) => type === 'invoice.paid')
    const recorded = JSON.stringify(paid)
    const headers = { 'stripe-signature': sign(recorded) }
    expect((await postRaw(app, recorded, headers)).statusCode).toBe(200)
    await app.ctx.payments.stripe.subscriptions.cancel(bought.subscriptionId)
    const before = await recordsOf(app.db)
    expect((await postRaw(app, recorded, headers)).statusCode).toBe(200)
    expect(await recordsOf(app.db)).toEqual(before)
    expect(await findRow(app.db, bought.subscriptionId)).toMatchObject({ userId: buyer.id })
    await forgetPayments(app.db)
  })
})

/** Returns the status of the answer. */
function sendOverTheWire(headers: Record<string, string | string[]>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = new URL(WEBHOOK_PATH, app.ctx.config.http.ownOrigin)
    request(url, { method: 'POST', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end(payload)
  })
}
