import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stringify } from 'qs'
import { readConfig } from '#app/server/config/config.ts'
import { createHttp } from '#app/server/http/http.ts'
import { createLog } from '#app/server/log.ts'
import { paymentPages } from '#sandbox/payments/pages.routes.ts'
import { openPaymentSandbox } from '#sandbox/payments/sandbox.ts'

export const PUBLIC_URL = 'http://localhost:3000'
export const HOSTILE = '"><script>alert(1)</script>'

const FORM = 'application/x-www-form-urlencoded'
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', cvc: '123', name: 'Ann Buyer' }

type Form = Record<string, string>
type Wish = { name?: string; trialDays?: number; email?: string; sale?: string }

/** Opens the payment sandbox and its pages on a server of their own, to be called by a shop and a buyer. */
export async function openPaymentPages() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nouveau-sandbox-'))
  const config = readConfig({ NODE_ENV: 'test', PUBLIC_URL, DATA_DIR: dataDir })
  const log = createLog({ log: { level: 'silent' } })
  const http = await createHttp(config, log)
  // The product parses forms on the whole server too.
  http.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => done(null, body))
  const keys = { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_sandbox' }
  const settings = { dataDir, publicUrl: PUBLIC_URL, log, isProduction: false }
  const sandbox = openPaymentSandbox(http, { ...settings, ...keys })
  paymentPages(http, sandbox, { publicUrl: PUBLIC_URL, merchant: 'Nouveau' })
  await http.ready()

  const post = (url: string, form: Form = {}, headers: Form = {}) =>
    http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': FORM, 'sec-fetch-site': 'same-origin', ...headers },
      payload: new URLSearchParams(form).toString(),
    })

  /** Calls the API as the shop does. */
  async function call<T = { id: string }>(url: string, params: object): Promise<T> {
    const response = await http.inject({
      method: 'POST',
      url: `/v1${url}`,
      headers: { 'content-type': FORM, authorization: `Bearer ${keys.secretKey}` },
      payload: stringify(params),
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json()
  }

  /** Opens a checkout of a yearly plan at $97; returns the address of its page. */
  async function checkout({ name = 'Annual membership', ...wish }: Wish = {}): Promise<string> {
    const price = await call('/prices', {
      currency: 'usd',
      unit_amount: 9700,
      recurring: { interval: 'year' },
      product_data: { name },
    })
    const coupon =
      wish.sale &&
      (await call('/coupons', {
        name: wish.sale,
        amount_off: 3000,
        currency: 'usd',
        duration: 'repeating',
        duration_in_months: 12,
      }))
    const { trialDays = 3 } = wish
    const session = await call('/checkout/sessions', {
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      success_url: `${PUBLIC_URL}/checkout/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${PUBLIC_URL}/checkout/cancel`,
      ...(trialDays > 0 ? { subscription_data: { trial_period_days: trialDays } } : {}),
      ...(wish.email ? { customer_email: wish.email } : {}),
      ...(coupon ? { discounts: [{ coupon: coupon.id }] } : {}),
    })
    return `/sandbox/checkout/${session.id}`
  }

  return {
    processor: sandbox.processor,
    get: (url: string) => http.inject({ url }),
    post,
    call,
    checkout,
    /** Fills in and submits the card form. */
    pay: (address: string, form: Form = {}, headers: Form = {}) =>
      post(address, { email: 'ann@example.com', ...CARD, ...form }, headers),
    async close() {
      sandbox.stop()
      await http.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type PaymentPages = Awaited<ReturnType<typeof openPaymentPages>>

/** Returns the id at the end of an address of these pages. */
export function idOf(address: string): string {
  return address.slice(address.lastIndexOf('/') + 1)
}
