import type { Page } from '@playwright/test'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reload,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'

const inHeader = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: /^Inbox/ })
    .first()
const entries = (page: Page) => page.getByRole('main').locator('li.told')

test('what somebody was told is read one by one and all at once, in every open tab; a browser is added and removed', async ({
  page,
  context,
}) => {
  await signIn(page, 'free@demo.test')
  await expect(inHeader(page)).toHaveText(/^Inbox2/)
  const other = await context.newPage()
  await open(other, '/inbox')
  await inHeader(page).click()
  await arrive(page, '**/inbox')
  await expect(entries(page)).toHaveCount(2)
  await expectAccessible(page, 'inbox')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoSidewaysScrolling(page, 'inbox')
  await page.setViewportSize({ width: 1280, height: 720 })

  await page
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .press('Enter')
  await expect(inHeader(page)).toHaveText(/^Inbox1/)
  await expect(entries(page).first()).toBeFocused()
  await expect(inHeader(other)).toHaveText(/^Inbox1/)
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'All read' })).toBeVisible()
  await expect(page.getByRole('main').getByText('All read', { exact: true })).toBeFocused()
  await expect(inHeader(other)).toHaveText(/^Inbox$/)
  await other.close()

  // Permission is requested only now; a denial is shown.
  await page.getByRole('button', { name: 'On this device' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('does not let us show')
  await context.grantPermissions(['notifications'])
  const keyboard = page.getByRole('main').locator(':focus')
  await page.getByRole('button', { name: 'On this device' }).press('Enter')
  await expect(page.getByText(/, this one/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'On this device' })).toHaveCount(0)
  await expect(keyboard).toHaveCount(1)
  await expectAccessible(page, 'inbox, on this device')
  // A device whose removal fails is still listed.
  await page.route('**/api/push/devices/*', (route) => route.abort())
  await page.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.locator('.toast')).toContainText('No answer came')
  await page.unrouteAll()
  await page.getByRole('button', { name: /^Remove/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'On this device' })).toBeVisible()
  await expect(keyboard).toHaveCount(1)

  await entries(page).first().getByRole('link').click()
  await arrive(page, '**/deal/**')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the inbox is read with forms', async ({ page }) => {
    await page.goto('/sign-in?next=%2Finbox')
    await page.getByLabel('Email').fill('member@demo.test')
    await page.getByLabel('Password').fill('demo-password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/inbox')
    const before = await page.getByText('(unread)').count()
    expect(before).toBeGreaterThan(1)
    await page
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click()
    await expect(page.getByText('(unread)')).toHaveCount(before - 1)
  })
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test('a page of ours is shown, and nothing about anybody is kept, signed in or out', async ({
    page,
    context,
  }) => {
    await signIn(page, 'member@demo.test')
    // Following a notice marks it as read.
    await open(page, '/inbox')
    const mark = entries(page).getByRole('button', { name: /^Mark as read/ })
    const id = await mark.first().getAttribute('value')
    const unread = entries(page).filter({ has: page.locator(`button[value="${id}"]`) })
    await unread.locator('.told-act').click()
    await expect(page).not.toHaveURL(/inbox/)
    await page.goBack()
    await expect(entries(page).first()).toBeVisible()
    await expect(unread).toHaveCount(0)
    await open(page, '/saved')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await reload(page)
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(
        names.map(async (name) => (await caches.open(name)).keys()),
      )
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
    expect(kept).toContain('/offline')
    expect(kept.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])

    await context.setOffline(true)
    await page.goto('/saved')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expectAccessible(page, 'offline')
    await expect(page.getByRole('main')).not.toContainText('Saved')
    await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
    // The page recovers by itself, without a press.
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Saved', exact: true })).toBeVisible()

    // When the push service changes the subscription, the browser reports the new one by itself.
    const [worker] = context.serviceWorkers()
    const device = await (
      await page.request.post('/sandbox/push/devices', {
        headers: { origin: new URL(page.url()).origin },
      })
    ).json()
    const listed = async () =>
      ((await (await page.request.get('/api/push')).json()) as { devices: object[] }).devices.length
    const before = await listed()
    await worker?.evaluate((subscription) => {
      // A service worker event, which the DOM types do not know.
      const change = Reflect.construct(Reflect.get(globalThis, 'ExtendableEvent'), [
        'pushsubscriptionchange',
      ]) as Event
      Object.assign(change, { newSubscription: { toJSON: () => subscription } })
      dispatchEvent(change)
    }, device)
    await expect.poll(listed).toBe(before + 1)

    await page.request.post('/api/logout', { headers: { 'sec-fetch-site': 'same-origin' } })
    await context.setOffline(true)
    await page.goto('/inbox')
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  })
})
