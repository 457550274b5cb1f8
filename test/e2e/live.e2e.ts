import { expect, open } from '#test/e2e/support/browser.ts'
import {
  activated,
  coat,
  countSockets,
  openLive,
  signedIn,
  test,
} from '#test/e2e/support/live-pages.ts'
import { changeSubscription, endSessions } from '#test/support/live-changes.ts'

test('a page turns into a member’s by itself, wherever the membership was paid for', async ({
  page,
  context,
  server,
}) => {
  const person = await signedIn(server, context, 'past_due')
  await openLive(page, `/deal/${server.dealId}`)
  await expect(page.getByText('Your payment needs a look')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await changeSubscription(server, person, { status: 'active', became: 'member' })

  await expect(activated(page)).toBeVisible()
  // The wanted deal is unlocked in place.
  await expect(page.getByRole('main').getByRole('link', { name: /^Go to/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/deal/${server.dealId}$`))
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('names are gone with the membership, before anything new has come', async ({
  page,
  context,
  server,
}) => {
  const person = await signedIn(server, context, 'active')
  await openLive(page, '/daily-deals')
  await expect(coat(page)).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/deals?*', async (route) => {
    await released
    await route.continue()
  })
  await changeSubscription(server, person, { status: 'canceled' })

  await expect(coat(page)).toHaveCount(0)
  await expect(page.getByRole('list').first()).toBeVisible()
  release()
  await expect(page.getByText(/Members save|Join to unlock/).first()).toBeVisible()
  await page.locator('.edition .card h3 a').first().click()
  await page.waitForURL('**/deal/*')
  await page.goBack()
  await expect(page.getByText(/Members save|Join to unlock/).first()).toBeVisible()
  expect(await page.content()).not.toContain('Wool coat')
  await expect(activated(page)).toHaveCount(0)
})

test('signed out on another browser, the page is a visitor’s and asks no more', async ({
  page,
  context,
  server,
}) => {
  const person = await signedIn(server, context, 'active')
  const sockets = countSockets(page)
  await openLive(page, '/daily-deals')
  await expect(coat(page)).toBeVisible()

  await endSessions(server, person)

  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(coat(page)).toHaveCount(0)
  expect(sockets.opened).toBe(1)
})

test('other tabs hear of it too, and the one that wanted to subscribe goes on to the deals', async ({
  page,
  context,
  server,
}) => {
  const person = await signedIn(server, context, 'incomplete')
  await page.routeWebSocket('**/ws?*', () => {})
  await open(page, '/subscribe')
  const other = await context.newPage()
  await openLive(other, '/daily-deals')

  await changeSubscription(server, person, { status: 'trialing', became: 'member' })

  await expect(activated(other)).toBeVisible()
  await page.waitForURL('**/daily-deals')
  await expect(coat(page)).toBeVisible()
})

test('a visitor opens no line', async ({ page, browser, server }) => {
  const sockets = countSockets(page)
  await open(page, '/daily-deals')
  // By the time a page that was opened later is connected, this one would be too.
  const other = await browser.newContext({ baseURL: server.url })
  await signedIn(server, other, 'active')
  await openLive(await other.newPage(), '/daily-deals')
  expect(sockets.opened).toBe(0)
  await other.close()
})
