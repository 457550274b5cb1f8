import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { TOKEN } from '#test/tracking/receiver.ts'
import {
  askInTurn,
  choose,
  cookieOf,
  ORIGIN,
  reportBridge,
  reportView,
  useMeasuredApp,
} from '#test/tracking/use-measured-app.ts'

const { app, receiver, rows, deliver, consenting } = await useMeasuredApp()

let unmeasured: TestApp
beforeAll(async () => {
  unmeasured = await app.another()
})
afterAll(() => unmeasured.close())

const states = async () => (await rows()).map(({ state }) => state)

describe('a page that was seen', () => {
  test('is told once, with the id of the page and nothing that names anybody', async () => {
    const browser = await consenting('', '203.0.113.9')
    const now = new Date('2026-11-20T15:00:00.700Z')
    app.setNow(now)
    const seen = {
      event_id: 'pv_0123456789abcdef',
      url: `${ORIGIN}/daily-deals?session_id=cs_test_1&fbclid=x&email=a@b.example#top`,
      user_data: { fbp: 'fb.1.1700000000000.1234567890', fbc: 'fb.1.1700000000000.AbC_d-E' },
      event_name: 'Purchase',
      email: 'a@b.example',
    }
    for (let time = 0; time < 3; time += 1) {
      const response = await reportView(browser, seen)
      expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    }
    expect(await states()).toEqual(['queued'])
    await deliver()
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    const [request] = receiver.requests
    expect(request?.url).toBe('/v1/pixel/events')
    expect(request?.body).toEqual({
      data: [
        {
          event_name: 'PageView',
          event_time: Math.floor(now.getTime() / 1000),
          event_id: 'pv_0123456789abcdef',
          action_source: 'website',
          event_source_url: `${ORIGIN}/daily-deals`,
          user_data: {
            client_ip_address: '203.0.113.9',
            client_user_agent: expect.stringMatching(/Firefox/),
            fbp: 'fb.1.1700000000000.1234567890',
            fbc: 'fb.1.1700000000000.AbC_d-E',
            external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          },
          data_processing_options: ['LDU'],
          data_processing_options_country: 0,
          data_processing_options_state: 0,
        },
      ],
      access_token: TOKEN,
    })
    const [row] = await rows()
    expect([row?.state, row?.payload, row?.finishedAt]).toEqual(['sent', {}, now])
    const log = app.logLines.join('\n')
    for (const secret of [TOKEN, '/v1/pixel', '203.0.113.9', 'fb.1.', 'a@b.example']) {
      expect(log).not.toContain(secret)
    }
  })

  test('before the payment page is told as such', async () => {
    const browser = await consenting()
    await reportBridge(browser, { event_time: 1, action_source: 'phone_call', fbp: 'fb.1.2.3' })
    await deliver()
    expect(receiver.received()).toMatchObject([
      {
        event_name: 'BridgePageViewed',
        action_source: 'website',
        event_source_url: `${ORIGIN}/join-now`,
        user_data: { fbp: 'fb.1.2.3' },
      },
    ])
    expect(Math.abs((receiver.received()[0]?.event_time ?? 0) - Date.now() / 1000)).toBeLessThan(
      600,
    )
  })

  test.each<[string, string, Record<string, string>]>([
    ['who has not said anything', '', {}],
    ['who has declined', 'denied', {}],
    ['who made up an agreement', 'granted', {}],
    ['whose browser sends Global Privacy Control', 'granted', { 'sec-gpc': '1' }],
    ['who is a program', 'granted', { 'user-agent': 'Googlebot/2.1' }],
    ['who says nothing of the browser', 'granted', { 'user-agent': '' }],
  ])('by somebody %s is not kept', async (who, said, headers) => {
    const browser = said === 'granted' ? await consenting() : openBrowser(app)
    if (said === 'denied') await choose(browser, false)
    if (who.includes('made up')) browser.cookies.set('consent', 'granted.yes')
    const response = await reportView(browser, {}, headers)
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    expect(await rows()).toEqual([])
    await deliver()
    expect(receiver.requests).toEqual([])
  })

  test('is not kept where nothing is configured', async () => {
    const browser = openBrowser(unmeasured, cookieOf(await consenting()))
    for (const response of [await reportView(browser), await reportBridge(browser)]) {
      expect(response.json()).toEqual({ success: true })
    }
    expect(await rows()).toEqual([])
  })

  test.each([
    'https://elsewhere.example/daily-deals',
    'http://localhost:3001/daily-deals',
    'http://localhost:3000@elsewhere.example/',
    '//elsewhere.example/',
    'javascript:alert(1)',
    `${ORIGIN}/track?deal_id=deal00000001`,
    `${ORIGIN}/password-reset?token=x`,
    `${ORIGIN}/checkout/success?session_id=cs_test_1`,
    `${ORIGIN}/account`,
    `${ORIGIN}/admin/figures`,
    `${ORIGIN}/webhook-tester`,
    `${ORIGIN}/a@b.example`,
    `${ORIGIN}/daily-deals/..%2faccount`,
    `${ORIGIN}/deal/../account`,
    '',
  ])('is refused at %s', async (url) => {
    const response = await reportView(await consenting(), { url })
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request'])
    expect(await rows()).toEqual([])
  })

  test.each([
    { event_id: 'short' },
    { event_id: 'withdrawn:12345678' },
    { event_id: ['pv_0123456789'] },
    { url: 1 },
    { user_data: 'fbp' },
    { user_data: { fbp: 1 } },
    { user_data: { fbp: 'fb.1.2.nul\0' } },
  ])('is refused with %j', async (body) => {
    const response = await reportView(await consenting(), body)
    expect(response.statusCode).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('is refused with more than belongs in a field', async () => {
    const long = [
      { event_id: 'x'.repeat(81) },
      { url: `${ORIGIN}/${'x'.repeat(2048)}` },
      { user_data: { fbc: `fb.1.2.${'x'.repeat(501)}` } },
    ]
    for (const body of long)
      expect((await reportView(await consenting(), body)).statusCode).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('is refused beyond 4 KB', async () => {
    const response = await reportView(await consenting(), { more: 'x'.repeat(4096) })
    expect(response.statusCode).toBe(413)
  })

  test.each(['nonsense', 'fb.1.2', 'fb.1.2.a b', 'fb.1.2.<script>', 'fb.11.2.a', 'a@b.example'])(
    'is told without the mark %j',
    async (mark) => {
      await reportView(await consenting(), { user_data: { fbp: mark, fbc: mark } })
      const [row] = await rows()
      expect(row?.payload).not.toHaveProperty('user_data.fbp')
      expect(row?.payload).not.toHaveProperty('user_data.fbc')
    },
  )

  test('is refused past sixty a minute from one network; to withdraw is not', async () => {
    const browser = await consenting('', '203.0.113.78')
    const answers = await askInTurn(app, 63, () => reportView(browser))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect([refused.length, (await rows()).length]).toEqual([3, 60])
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await choose(browser, false)).statusCode).toBe(200)
  })
})
