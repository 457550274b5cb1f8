import { describe, expect, test } from 'vitest'
import { openCheckout } from './buying.ts'
import { usePricedShop } from './priced-shop.ts'
import { SECRET_KEY } from './shop.ts'

const { shop, prices } = usePricedShop()

/** Sends a request that no library would send. */
function call(path: string, { form, ...init }: RequestInit & { form?: string } = {}) {
  return fetch(`${shop.origin}/v1${path}`, {
    ...(form === undefined ? {} : { method: 'POST', body: form }),
    ...init,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...init.headers,
    },
  })
}

async function errorOf(response: Response) {
  const body = (await response.json()) as { error: Record<string, string> }
  expect(Object.keys(body)).toEqual(['error'])
  return { status: response.status, ...body.error }
}

describe('who may call', () => {
  test.each([
    ['no key', {}],
    ['another key', { authorization: 'Bearer sk_test_wrong' }],
    ['a strange scheme', { authorization: 'Digest x' }],
  ])('%s is refused', async (_, headers) => {
    const response = await fetch(`${shop.origin}/v1/prices`, { headers })
    expect(await errorOf(response)).toMatchObject({ status: 401, type: 'invalid_request_error' })
  })

  test('the key may come as the name of a user', async () => {
    const authorization = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`
    expect((await call('/prices', { headers: { authorization } })).status).toBe(200)
  })

  test('another version of the API is refused', async () => {
    const response = await call('/prices', { headers: { 'stripe-version': '2020-08-27' } })
    expect(response.status).toBe(400)
  })
})

describe('every answer', () => {
  test('names its request, its version and the time of the sandbox', async () => {
    shop.processor.advance(1000)
    const { headers } = await call('/prices')
    expect(headers.get('request-id')).toMatch(/^req_\w+$/)
    expect(headers.get('stripe-version')).toBe('2026-10-28.endive')
    const date = Date.parse(headers.get('date') ?? '')
    expect(Math.abs(date - shop.processor.now().getTime())).toBeLessThan(5000)
  })

  test.each([
    ['/nonsense', {}, 404],
    ['/customers/cus_unknown', {}, 404],
    ['/customers', { form: 'nonsense=1' }, 400],
    ['/customers', { method: 'PATCH' }, 404],
    [
      '/customers',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['/customers', { form: `name=${'x'.repeat(300_000)}` }, 400],
  ])('to a bad call (%s) has the shape of the provider', async (path, init, status) => {
    expect(await errorOf(await call(path, init))).toMatchObject({
      status,
      type: 'invalid_request_error',
      message: expect.any(String),
    })
  })
})

const SESSION = 'mode=subscription&success_url=http://shop.test&line_items[0][quantity]=1'

describe('parameters', () => {
  test.each([
    ['/customers', 'emial=a', 'parameter_unknown', 'emial'],
    ['/customers', 'email=', undefined, undefined],
    ['/customers', 'email=nonsense', undefined, 'email'],
    ['/products', '', 'parameter_missing', 'name'],
    ['/products', 'name=', 'parameter_invalid_empty', 'name'],
    ['/products', 'name=a&active=maybe', undefined, 'active'],
    ['/products', 'name[a]=b', undefined, 'name'],
    [
      '/prices',
      'currency=usd&unit_amount=ten&product=x',
      'parameter_invalid_integer',
      'unit_amount',
    ],
    ['/prices', 'currency=usd&unit_amount=10&product=prod_x', 'resource_missing', 'product'],
    ['/prices', 'currency=usd&recurring[interval]=moon', undefined, 'recurring[interval]'],
    ['/checkout/sessions', 'mode=subscription', 'parameter_missing', 'line_items'],
    [
      '/checkout/sessions',
      `${SESSION}&line_items[0][price]=price_x`,
      'resource_missing',
      'line_items[0][price]',
    ],
    [
      '/checkout/sessions',
      `${SESSION}&line_items[0][price]=price_x&customer=`,
      'parameter_invalid_empty',
      'customer',
    ],
    [
      '/checkout/sessions',
      `${SESSION}&line_items[0][price]=p&payment_method_types[0]=card`,
      'parameter_unknown',
      'payment_method_types',
    ],
    [
      '/checkout/sessions',
      `${SESSION}&line_items[0][price]=p&ui_mode=hosted`,
      undefined,
      'ui_mode',
    ],
    [
      '/checkout/sessions',
      `${SESSION}&line_items[0][price]=p&subscription_data[trial_days]=3`,
      'parameter_unknown',
      'subscription_data[trial_days]',
    ],
    ['/refunds', 'charge=ch_x', 'resource_missing', 'charge'],
    ['/billing_portal/sessions', 'customer=cus_x', 'resource_missing', 'customer'],
  ])('%s %s', async (path, form, code, param) => {
    const error = await errorOf2(await call(path, { form }))
    if (param === undefined) expect(error).toBeUndefined()
    else expect(error).toMatchObject({ param, ...(code ? { code } : {}) })
  })

  async function errorOf2(response: Response) {
    const body = (await response.json()) as { error?: Record<string, string> }
    return body.error
  }

  test('contradictions of a checkout are refused', async () => {
    const customer = await shop.stripe.customers.create({ email: 'a@example.test' })
    const now = Math.floor(shop.processor.now().getTime() / 1000)
    for (const params of [
      { customer: customer.id, customer_email: 'a@example.test' },
      { expires_at: now + 60 },
      { expires_at: now + 3 * 24 * 3600 },
      { success_url: '/relative' },
      { mode: 'payment' as const },
      { discounts: [{ coupon: 'unknown' }] },
      { subscription_data: { trial_period_days: 0 } },
      { customer: 'cus_unknown' },
    ]) {
      await expect(
        openCheckout(shop, prices.annual, params),
        JSON.stringify(params),
      ).rejects.toMatchObject({ statusCode: 400 })
    }
  })

  test('metadata is added to, key by key', async () => {
    const { id } = await shop.stripe.customers.create({ metadata: { a: '1', b: '2', 0: 'zero' } })
    const changed = await shop.stripe.customers.update(id, { metadata: { a: '', c: '3' } })
    expect(changed.metadata).toEqual({ b: '2', c: '3', 0: 'zero' })
    expect((await shop.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
  })
})

test('the sandbox does not open in production', async () => {
  const { openPaymentSandbox } = await import('#sandbox/payments/sandbox.ts')
  const nothing = undefined as never
  expect(() => openPaymentSandbox(nothing, { isProduction: true } as never)).toThrow('production')
})
