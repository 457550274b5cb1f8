import type { Page } from '@playwright/test'
import { dealId, row, signInAsAdmin, storedDeal, test } from '#test/e2e/support/back-office.ts'
import { expect, holdScripts, open, reload } from '#test/e2e/support/browser.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'

/** Resolves once the list has been refetched, which happens when the live connection opens. */
async function openQuiet(page: Page) {
  const isRead = page.waitForResponse('**/api/admin/deals/filters')
  await open(page, '/admin')
  await isRead
}

test('the back office opens with its password only, stays open, and is locked again', async ({
  page,
}) => {
  await open(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page).toHaveTitle(/^Back office · |^This morning · Back office · /)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')

  await page.keyboard.type('not-the-password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.locator('.field-error')).toHaveText('Invalid password')
  await expect(page.locator('.toast[data-tone=error]')).toContainText('Invalid password')
  expect(await page.content()).not.toContain('Coat 0')

  await password.fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(row(page, 0)).toBeVisible()
  // It disappears with its cause, not after a timeout.
  expect(await page.locator('.toast[data-tone=error][data-state=open]').count()).toBe(0)
  await reload(page)
  await expect(row(page, 0)).toBeVisible()

  await page.getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Homepage' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('whoever presses Enter before the page is alive is let in once it is', async ({ page }) => {
  const goOn = await holdScripts(page, 'entry.browser-*')
  await page.goto('/admin', { waitUntil: 'domcontentloaded' })
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not-the-password')
  await page.keyboard.press('Enter')
  // What was pressed counts for what stood there then.
  await password.fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/session')) sent.push(request.url())
  })
  goOn()
  await expect(row(page, 0)).toBeVisible()
  expect(sent).toHaveLength(1)
  await expect(page.getByText('Invalid password')).toHaveCount(0)
})

test('whoever has to wait is told how long, beside the field', async ({ page }) => {
  await page.route('**/api/admin/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          json: { error: 'Too many attempts. Try again in 4 minutes.', code: 'too-many-requests' },
        })
      : route.continue(),
  )
  await open(page, '/admin')
  await page.keyboard.type('not-the-password')
  await page.keyboard.press('Enter')
  await expect(page.locator('.field-error')).toHaveText(
    'Too many attempts. Try again in 4 minutes.',
  )
})

test('locked while somebody is at work, it loses nothing that was typed or chosen', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context)
  await openQuiet(page)
  await page.getByText('Create New Deal').click()
  const link = page.getByLabel('Buy URL').first()
  // Otherwise the check of the link, a moment after it was typed, would find it before the press.
  const isChecked = page.waitForResponse('**/api/admin/check-link')
  await link.fill('https://shop.example/half-typed')
  await isChecked
  await row(page, 2).getByRole('checkbox').click()
  await server.db.deleteFrom('adminSessions').execute()

  await row(page, 2)
    .getByRole('switch', { name: /^Preview/ })
    .click()
  await expect(
    page.getByText('The back office is locked. Enter the password to go on.'),
  ).toBeVisible()
  await expect(row(page, 2)).toBeHidden()

  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(row(page, 2).getByRole('checkbox')).toBeChecked()
  await expect(link).toHaveValue('https://shop.example/half-typed')
  await expect(row(page, 2).getByRole('switch', { name: /^Preview/ })).not.toBeChecked()
  await row(page, 2)
    .getByRole('switch', { name: /^Preview/ })
    .click()
  await expect.poll(async () => (await storedDeal(server, 2)).isPreview).toBe(true)
})

test('what was refused before it was opened again does not lock it', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context)
  await openQuiet(page)
  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await server.db.deleteFrom('adminSessions').execute()
  const change = `**/api/admin/deals/${dealId(2)}`
  await page.route(change, async (route) => {
    const refused = await route.fetch()
    await held
    await route.fulfill({ response: refused })
  })
  const isAsked = page.waitForRequest(change)
  const isRefused = page.waitForResponse(change)
  const preview = row(page, 2).getByRole('switch', { name: /^Preview/ })
  await preview.click()
  await isAsked
  await page.getByRole('searchbox').fill('coat 2')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(preview).toBeVisible()
  refuse()
  await (await isRefused).finished()
  await page.unrouteAll()
  await expect(page.getByText(/^\d+ deals match$/)).toBeVisible()
  const wasPreview = (await storedDeal(server, 2)).isPreview
  await expect(preview).toBeChecked({ checked: wasPreview })
  await preview.click()
  await expect.poll(async () => (await storedDeal(server, 2)).isPreview).toBe(!wasPreview)
})

test('the name that is given goes with the session', async ({ page, context, server }) => {
  await signInAsAdmin(server, context)
  await open(page, '/admin')
  await page.getByLabel('as', { exact: true }).fill('Noor')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await server.db.selectFrom('adminSessions').select('name').execute()).at(-1))
    .toMatchObject({ name: 'Noor' })
  await expect(page.getByLabel('as', { exact: true })).toBeFocused()
  await reload(page)
  await expect(page.getByLabel('as', { exact: true })).toHaveValue('Noor')
})
