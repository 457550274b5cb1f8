import { openPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { openAdmin } from '#test/admin.ts'
import { withDevTools } from '#test/devtools/tools-app.ts'
import { freePort } from '#test/free-port.ts'
import { createAppOn, type TestApp } from '#test/test-app.ts'
import type { TestDatabase } from '#test/test-database.ts'
import { enterDesk } from './admin-desk.ts'
import { test as base, expect, expectAccessible, open } from './browser.ts'

/** The product with the developer tools and the payment sandbox. */
const test = base.extend<object, { tools: TestApp & { url: string } }>({
  tools: [
    async ({ browserName: _ }, use) => {
      const port = await freePort()
      const url = `http://localhost:${port}`
      const opened = await openPglite({})
      await migrate(opened.db)
      const database: TestDatabase = { ...opened, openAgain: async () => database }
      const options = withDevTools(() => app.payments)
      const environment = { ...options.environment, PORT: String(port), PUBLIC_URL: url }
      const app: TestApp = await createAppOn(database, { ...options, environment, hasPages: true })
      // The test user has paid, so that the provider has something to tell of.
      const admin = app.as(await openAdmin(app))
      await admin.inject({ url: '/api/admin/direct-update-subscription' })
      await use(Object.assign(app, { url }))
      await app.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ tools }, use) => use(tools.url),
})

test.beforeEach(async ({ context, tools }) => {
  await enterDesk(tools, context, 'Noor')
})

test('the test user becomes a member by a button on a page of its own', async ({ page }) => {
  await open(page, '/admin')
  await page.getByRole('heading', { name: 'Test User Management' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: /test user/i }).click()
  await page.waitForURL('**/admin/subscription-test')
  await page.getByRole('button', { name: 'Update subscription to active' }).click()
  await expect(page.getByText('Subscription Updated Successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('active', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('standard and custom events are sent, signed, to our own webhook', async ({ page, tools }) => {
  await open(page, '/webhook-tester')
  await page.getByLabel('Event type').selectOption('customer.subscription.updated')
  await page.getByRole('button', { name: 'Send event' }).click()
  await expect(page.getByText('was answered with 200')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Custom event' }).click()
  await page.getByLabel('Payload (JSON)').fill('{ not json')
  await page.getByRole('button', { name: 'Send event' }).click()
  await expect(page.getByText('Invalid JSON')).toBeVisible()
  const events = tools.db.selectFrom('webhookEvents').select('type')
  expect(await events.execute()).toEqual([{ type: 'customer.subscription.updated' }])
})

test('an event is taken in directly, and payments say how they are set up', async ({ page }) => {
  await open(page, '/webhook-direct')
  await page.getByRole('button', { name: 'Take in an event' }).click()
  await expect(page.getByText('"subscriptionStatus": "active"')).toBeVisible()
  await page.getByRole('link', { name: 'Dev test' }).click()
  await page.getByRole('button', { name: 'Test the payment configuration' }).click()
  await expect(page.getByText('sandbox', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('without the administrator’s password there is only the gate', async ({ page, context }) => {
  await context.clearCookies()
  for (const path of [
    '/admin/subscription-test',
    '/webhook-tester',
    '/webhook-direct',
    '/dev-test',
  ]) {
    await open(page, path)
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})
