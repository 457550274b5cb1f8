import { picture } from '#test/e2e/support/admin-deal-forms.ts'
import { dealRow, sheetFile, sheetInput } from '#test/e2e/support/admin-sheets.ts'
import { loseAnswer, pressUnanswered } from '#test/e2e/support/answers.ts'
import {
  bulkActions,
  dealId,
  row,
  signInAsAdmin,
  storedDeal,
  test,
} from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'

const UNKNOWN = 'No answer came: it may be done or not. Look at what is there, then try again.'

test.beforeEach(async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a switch of a deal is shown as it is, and a deal that is deleted all the same comes back with Undo', async ({
  page,
  context,
  server,
}) => {
  await open(page, '/admin')
  const splash = row(page, 5).getByRole('switch', { name: 'Splash: ' })
  const before = await splash.getAttribute('aria-checked')
  await context.setOffline(true)
  await splash.press('Enter')
  await expect(row(page, 5)).toContainText(`Failed to update splash setting: ${UNKNOWN}`)
  await expect(splash).toHaveAttribute('aria-checked', String(before))
  await row(page, 5).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(row(page, 5)).toContainText(`Failed to delete deal: ${UNKNOWN}`)
  await expect(page.getByText('nothing was changed')).toHaveCount(0)
  await context.setOffline(false)

  await loseAnswer(page, '**/api/admin/deals/coat00000005')
  await splash.press('Enter')
  await expect(row(page, 5)).toContainText(`Failed to update splash setting: ${UNKNOWN}`)
  await expect(splash).toHaveAttribute('aria-checked', before === 'true' ? 'false' : 'true')

  await loseAnswer(page, '**/api/deals/coat00000005')
  await row(page, 5).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(bulkActions(page)).toContainText('Deleted Fold Coat 5')
  await bulkActions(page).getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(row(page, 5)).toBeVisible()
  expect((await storedDeal(server, 5)).deletedAt).toBeNull()
})

test('of many deals it says what it did not hear of, not that none was done', async ({ page }) => {
  await open(page, '/admin')
  await row(page, 1).getByRole('checkbox').press('Space')
  await row(page, 2).getByRole('checkbox').press('Space')
  await loseAnswer(page, '**/api/admin/deals/publish')
  await bulkActions(page).getByRole('button', { name: 'Unpublish' }).press('Enter')
  await expect(bulkActions(page)).toContainText('Unpublishing 2 deals')
  await expect(bulkActions(page)).toContainText(`It broke off. ${UNKNOWN}`)
  await expect(row(page, 1).getByRole('switch', { name: 'Published: ' })).not.toBeChecked()
})

test('deals are brought back from the audit log', async ({ page }) => {
  await open(page, '/admin')
  await row(page, 4).getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(bulkActions(page)).toContainText('Coat 4')
  await open(page, '/admin/audit')
  const restore = page.getByRole('button', { name: /^Restore ?: .*Coat 4$/ })
  await pressUnanswered(page, {
    call: '**/api/admin/deals/restore',
    press: () => restore.press('Enter'),
    isThere: restore,
    isDone: page.getByText(/restored .*Coat 4/).first(),
  })
  // Its button is gone: the focus stays in the same row.
  const deleted = page.getByRole('listitem').filter({ hasText: /deleted .*Coat 4/ })
  await expect(deleted.locator(':focus')).toHaveCount(1)

  // Filters for what never happened, then clears all fields to show everything again.
  const none = page.getByText('Nothing like that has been changed.')
  const name = page.getByRole('searchbox', { name: 'Name' })
  await name.fill('Nobody’s coat')
  await name.press('Enter')
  await expect(none).toBeVisible()
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(deleted).toBeVisible()
  await expect(name).toHaveValue('')
  await page.getByLabel('Day', { exact: true }).fill('2001-01-01')
  await expect(none).toBeVisible()
})

test('after an upload neither Undo nor Restore is offered of what is done', async ({ page }) => {
  await open(page, '/admin')
  await sheetInput(page).setInputFiles(sheetFile('lost.xlsx', [dealRow('Lost coat')]))
  await page.getByRole('button', { name: 'Import 1 deal' }).press('Enter')
  const last = page.getByRole('region', { name: 'The last upload' })
  const undo = last.getByRole('button', { name: 'Undo this upload' })
  const restore = last.getByRole('button', { name: 'Restore them' })
  await pressUnanswered(page, {
    call: '**/api/admin/imports/*/undo',
    press: async () => {
      await undo.press('Enter')
      await last.getByRole('button', { name: 'Take it back' }).press('Enter')
    },
    isThere: undo,
    isDone: last.getByText('Taken back: 1 deal.'),
  })
  await expect(last).toBeFocused()
  await pressUnanswered(page, {
    call: '**/api/admin/imports/*/restore',
    press: () => restore.press('Enter'),
    isThere: restore,
    isDone: undo,
  })
})

test('a picture that does not load is replaced in its row, where it is said why another cannot be', async ({
  page,
  server,
}) => {
  const lost = { id: 'f'.repeat(32), width: 640, height: 800, placeholder: '#c0c0c0' }
  await server.db
    .insertInto('pictures')
    .values({ ...lost, fault: 'missing' })
    .execute()
  await server.db
    .updateTable('deals')
    .set({ cardPictureId: lost.id })
    .where('id', '=', dealId(6))
    .execute()
  // Filtered to one deal, because other tests may have put deals above it.
  await open(page, `/admin?ids=${dealId(6)}`)
  const another = row(page, 6).getByLabel(/^Another picture of /)
  const file = { name: 'coat.jpg', mimeType: 'image/jpeg' }
  await another.setInputFiles({ ...file, buffer: Buffer.from('no picture') })
  await expect(row(page, 6)).toContainText(
    'Failed to replace the picture: Only JPEG, PNG and WebP pictures can be used.',
  )
  await another.setInputFiles({ ...file, buffer: picture('wool-coat-1') })
  await expect(page.getByRole('dialog', { name: 'Edit Deal', exact: true })).toBeVisible()
  await expect(another).toHaveCount(0)
})
