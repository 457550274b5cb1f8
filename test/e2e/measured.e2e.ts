import { createPerson } from '#test/factories.ts'
import { createPaidCheckout } from '#test/factories-membership.ts'
import { expect, open } from './browser.ts'
import {
  accept,
  banner,
  entries,
  grant,
  idOf,
  settled,
  signIn,
  test,
  tracked,
} from './measured-server.ts'

test('who accepts is told of on both sides under one name, page by page', async ({
  page,
  context,
  outside,
}) => {
  const calls = tracked(context)
  const second = await context.newPage()
  await open(second, '/terms')
  await open(page, '/?fbclid=IwAR0-abc_aem_X')
  await expect(banner(second)).toBeVisible()
  await expect(banner(page)).toBeVisible()
  expect([...calls, ...outside]).toEqual([])

  await accept(page)
  await expect(banner(second)).toHaveCount(0)
  const pagesOf = (path: string) =>
    calls.filter(({ body: { url } }) => url && new URL(String(url)).pathname === path)
  await expect.poll(() => pagesOf('/terms')).toHaveLength(1)
  await second.close()
  await page.getByRole('link', { name: 'Daily deals' }).first().click()
  await page.waitForURL('**/daily-deals')
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(2)
  await page.evaluate(() => history.back())
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(3)
  const views = await entries(page, 'PageView')
  expect(views.map(({ page_path }) => page_path)).toEqual(['/', '/daily-deals', '/'])

  await open(page, '/join-now')
  await expect.poll(() => entries(page, 'BridgePageViewed')).toHaveLength(1)
  const told = [...views, ...(await entries(page, 'PageView'))].map(({ event_id }) => event_id)
  const [bridge] = await entries(page, 'BridgePageViewed')
  await expect
    .poll(() => calls.filter(({ body }) => body.event_id === bridge?.event_id))
    .toEqual([expect.objectContaining({ call: 'track-bridge-page', status: 200 })])
  const first = pagesOf('/')[0]
  await expect
    .poll(() => ['/', '/daily-deals', '/join-now'].flatMap(pagesOf).map(idOf).toSorted())
    .toEqual(told.toSorted())
  expect(new Set(told).size).toBe(4)
  const clickMark = expect.stringMatching(/^fb\.1\.\d+\.IwAR0-abc_aem_X$/)
  const browserMark = expect.stringMatching(/^fb\.1\.\d+\.\d+$/)
  expect(first?.body.user_data).toEqual({ fbp: browserMark, fbc: clickMark })

  const commands = await page.evaluate(() =>
    (window.dataLayer ?? []).slice(0, 2).map((entry) => Array.from(entry as ArrayLike<unknown>)),
  )
  expect(commands).toMatchObject([
    ['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }],
    ['consent', 'update', { ad_storage: 'granted', analytics_storage: 'granted' }],
  ])
  // No tag has seen what an advertisement or a payment was called.
  for (const url of outside)
    expect(url).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST1')
  const seen = await page.evaluate(() => window.seenByTag)
  expect(seen?.join()).not.toContain('fbclid')
})

test('a purchase is told of once, and no tag learns what the payment is called', async ({
  page,
  context,
  server,
  complaints,
}) => {
  const buyer = await createPerson(server.ctx)
  const { sessionId } = await createPaidCheckout(server.ctx, { buyer })
  await signIn(context, server.url, buyer)
  await grant(context, server.url)
  const calls = tracked(context)
  const paid = `/daily-deals?from_checkout=true&session_id=${sessionId}`
  await open(page, paid)
  await expect.poll(() => entries(page, 'purchase')).toHaveLength(1)
  const [purchase] = await entries(page, 'purchase')
  expect(purchase?.ecommerce).toMatchObject({
    transaction_id: purchase?.event_id,
    value: 97,
    currency: 'USD',
    items: [{ item_id: 'annual', item_category: 'membership', price: 97, quantity: 1 }],
  })
  await expect(page).toHaveURL('/daily-deals')
  const layer = await page.evaluate(() => JSON.stringify([window.dataLayer, window.seenByTag]))
  expect(layer).not.toContain(sessionId)
  expect(layer).not.toContain(buyer.email)
  expect(layer).toContain('"ecommerce":null')

  await page.reload()
  const second = await context.newPage()
  for (const each of [page, second]) {
    if (each === second) await open(second, paid)
    await expect.poll(() => entries(each, 'PageView')).toHaveLength(1)
    await settled(each)
    expect(await entries(each, 'purchase')).toEqual([])
  }
  expect(calls.filter(({ call }) => call === 'track-purchase').map(({ status }) => status)).toEqual(
    [200, 200],
  )

  // That it cannot be told is logged, and nothing more.
  await second.route('**/api/track-purchase', (route) => route.abort())
  await open(second, paid)
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining('Could not report the purchase')])
})
