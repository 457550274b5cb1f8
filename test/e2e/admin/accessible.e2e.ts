import type { Page } from '@playwright/test'
import { expectGood, expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { dealRow, sheetFile, sheetInput } from '#test/e2e/support/admin-sheets.ts'
import { signInAsAdmin } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { fill } from '#test/e2e/support/metrics-filled.ts'
import { withServer } from '#test/e2e/support/own-server.ts'
import { startToolsServer } from '#test/e2e/support/tools-server.ts'
import { ADMIN_PASSWORD, openAdminClient } from '#test/support/admin.ts'
import { createDeal, createPerson } from '#test/support/factories.ts'

const COATS = 30

/** Starts the back office with the data of an ordinary day. */
const test = withServer('ordinary day', async () => {
  const server = await startToolsServer()
  for (let number = 0; number < COATS; number += 1) {
    const productName = `Coat ${number}`
    await createDeal(server.ctx, { productName, isPublished: number % 10 !== 3 })
  }
  await fill(server)
  return server
})

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
  const views = page.locator('summary').filter({ hasText: 'Views' })
  await views.click()
  await expectRoomForLargeText(page, 'list with its views')
  await views.click()
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
  const cleo = await openAdminClient(server, 'Cleo')
  await cleo.edit(id, { salePrice: '13' })
  await press(page, 'Save changes')
  await dialog.getByRole('region', { name: /Somebody else has saved/ }).waitFor()
  await expectGood(page, 'edited deal, saved by somebody else')
  await cleo.remove(id)
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
  await expectRoomForLargeText(page, 'imports')
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

test('what waits leads there; joining turned off and on again; the setup check and a letter', async ({
  page,
}) => {
  await open(page, '/admin')
  await expect(page.getByRole('heading', { name: 'This morning', level: 1 })).toBeVisible()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  await page.getByRole('link', { name: 'Switches', exact: true }).click()
  const joining = page.getByRole('listitem').filter({ hasText: 'Joining' }).last()
  await joining.getByRole('button', { name: /^Turn off/ }).press('Enter')
  await joining.getByLabel('Why').fill('The provider is away')
  await expectGood(page, 'switches, one asked about')
  await page.keyboard.press('Enter')
  await expect(joining.getByText('Turned off by Noor')).toContainText('The provider is away')
  await open(page, '/join-now')
  await expect(page.getByText('The club takes no new members just now.')).toBeVisible()
  await expectGood(page, 'joining, off')
  await open(page, '/admin/switches')
  await joining.getByRole('button', { name: /^Turn on/ }).click()
  await joining.getByLabel('Why').fill('It is back')
  await page.keyboard.press('Enter')
  await expect(joining.getByText('Turned off by')).toBeHidden()
  await open(page, '/join-now')
  await expect(page.getByText('The club takes no new members just now.')).toBeHidden()

  await open(page, '/admin/setup')
  await page.getByLabel('Your address').fill('noor@club.example')
  await page.keyboard.press('Enter')
  await expect(page.locator('#mail')).toContainText('The last letter from here was taken')
  await expectGood(page, 'setup check')
  await expectRoomForLargeText(page, 'setup check')
})

test('the mail desk says what each field is for, and its table is scrolled by keyboard', async ({
  page,
  server,
}) => {
  const { id: userId } = await createPerson(server.ctx)
  const event = { id: 'stopped', userId, mailId: null, stream: 'edition', toldBy: 'page' } as const
  await server.db
    .insertInto('mailEvents')
    .values({ ...event, kind: 'unsubscribe', happenedAt: server.ctx.now() })
    .execute()
  await open(page, '/admin/mail')
  await expect(page.getByText('Address of the account', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Why/).first()).toBeVisible()
  await page.setViewportSize({ width: 375, height: 800 })
  const table = page.getByRole('region', { name: 'Mails by day' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => table.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)
  await expectGood(page, 'mail desk')
  await expectRoomForLargeText(page, 'mail desk')
})

test('a letter to all is written, refused, tried, sent out and stopped', async ({
  page,
  server,
}) => {
  for (let each = 0; each < 3; each += 1) await createPerson(server.ctx)
  await open(page, '/admin/letters/new')
  await page.getByLabel('Subject').fill('Our terms change')
  await page.getByLabel('Letter', { exact: true }).fill('Look at [this](/deal/coat00000001).')
  await press(page, 'Save as a draft')
  await page.getByText(/leads to no deal, no offer/).waitFor()
  await expectGood(page, 'a new letter, refused')
  await page.getByLabel('Letter', { exact: true }).fill('From today on [our terms](/terms) change.')
  await page.getByLabel('Tells of').selectOption({ index: 1 })
  await press(page, 'Save as a draft')
  await expect(page.getByRole('button', { name: 'Send it out' })).toBeDisabled()
  await page.getByLabel('Your address').fill('ada@people.test')
  await press(page, 'Send it to me')
  await expect(page.getByRole('button', { name: 'Send it out' })).toBeEnabled()
  await expectGood(page, 'a draft that was tried')
  await page.getByLabel('Over how long').selectOption('over 12 hours')
  await press(page, 'Send it out')
  await page.getByRole('dialog', { name: 'Send it out?' }).waitFor()
  await expectGood(page, 'question before a letter goes out')
  await page.getByRole('button', { name: /^Send it to \d+ people$/ }).click()
  await press(page, 'Stop it')
  await page.getByRole('button', { name: 'Let it go on' }).waitFor()
  await expectGood(page, 'a letter that is stopped')
  await open(page, '/admin/letters')
  await expect(page.getByRole('link', { name: /Our terms change.*Stopped/ })).toBeVisible()
  await expectGood(page, 'letters')
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
