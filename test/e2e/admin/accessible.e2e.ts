import type { Page } from '@playwright/test'
import { expectGood } from '#test/e2e/support/accessible.ts'
import { dealRow, sheetFile, sheetInput } from '#test/e2e/support/admin-sheets.ts'
import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { fill } from '#test/e2e/support/metrics-filled.ts'
import { withServer } from '#test/e2e/support/own-server.ts'
import { startToolsServer } from '#test/e2e/support/tools-server.ts'
import { ADMIN_PASSWORD, openAdmin } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { multipart } from '#test/support/multipart.ts'

const COATS = 30

/** The back office on an ordinary day. */
const test = withServer('ordinary day', async () => {
  const server = await startToolsServer()
  for (let number = 0; number < COATS; number += 1) {
    const productName = `Coat ${number}`
    await createDeal(server.ctx, { productName, isPublished: number % 10 !== 3 })
  }
  await fill(server)
  return server
})

test.describe.configure({ timeout: 90_000 })

test.beforeEach(({ server, context }) => signInAsAdmin(server, context, 'Noor'))

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()

test('the gate, and the lock over work in hand', async ({ page, context, server }) => {
  await context.clearCookies()
  await open(page, '/admin')
  await expectGood(page, 'gate')
  await page.getByLabel('Password', { exact: true }).fill('not-the-password')
  await press(page, 'Enter')
  await expect(page.locator('.field-error')).toBeVisible()
  await expectGood(page, 'gate, refused')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await press(page, 'Enter')
  await page.locator('[data-deal]').first().waitFor()
  await server.db.deleteFrom('adminSessions').execute()
  await page
    .getByRole('switch', { name: /^Preview/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Admin Login' }).waitFor()
  await expectGood(page, 'lock')
})

test('the list of deals, what is chosen of it, and its keys', async ({ page }) => {
  await open(page, '/admin')
  await page.locator('[data-deal]').first().waitFor()
  await expectGood(page, 'list')
  await page.getByRole('combobox', { name: 'Brand' }).click()
  await expectGood(page, 'brands to choose', [1440])
  await page.keyboard.press('Escape')
  await page.locator('[data-deal]').nth(1).getByRole('checkbox').click()
  await page.locator('[data-deal]').nth(2).getByRole('checkbox').click()
  await expect(page.getByText('2 deals selected')).toBeVisible()
  await expectGood(page, 'chosen deals')
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expectGood(page, 'deleted deals')
  await press(page, 'Undo')
  await press(page, 'Keys')
  await expectGood(page, 'keys')
})

test('a deal being made, and one being edited by two', async ({ page, server }) => {
  await open(page, '/admin')
  await page.getByText('Create New Deal').click()
  const form = page.locator('details', { hasText: 'Create New Deal' })
  await form.getByRole('button', { name: 'Create deal' }).click()
  await expect(form.getByText('Buy URL is required')).toBeVisible()
  await form.getByLabel('Brand name').fill('El')
  await expectGood(page, 'new deal with mistakes')

  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit Deal' })
  await dialog.getByLabel('Sale price').fill('12')
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Your changes are not saved.')).toBeVisible()
  await expectGood(page, 'edited deal, not saved')
  await page.keyboard.press('Escape')

  const id = (await page.locator('[data-deal]').first().getAttribute('data-deal')) ?? ''
  const cleo = await openAdmin(server, 'Cleo')
  const { payload, headers } = multipart({ salePrice: '13' })
  await server.as(cleo).inject({
    method: 'PUT',
    url: `/api/deals/${id}`,
    payload,
    headers: { ...headers, ...cleo.csrf },
  })
  await press(page, 'Save changes')
  await dialog.getByRole('region', { name: /Somebody else has saved/ }).waitFor()
  await expectGood(page, 'edited deal, saved by somebody else')
  await server.as(cleo).inject({ method: 'DELETE', url: `/api/deals/${id}`, headers: cleo.csrf })
  await dialog.getByText('This deal was deleted meanwhile.').waitFor()
  await expectGood(page, 'edited deal, deleted meanwhile')
})

test('a sheet with wrong rows, imported, and taken back', async ({ page }) => {
  await open(page, '/admin/imports')
  await expectGood(page, 'no imports')
  await open(page, '/admin')
  const good = dealRow('Mohair shawl')
  const wrong = dealRow('Calf belt', { 'Buy URL': 'the shop' })
  await sheetInput(page).setInputFiles(sheetFile('wrong.xlsx', [good, wrong]))
  await page.getByRole('heading', { name: /1 new · 1 wrong/ }).waitFor()
  await expectGood(page, 'sheet with mistakes')
  await sheetInput(page).setInputFiles(sheetFile('morning.xlsx', [good]))
  await press(page, 'Import 1 deal')
  await page.getByRole('button', { name: 'Undo this upload' }).waitFor()
  await expectGood(page, 'imported, with a toast')
  await open(page, '/admin/imports')
  await expectGood(page, 'imports')
  await press(page, 'Undo')
  await page.getByRole('dialog', { name: 'Take back this upload?' }).waitFor()
  await expectGood(page, 'question before taking back')
  await press(page, 'Take it back')
  await page.getByRole('button', { name: 'Restore 1 deal' }).waitFor()
  await open(page, '/admin/audit')
  const closed = page.getByRole('button', { expanded: false })
  await closed.evaluateAll((all: HTMLElement[]) => {
    for (const each of all) each.click()
  })
  await expectGood(page, 'audit, every line open')
  await open(page, '/admin/audit?who=nobody')
  await expectGood(page, 'audit without a line')
})

test('every figure and its rows', async ({ page }) => {
  await open(page, '/admin/figures?period=12m')
  await expect(page.locator('.metrics-canvas svg.recharts-surface')).toHaveCount(3)
  for (const each of await page.getByText('The numbers').all()) await each.click()
  await expectGood(page, 'figures')
  for (const rows of ['clicks', 'checkouts', 'members&standing=all', 'payments', 'deals']) {
    await open(page, `/admin/figures?rows=${rows}`)
    await expectGood(page, `rows ${rows}`)
  }
})

test('the developer tools', async ({ page }) => {
  await open(page, '/admin/subscription-test')
  await press(page, 'Update subscription to active')
  await page.getByText('Subscription Updated Successfully', { exact: true }).waitFor()
  await expectGood(page, 'test user')
  await open(page, '/webhook-tester')
  await page.getByRole('tab', { name: 'Custom event' }).click()
  await page.getByLabel('Payload (JSON)').fill('{ not json')
  await press(page, 'Send event')
  await page.getByText('Invalid JSON').waitFor()
  await expectGood(page, 'custom event')
  await open(page, '/webhook-direct')
  await press(page, 'Take in an event')
  await page.getByText('"subscriptionStatus": "active"').waitFor()
  await expectGood(page, 'direct event')
  await open(page, '/dev-test')
  await press(page, 'Test the payment configuration')
  await page.getByText('sandbox', { exact: true }).waitFor()
  await expectGood(page, 'payments set up')
})
