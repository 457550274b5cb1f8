import { describe, expect, test } from 'vitest'
import { TESTER_EVENTS } from '#app/devtools/devtools.facts.ts'
import { devtoolsRoutes } from '#app/devtools/server/devtools.routes.ts'
import { readConfig } from '#app/server/config/config.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'
import { withDevTools } from './tools-app.ts'

const app: TestApp = useTestApp(withDevTools(() => app.payments))

const CALLS = [
  ['GET', '/api/admin/direct-update-subscription'],
  ['POST', '/api/test-webhook'],
  ['POST', '/api/stripe/webhook-direct'],
  ['GET', '/api/test-stripe-config'],
] as const

async function asAdmin() {
  return app.as(await openAdmin(app))
}

describe('the developer tools', () => {
  test.each(CALLS)('%s %s are for the administrator alone', async (method, url) => {
    const member = await createMember(app.ctx)
    for (const browser of [app, app.as(member)]) {
      const answer = await browser.inject({ method, url })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'admin-required'])
    }
    expect(await app.db.selectFrom('webhookEvents').select('id').execute()).toEqual([])
  })

  test('give the test user an active subscription, once and for all to see', async () => {
    const admin = await asAdmin()
    const url = '/api/admin/direct-update-subscription'
    const first = await admin.inject({ url })
    expect(first.json()).toMatchObject({ success: true, subscriptionStatus: 'active' })
    expect(new Date(first.json().currentPeriodEnd).getTime()).toBeGreaterThan(Date.now())
    await admin.inject({ url })

    const { email, password } = first.json()
    const login = await app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { email, password },
    })
    const session = login.cookies.find(({ name }) => name === 'session')?.value
    const mine = await app.as({ cookie: `session=${session}` }).inject({ url: '/api/subscription' })
    expect(mine.json()).toMatchObject({ status: 'active', tier: 'annual', isMember: true })
    const rows = app.db
      .selectFrom('subscriptions')
      .select('status')
      .where('id', 'like', 'sub_tester%')
    expect(await rows.execute()).toEqual([{ status: 'active' }])
  })

  test('send a standard event that our webhook believes and applies', async () => {
    expect(TESTER_EVENTS).toEqual([
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'payment_intent.succeeded',
      'checkout.session.completed',
      'invoice.payment_succeeded',
      'invoice.payment_failed',
    ])
    const admin = await asAdmin()
    await admin.inject({ url: '/api/admin/direct-update-subscription' })
    // Nobody has opened the payment page yet.
    for (const type of TESTER_EVENTS.filter((each) => each !== 'checkout.session.completed')) {
      const tried = await admin.inject({
        method: 'POST',
        url: '/api/test-webhook',
        payload: { type },
      })
      expect(tried.json()).toMatchObject({ type, status: 200, answer: '{"received":true}' })
      const stored = app.db
        .selectFrom('webhookEvents')
        .select('type')
        .where('id', '=', tried.json().eventId)
      expect(await stored.executeTakeFirst()).toEqual({ type })
    }
  })

  test('say what there is nothing of yet', async () => {
    const tried = await (await asAdmin()).inject({
      method: 'POST',
      url: '/api/test-webhook',
      payload: { type: 'checkout.session.completed' },
    })
    expect(tried.statusCode).toBe(422)
    expect(tried.json().error).toBe('There is no checkout session yet: buy a membership first.')
  })

  test('send a custom event as it was written', async () => {
    const payload = JSON.stringify({
      id: 'evt_custom',
      object: 'event',
      api_version: null,
      type: 'some.thing',
      created: 1_790_000_000,
      livemode: false,
      data: { object: { id: 'thing_1', object: 'thing' } },
    })
    const tried = await (await asAdmin()).inject({
      method: 'POST',
      url: '/api/test-webhook',
      payload: { payload },
    })
    expect(tried.json()).toMatchObject({ eventId: 'evt_custom', payload, status: 200 })
  })

  test.each(['{ not json', '"text"', 'null', ''])(
    'refuse %s as a custom event',
    async (payload) => {
      const tried = await (await asAdmin()).inject({
        method: 'POST',
        url: '/api/test-webhook',
        payload: { payload },
      })
      expect([tried.statusCode, tried.json().error]).toEqual([400, 'Invalid JSON'])
    },
  )

  test.each([
    'http://127.0.0.1:1/api/stripe/webhook',
    'https://elsewhere.example/api/stripe/webhook',
    '//elsewhere.example/api/x',
    'file:///etc/hostname',
    '/daily-deals',
    'http://user:secret@localhost:3000/api/stripe/webhook',
  ])('send nothing to %s', async (url) => {
    const tried = await (await asAdmin()).inject({
      method: 'POST',
      url: '/api/test-webhook',
      payload: { url, payload: '{}' },
    })
    expect(tried.statusCode).toBe(400)
    expect(tried.json().fields.url).toContain('a path of this server')
  })

  test('take in an event past its signature, and read the truth from the provider', async () => {
    const admin = await asAdmin()
    await admin.inject({ url: '/api/admin/direct-update-subscription' })
    const applied = await admin.inject({ method: 'POST', url: '/api/stripe/webhook-direct' })
    expect(applied.json()).toMatchObject({ success: true, subscriptionStatus: 'active' })
  })

  test('tell whether payments are set up, and no secret', async () => {
    const answer = await (await asAdmin()).inject({ url: '/api/test-stripe-config' })
    expect(answer.json()).toMatchObject({ mode: 'sandbox', isReachable: true })
    expect(answer.body).not.toMatch(/sk_test|whsec_/)
  })
})

describe('without DEV_TOOLS', () => {
  const plain = useTestApp({ environment: { ADMIN_PASSWORD: 'the-back-office-1' }, hasPages: true })

  test.each(CALLS)('%s %s does not exist, not even for the administrator', async (method, url) => {
    const admin = plain.as(await openAdmin(plain))
    expect((await admin.inject({ method, url })).statusCode).toBe(404)
  })

  test.each(['/admin/subscription-test', '/webhook-tester', '/webhook-direct', '/dev-test'])(
    '%s is not found',
    async (url) => {
      const admin = plain.as(await openAdmin(plain))
      const page = await admin.inject({ url, headers: { accept: 'text/html' } })
      expect(page.statusCode).toBe(404)
      expect(page.body).toContain('404 Page Not Found')
    },
  )
})

test('production refuses to have them, even when it is asked to', () => {
  const production = readConfig({})
  expect(() =>
    devtoolsRoutes(app.http, { ...app.ctx, config: { ...production, isProduction: true } }),
  ).toThrow('no developer tools in production')
})
