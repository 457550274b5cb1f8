import { expectGood, expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { loseAnswer } from '#test/e2e/support/answers.ts'
import { signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'

test('a curator writes down how a retailer is linked to and how it delivers', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin/retailers')
  const edit = page.getByRole('button', { name: /^Edit / }).first()
  await edit.press('Enter')
  const link = page.getByLabel('Link of the network')
  await expect(link).toBeFocused()
  await link.fill('javascript:{url}')
  await page.getByRole('button', { name: 'Keep' }).press('Enter')
  await expect(page.locator('.field-error')).toContainText('must start with https')
  await expect(link).toBeFocused()
  await expectGood(page, 'a retailer, refused')
  await link.fill('https://go.northlink.example/?to={url}')
  await page.getByLabel('Parameter for the trip').fill('clickref')
  await page.getByLabel('Ships to').fill('Canada, US')
  await page.getByLabel('Days for return').fill('30')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(edit).toBeFocused()
  const row = page.locator('.retailer').first()
  await expect(row).toContainText('Canada and United States')
  await expect(row).toContainText('trips in clickref')

  // The retailer no longer counts as incomplete; the filter is in the address.
  await page.getByRole('combobox', { name: 'Which' }).selectOption('terms')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/lacks=terms/)
  await expect(page.getByText('None of them.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(row).toContainText('Within 30 days')
  await expectGood(page, 'retailers')
  await expectRoomForLargeText(page, 'retailers')
})

test('what was typed of a retailer outlives a change by somebody else, and is not left by mistake', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  const other = await context.newPage()
  for (const each of [page, other]) {
    await open(each, '/admin/retailers')
    await each
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
  }
  await other.getByLabel('Days for return').fill('14')
  await other.getByLabel('Commission').fill('7')
  await other.getByRole('button', { name: 'Keep' }).click()
  await expect(other.getByLabel('Commission')).toBeHidden()

  await page.getByLabel('Ships to').fill('Norway')
  await page.getByLabel('Days for return').fill('28')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('alert')).toContainText('What you have typed is still here')
  await expect(page.getByLabel('Ships to')).toHaveValue('Norway')
  await expect(page.getByLabel('Days for return')).toHaveValue('28')
  await expect(page.getByText('They have it as “14”.')).toBeVisible()
  await expect(page.getByLabel('Commission')).toHaveValue('7')
  await expectGood(page, 'a retailer, changed meanwhile')

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByLabel('Ships to').press('Escape')
  await page.getByRole('link', { name: 'Rates', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect.poll(() => asked).toHaveLength(4)
  await expect(page.getByLabel('Ships to')).toHaveValue('Norway')

  await page.getByRole('button', { name: 'Keep' }).click()
  const row = page.locator('.retailer').first()
  await expect(row).toContainText('Within 28 days')
  await expect(row).toContainText('7%')

  // A save whose answer was lost is no conflict with one's own change.
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await loseAnswer(page, '**/api/admin/retailers/**')
  await page.getByLabel('Days for return').fill('21')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByRole('alert')).toContainText('it may be done or not')
  await page.getByRole('button', { name: 'Keep' }).click()
  await expect(page.getByLabel('Days for return')).toBeHidden()
  await expect(row).toContainText('Within 21 days')
})
