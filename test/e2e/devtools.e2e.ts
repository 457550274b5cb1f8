import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { arrive, expect, open } from '#test/e2e/support/browser.ts'
import { test } from '#test/e2e/support/tools-server.ts'

test.beforeEach(async ({ context, server }) => {
  await signInAsAdmin(server, context, 'Noor')
})

test('the test user becomes a member by a button on a page of its own', async ({ page }) => {
  await open(page, '/admin')
  await page.getByRole('heading', { name: 'Test User Management' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: /test user/i }).click()
  await arrive(page, '**/admin/subscription-test')
  await page.route('**/direct-update-subscription', (route) =>
    route.fulfill({ status: 503, body: 'It is resting.' }),
  )
  await page.getByRole('button', { name: 'Update subscription to active' }).click()
  await expect(
    page.getByText('Failed to update subscription. 503: It is resting.', { exact: true }),
  ).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Update subscription to active' }).click()
  await expect(page.getByText('Subscription Updated Successfully', { exact: true })).toBeVisible()
  await expect(page.getByText('active', { exact: true })).toBeVisible()
  await page.route('**/direct-update-subscription', (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await page.getByRole('button', { name: 'Update subscription to active' }).click()
  await expect(
    page.getByText('Failed to update subscription. 500: Unknown error', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Subscription Updated Successfully', { exact: true })).toBeHidden()
})

test('standard and custom events are sent, signed, to our own webhook', async ({
  page,
  server,
}) => {
  await open(page, '/webhook-tester')
  await expect(page.getByRole('tab', { name: 'Standard events', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByLabel('Event type').selectOption('customer.subscription.updated')
  await page.getByRole('button', { name: 'Send event' }).click()
  await expect(page.getByText('was answered with 200')).toBeVisible()

  await page.getByRole('tab', { name: 'Custom event', exact: true }).click()
  await page.getByLabel('Payload (JSON)').fill('{ not json')
  await page.getByRole('button', { name: 'Send event' }).click()
  await expect(page.getByText('Invalid JSON')).toBeVisible()
  const events = server.db.selectFrom('webhookEvents').select('type')
  expect(await events.execute()).toEqual([{ type: 'customer.subscription.updated' }])
})

test('an event is taken in directly, and payments say how they are set up', async ({ page }) => {
  await open(page, '/webhook-direct')
  const titled = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(titled('Direct Webhook Tester')).toBeVisible()
  await page.getByRole('button', { name: 'Take in an event' }).click()
  await expect(page.getByText('"subscriptionStatus": "active"')).toBeVisible()
  await page.getByRole('link', { name: 'Dev test' }).click()
  await expect(page).toHaveURL(/\/dev-test$/)
  await expect(titled('Dev Test')).toBeVisible()
  await page.getByRole('button', { name: 'Test the payment configuration' }).click()
  await expect(page.getByText('sandbox', { exact: true })).toBeVisible()
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
