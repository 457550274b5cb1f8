import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import {
  bulkActions,
  dealId,
  row,
  signInAsAdmin,
  storedDeal,
  test,
} from '#test/e2e/support/back-office.ts'
import { expect, expectAccessible, open } from '#test/e2e/support/browser.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'

test('twelve deals are changed together and taken back, a field comes back, and a picture says what it shows', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context, 'Noor')
  const picture = await storePicture(server.ctx, await twoHalves(800, 500).png().toBuffer())
  await server.db
    .updateTable('deals')
    .set({ cardPictureId: picture.id })
    .where('id', '=', dealId(12))
    .execute()
  // Other journeys have put some of them into carousels.
  await server.db.updateTable('deals').set({ carouselAssignment: 0 }).execute()
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin')

  // Selected and edited by keyboard alone; nothing is written before it was reviewed.
  await row(page, 0).focus()
  await page.keyboard.press('x')
  for (let number = 1; number < 12; number += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(bulkActions(page)).toContainText('12 deals selected')
  await page.keyboard.press('m')
  const edit = page.getByRole('dialog', { name: 'Edit 12 deals' })
  await edit.getByRole('button', { name: 'Show before and after' }).click()
  await expect(edit.getByRole('alert')).toHaveText('Choose what is to change.')
  await edit.getByLabel('Sale price', { exact: true }).selectOption('Change by percent')
  await edit.getByLabel('Sale price, percent').fill('-25')
  await edit.getByLabel('Carousel').selectOption('Carousel 2')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const table = edit.getByRole('table')
  await expect(table.getByRole('rowheader')).toHaveCount(12)
  await expect(table).toContainText('$400.00')
  await expect(table).toContainText('$300.00')
  expect(await storedDeal(server, 0)).toMatchObject({ carouselAssignment: 0 })
  await expectAccessible(page)
  // Back returns to the list with the selection kept.
  await edit.getByRole('button', { name: 'Back', exact: true }).press('Enter')
  await expect(edit.getByRole('button', { name: 'Show before and after' })).toBeFocused()
  await page.keyboard.press('Enter')
  await edit.getByRole('button', { name: 'Change 12 deals' }).press('Enter')
  await expect(bulkActions(page)).toContainText('Changed 12 deals')
  // It gives the keyboard back to where it was, which is some row.
  await expect(edit).toBeHidden()
  await expect(row(page, 11)).toBeFocused()
  expect(await storedDeal(server, 11)).toMatchObject({ carouselAssignment: 2 })

  // One field of one deal is undone; fields changed since then are left alone when the rest is undone.
  await row(page, 5).press('e')
  const dialog = page.getByRole('dialog', { name: 'Edit Deal' })
  await dialog.getByText('History', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Bring back Sale price: $400.00' }).click()
  await expect(dialog.getByText('Sale price is back.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Sale price' })).toHaveValue('400.00')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // The history survives a reload.
  await page.reload()
  await expect(bulkActions(page)).toContainText('Changed 12 deals')
  await row(page, 5).focus()
  await page.keyboard.press('z')
  await expect(bulkActions(page)).toContainText('1 deal left as it was')
  await expect.poll(() => storedDeal(server, 11)).toMatchObject({ carouselAssignment: 0 })
  expect(await storedDeal(server, 5)).toMatchObject({ carouselAssignment: 2 })

  // What a picture shows and its position, set by keyboard.
  await row(page, 12)
    .getByRole('button', { name: /^Edit / })
    .click()
  await dialog.getByRole('button', { name: /^Focal point: not set/ }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('ArrowUp')
  await expect(dialog.getByText('Focal point 30% from the left, 45% from the top.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Take “Designer piece by Elan Nord”' }).press('Enter')
  await expect(dialog.getByLabel('Alternative text')).toBeFocused()
  await dialog.getByLabel('Alternative text').fill('Coat 12 on a chair')
  await expect(dialog.getByText(/gives away what is for members: “Coat 12”/)).toBeVisible()
  await dialog.getByLabel('Alternative text').fill('Half red, half blue')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await open(page, `/deal/${dealId(12)}`)
  const shown = page.getByRole('img', { name: 'Half red, half blue' }).first()
  await expect(shown).toHaveCSS('object-position', '30% 45%')
})

test('a view is kept by its name, with its filters, its order and its columns', async ({
  page,
  context,
  server,
}) => {
  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin?state=draft&sort=brand')
  await expect(row(page, 13)).toBeVisible()
  await page.keyboard.press('w')
  await page.getByRole('checkbox', { name: 'Clicks' }).click()
  await expect(page.getByRole('checkbox', { name: 'Clicks' })).not.toBeChecked()
  await page.getByLabel('Name of this view').fill('Drafts by brand')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Kept as Drafts by brand.')).toBeVisible()
  await expectAccessible(page)
  await open(page, '/admin')
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Drafts by brand', exact: true }).click()
  await expect(page).toHaveURL(/state=draft.*sort=brand.*without=clicks/)
  await expect(page.getByText('Clicks', { exact: true }).first()).toBeHidden()
})
