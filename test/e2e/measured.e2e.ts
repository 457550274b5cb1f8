import { expect, open } from '#test/e2e/support/browser.ts'
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
} from '#test/e2e/support/measured-server.ts'
import { createPerson } from '#test/support/factories.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'

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
  await page.getByRole('link', { name: 'All deals' }).first().click()
  await page.waitForURL('**/daily-deals')
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(2)
  await page.evaluate(() => history.back())
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(3)
  const views = await entries(page, 'PageView')
  expect(views.map(({ page_path }) => page_path)).toEqual(['/', '/daily-deals', '/'])
  // Leaving a page aborts its pending calls.
  await expect.poll(() => ['/', '/daily-deals'].flatMap(pagesOf)).toHaveLength(3)

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
  for (const url of outside)
    expect(url).toBe('https://www.googletagmanager.com/gtm.js?id=GTM-TEST1')
})

test('no tag is on a page with somebody’s own affairs, however it is come to', async ({
  page,
  context,
  server,
  outside,
}) => {
  const member = await createPerson(server.ctx)
  await grant(context, server.url)
  const isTagged = () => page.evaluate(() => 'seenByTag' in window)
  const begin = async (path: string) => {
    await open(page, path)
    await expect.poll(isTagged).toBe(true)
  }

  await begin('/daily-deals')
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  await page.waitForURL('**/sign-in')
  await settled(page)
  expect(await isTagged()).toBe(false)
  await page.getByLabel('Email').fill('half@typed.test')
  // Nor do tags load later in a document that has shown such a page.
  await page.getByRole('link', { name: 'All deals' }).first().click()
  await page.waitForURL('**/daily-deals')
  await settled(page)
  expect(await isTagged()).toBe(false)

  await signIn(context, server.url, member)
  await begin('/daily-deals')
  await page.getByRole('link', { name: 'Account' }).first().click()
  await page.waitForURL('**/account')
  await expect(page.getByText(member.email).first()).toBeVisible()
  await settled(page)
  expect(await isTagged()).toBe(false)

  // Signed-in people would be redirected from these pages to the feed.
  await context.clearCookies({ name: 'session' })
  const loaded = outside.length
  for (const path of ['/?signin=true', '/forgot-password', '/password-reset?token=x']) {
    await open(page, path)
    await settled(page)
    expect(await isTagged(), path).toBe(false)
  }
  expect(outside).toHaveLength(loaded)
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
  // The first call is rate limited and retried.
  await page.route(
    '**/api/track-purchase',
    (route) => route.fulfill({ status: 429, headers: { 'retry-after': '1' } }),
    { times: 1 },
  )
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
  await expect.poll(() => page.evaluate(() => window.seenByTag)).toBeDefined()
  expect(await entries(page, 'PageView')).toHaveLength(1)
  const layer = await page.evaluate(() =>
    JSON.stringify([
      window.dataLayer,
      window.seenByTag,
      performance.getEntries().map(({ name }) => name),
    ]),
  )
  expect(layer).not.toContain(sessionId)
  expect(layer).not.toContain(buyer.email)
  expect(layer).toContain('"ecommerce":null')

  await page.reload()
  await expect.poll(() => entries(page, 'PageView')).toHaveLength(1)
  await settled(page)
  expect(await entries(page, 'purchase')).toEqual([])
  // A second tab reports nothing new, and no tag loads while the address names the payment.
  const second = await context.newPage()
  const asked = second.waitForResponse('**/api/track-purchase')
  await open(second, paid)
  await asked
  await settled(second)
  expect(await second.evaluate(() => 'dataLayer' in window)).toBe(false)
  expect(calls.filter(({ call }) => call === 'track-purchase').map(({ status }) => status)).toEqual(
    [429, 200, 200],
  )

  // A failed report is logged, and nothing else happens.
  await second.route('**/api/track-purchase', (route) => route.abort())
  await open(second, paid)
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining('Could not report the purchase')])
})
