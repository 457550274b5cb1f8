import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  HOSTILE,
  idOf,
  openPaymentPages,
  type PaymentPages,
  PUBLIC_URL,
} from '#test/support/paying/payment-pages.ts'

const CONSOLE = '/sandbox/payments'
const DAY_SECONDS = 86_400

let pages: PaymentPages
beforeAll(async () => {
  pages = await openPaymentPages()
})
afterAll(() => pages.close())

/** Buys a plan at $97 a year; returns the customer's and subscription's ids and the portal's address. */
async function buy(form: Record<string, string> = {}, trialDays = 0) {
  const address = await pages.checkout({ trialDays })
  await pages.pay(address, form)
  const session = pages.processor.findCheckout(idOf(address))
  const [customer, subscription] = [session?.customer, session?.subscription].map(String)
  const portal = await pages.call('/billing_portal/sessions', {
    customer,
    return_url: `${PUBLIC_URL}/account`,
  })
  return { customer, subscription, portal: `/sandbox/portal/${portal.id}` }
}

const find = <T>(kind: string, id: string | undefined) =>
  pages.processor.objects(kind).find((each) => each.id === id)?.json as T
const subscriptionOf = (id: string | undefined) => find<Stripe.Subscription>('subscription', id)

describe('the billing portal', () => {
  test('a customer cancels, thinks again, and goes back to the shop', async () => {
    const { portal, subscription } = await buy()
    const page = await pages.get(portal)
    expect(page.body).toContain('Annual membership')
    expect(page.body).toContain(`href="${PUBLIC_URL}/account"`)

    const cancelled = await pages.post(portal, { do: 'cancel' })
    expect(cancelled.statusCode).toBe(303)
    expect(subscriptionOf(subscription).cancel_at).not.toBeNull()
    expect((await pages.get(portal)).body).toContain('Cancels on')

    await pages.post(portal, { do: 'uncancel' })
    expect(subscriptionOf(subscription).cancel_at).toBeNull()
    expect((await pages.get(portal)).body).toContain('Renews on')
  })

  test('a new card is stored, and one that is refused is told at the form', async () => {
    const { portal } = await buy()
    const refused = await pages.pay(portal, { do: 'card', number: '4000000000000002' })
    expect(refused.statusCode).toBe(402)
    expect(refused.body).toContain('Your card was declined.')
    const stored = await pages.pay(portal, { do: 'card', number: '5555555555554444' })
    expect(stored.headers.location).toBe(`${PUBLIC_URL}/account`)
    expect((await pages.get(portal)).body).toContain('ending in 4444')
  })

  test('shows a customer their plan, card and invoices, however many others came since', async () => {
    const { portal } = await buy({ number: '5555555555554444' })
    for (let others = 0; others < 210; others += 1) await pages.pay(await pages.checkout())
    const { body } = await pages.get(portal)
    expect(body).toContain('Annual membership')
    expect(body).toContain('ending in 4444')
    expect(body).toMatch(/\/sandbox\/invoices\/\w+/)
  })

  test('shows each customer their own invoices, and strangers nothing', async () => {
    const [one, other] = [await buy(), await buy()]
    const links = async (portal: string) =>
      (await pages.get(portal)).body.match(/\/sandbox\/invoices\/\w+/g) ?? []
    const [ownLinks, otherLinks] = [await links(one.portal), await links(other.portal)]
    expect(ownLinks).toHaveLength(1)
    expect(otherLinks).not.toContain(ownLinks[0])
    expect((await pages.get('/sandbox/portal/bps_unknown')).statusCode).toBe(404)
    expect((await pages.post('/sandbox/portal/bps_unknown', { do: 'cancel' })).statusCode).toBe(404)
  })
})

test('an invoice that a card could not pay is paid at its page, and becomes a receipt', async () => {
  const { subscription } = await buy({ number: '4000000000000341' }, 3)
  pages.processor.advance(3 * DAY_SECONDS + 7200)
  const { latest_invoice } = subscriptionOf(subscription)
  const address = `/sandbox/invoices/${latest_invoice}`
  expect((await pages.get(address)).body).toContain('Pay $97.00')
  expect((await pages.pay(address, { number: '4000000000000002' })).statusCode).toBe(402)
  expect((await pages.pay(address)).statusCode).toBe(303)
  const receipt = await pages.get(address)
  expect(receipt.body).toContain('Receipt')
  expect(receipt.body).not.toContain('name="number"')
  expect(receipt.body).toContain(`href="${PUBLIC_URL}/account">Back to Nouveau</a>`)
  expect((await pages.pay(address)).headers.location).toBe(address)
  expect((await pages.get('/sandbox/invoices/in_unknown')).statusCode).toBe(404)
})

describe('the console', () => {
  test('says what a leap of the clock sets off, and makes it', async () => {
    const { subscription } = await buy({}, 3)
    const page = await pages.get(CONSOLE)
    expect(page.body).toContain('trial ends, the card is charged')
    expect(page.body).toContain(subscription)
    const moved = await pages.post(`${CONSOLE}/clock`, { by: '3d' })
    const back = `${CONSOLE}?moved=${3 * DAY_SECONDS}&told=0`
    expect([moved.statusCode, moved.headers.location]).toEqual([303, back])
    expect(subscriptionOf(subscription).status).toBe('active')
  })

  test('a month is one of the calendar, and a free number is taken in its unit', async () => {
    const before = pages.processor.now()
    await pages.post(`${CONSOLE}/clock`, { by: '12m' })
    expect(pages.processor.now().getUTCFullYear()).toBe(before.getUTCFullYear() + 1)
    const then = pages.processor.now().getTime()
    await pages.post(`${CONSOLE}/clock`, { many: '90', unit: 'minutes' })
    expect(Math.round((pages.processor.now().getTime() - then) / 60_000)).toBe(90)
  })

  test.each([{}, { by: 'x' }, { many: '-5', unit: 'days' }, { many: '1', unit: 'constructor' }])(
    'the clock never moves for %j',
    async (form) => {
      const before = pages.processor.now().getTime()
      expect((await pages.post(`${CONSOLE}/clock`, form)).statusCode).toBe(303)
      expect(pages.processor.now().getTime() - before).toBeLessThan(60_000)
    },
  )

  test('a switch stays on until it is sent without it', async () => {
    await pages.post(`${CONSOLE}/switches`, { duplicate: 'on', latencyMs: '20', drop: 'yes' })
    const on = { duplicate: true, latencyMs: 20, drop: false, isDown: false }
    expect(pages.processor.switches()).toMatchObject(on)
    expect((await pages.get(CONSOLE)).body).toContain('2 on')
    await pages.post(`${CONSOLE}/switches`)
    expect(Object.values(pages.processor.switches()).some(Boolean)).toBe(false)
  })

  test('shows objects and events as they are on the wire, as text', async () => {
    await pages.call('/customers', { email: 'x@example.com', name: HOSTILE })
    for (const url of [`${CONSOLE}/objects?kind=customer`, `${CONSOLE}/events`]) {
      const page = await pages.get(url)
      expect(page.body).toContain('&lt;script&gt;')
      expect(page.body).not.toContain('<script>')
    }
    const unknown = await pages.get(`${CONSOLE}/objects?kind=${encodeURIComponent(HOSTILE)}`)
    expect(unknown.body).toContain('There are none.')
    expect((await pages.get(`${CONSOLE}/events?page=999`)).statusCode).toBe(200)
  })

  test('gives a charge back once, and says in the provider’s words why not twice', async () => {
    const { customer } = await buy()
    const charge = pages.processor
      .objects('charge')
      .find(({ json }) => (json as Stripe.Charge).customer === customer)
    const form = { id: charge?.id ?? '' }
    await pages.post(`${CONSOLE}/refund`, { ...form, amount: '10.50' })
    expect(find<Stripe.Charge>('charge', charge?.id).amount_refunded).toBe(1050)
    expect((await pages.post(`${CONSOLE}/refund`, { ...form, amount: '' })).statusCode).toBe(303)
    const twice = await pages.post(`${CONSOLE}/refund`, form)
    expect(twice.statusCode).toBe(400)
    expect(twice.body).toContain('has already been refunded')
  })

  test.each([
    ['refund', 'ch_gone'],
    ['refund/fail', 're_gone'],
    ['pause', 'sub_gone'],
    ['dispute', 'ch_gone'],
    ['dispute/close', 'dp_gone'],
  ])('says likewise that there is no such thing: %s', async (act, id) => {
    const { statusCode, body } = await pages.post(`${CONSOLE}/${act}`, { id, outcome: 'won' })
    expect([statusCode, body]).toEqual([404, expect.stringContaining('No such')])
  })

  test('belongs to people at its own pages', async () => {
    const foreign = await pages.post(`${CONSOLE}/clock`, { by: '1d' }, { 'sec-fetch-site': 'none' })
    expect(foreign.statusCode).toBe(403)
  })
})
