import { expectGood } from '#test/e2e/support/accessible.ts'
import {
  A_DAY,
  bulkActions,
  DAYS,
  dealId,
  publishAnyway,
  row,
  signInAsAdmin,
  storedDeal,
  test,
} from '#test/e2e/support/back-office.ts'
import { expect, expectAccessible, holdScripts, open, reload } from '#test/e2e/support/browser.ts'

test.beforeEach(async ({ page, context, server }) => {
  await signInAsAdmin(server, context, 'Noor')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('deals stand by day, and the list is narrowed by what the address says', async ({ page }) => {
  await open(page, '/admin')
  await expect(page.getByRole('heading', { name: 'Manage Deals', exact: true })).toBeVisible()
  await expect(page.getByText(`${DAYS * A_DAY} deals`)).toBeVisible()
  await expect(
    page.getByRole('heading', { name: /\w+day, \w+ \d+/, level: 3 }).first(),
  ).toContainText(`${A_DAY} deals · 4 unpublished`)

  await page.getByRole('combobox', { name: 'Brand' }).click()
  await page.keyboard.type('elan')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${A_DAY} deals match`)).toBeVisible()
  await page.route('**/api/admin/deals?*', (route) => route.abort('connectionreset'))
  await page.getByRole('combobox', { name: 'State' }).selectOption('unpublished')
  const failure = page.getByRole('alert').filter({ hasText: 'could not be read' })
  await expect(failure).toBeVisible()
  await page.unrouteAll()
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  await expect(page.getByText('0 deals match')).toBeVisible()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOption('')
  await page.getByRole('searchbox').fill('coat 12')
  await expect(page.getByText(/^[1-9] deals match$/)).toBeVisible()
  await expect(row(page, 12)).toBeVisible()
  await expect(page).toHaveURL(/\?q=coat\+12&brand=Elan\+Nord$/)

  await reload(page)
  await expect(row(page, 12)).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('coat 12')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText(`${DAYS * A_DAY} deals`)).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
})

test('switches and the carousel are set at once and kept', async ({ page, server }) => {
  await open(page, '/admin')
  const published = row(page, 3).getByRole('switch', { name: 'Published: ' })
  await published.click()
  // A person is told what speaks against it, and goes back; then says so all the same.
  const asked = page.getByRole('dialog', { name: 'Before this goes out' })
  await expect(asked).toContainText('It has no picture.')
  await expectGood(page, 'warnings before a deal goes out')
  await page.keyboard.press('Escape')
  await expect(published).toBeFocused()
  await expect(published).not.toBeChecked()
  expect((await storedDeal(server, 3)).isPublished).toBe(false)
  await published.click()
  await publishAnyway(page)
  await row(page, 3).getByRole('switch', { name: 'Splash: ' }).click()
  await row(page, 3).getByRole('combobox', { name: 'Carousel: ' }).selectOption('2')
  await expect(row(page, 3).getByRole('switch', { name: 'Published: ' })).toBeChecked()
  await expect
    .poll(() => storedDeal(server, 3))
    .toMatchObject({
      isPublished: true,
      showInSplash: true,
      carouselAssignment: 2,
    })
})

for (const { control, text } of [
  { control: 'Splash: ', text: 'Failed to update splash setting: The server is resting.' },
  { control: 'Published: ', text: 'Failed to unpublish deal: The server is resting.' },
]) {
  test(`${control}is put back where the server refuses, with its reason`, async ({ page }) => {
    await page.route(/\/api\/(admin\/deals|deals)\/coat/, (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'The server is resting.', code: 'unavailable' },
      }),
    )
    await open(page, '/admin')
    const one = row(page, 5).getByRole('switch', { name: control })
    const before = await one.getAttribute('aria-checked')
    await one.click()
    await expect(row(page, 5)).toContainText(text)
    await expect(one).toHaveAttribute('aria-checked', before ?? '')
    await row(page, 5).getByRole('button', { name: 'Delete' }).click()
    await expect(row(page, 5)).toContainText('Failed to delete deal: The server is resting.')
    await expectAccessible(page)
    await row(page, 5).getByRole('button', { name: 'Dismiss' }).click()
    await expect(row(page, 5)).not.toContainText('Failed')
  })
}

test('a deleted deal is gone at once and comes back with Undo', async ({ page, server }) => {
  await open(page, '/admin')
  await row(page, 6).getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 6)).toBeHidden()
  await expect.poll(async () => (await storedDeal(server, 6)).deletedAt).not.toBeNull()
  await expect(bulkActions(page)).toContainText('Deleted Maison Test Coat 6')
  await row(page, 7).getByRole('button', { name: 'Delete' }).click()
  await expect(bulkActions(page)).toContainText('Deleted Oriel Coat 7')
  await bulkActions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 7)).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, 6)).toBeVisible()
  await expect
    .poll(() => storedDeal(server, 6))
    .toMatchObject({
      deletedAt: null,
      isPublished: true,
    })
})

test('a day is published together; what could not be is told, and all is taken back', async ({
  page,
  server,
}) => {
  await server.db
    .updateTable('deals')
    .set({ productName: '' })
    .where('id', '=', dealId(A_DAY + 3))
    .execute()
  await open(page, '/admin?state=unpublished')
  await page
    .getByRole('button', { name: /^Select all of/ })
    .nth(1)
    .click()
  await expect(bulkActions(page)).toContainText('4 deals selected')
  await bulkActions(page).getByRole('button', { name: 'Publish', exact: true }).click()
  await publishAnyway(page)
  await expect(bulkActions(page)).toContainText('Published 3 deals')
  await bulkActions(page).getByText('1 deal left as it was').click()
  await expect(bulkActions(page)).toContainText(
    'A product name is needed before it can be published',
  )
  expect((await storedDeal(server, A_DAY + 13)).isPublished).toBe(true)
  await bulkActions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(bulkActions(page)).toContainText('Taken back: published 3 deals')
  expect((await storedDeal(server, A_DAY + 13)).isPublished).toBe(false)
})

test('all that match are chosen, deleted and brought back', async ({ page, server }) => {
  await open(page, '/admin?brand=Oriel')
  await row(page, 11).getByRole('checkbox').click()
  await bulkActions(page).getByRole('button', { name: 'Select all 40 that match' }).click()
  await expect(bulkActions(page)).toContainText('40 deals selected')
  await bulkActions(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect.poll(async () => (await storedDeal(server, 11)).deletedAt).not.toBeNull()
  await bulkActions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('40 deals match')).toBeVisible()
})

test('what is done to many stops between two parts of it, and is taken back as far as it came', async ({
  page,
}) => {
  await open(page, '/admin')
  await row(page, 1).getByRole('checkbox').click()
  await bulkActions(page)
    .getByRole('button', { name: /^Select all / })
    .click()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/admin/deals/**', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.fallback()
  })
  await bulkActions(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await bulkActions(page).getByRole('button', { name: 'Stop' }).click()
  goOn()
  await expect(bulkActions(page)).toContainText('Deleted 100 deals')
  await bulkActions(page).getByRole('button', { name: 'Undo' }).click()
  await expect(bulkActions(page)).toContainText('Taken back: deleted 100 deals')
})

test('what somebody else changes is seen without losing place or choice', async ({
  page,
  server,
}) => {
  const other = await signInAsAdmin(server, page.context(), 'Ada')
  await open(page, '/admin')
  await page.mouse.move(600, 600)
  await page.mouse.wheel(0, 2600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(2600)
  const seen = page.locator('[data-deal]:visible').nth(8)
  const id = (await seen.getAttribute('data-deal')) ?? ''
  const chosen = page.locator(`[data-deal="${id}"]`)
  await chosen.getByRole('checkbox').click()
  const place = await chosen.boundingBox()
  const changeNewest = (action: 'delete' | 'restore') =>
    server.as(other).inject({
      method: 'POST',
      url: `/api/admin/deals/${action}`,
      payload: { ids: [dealId(0), dealId(1)] },
    })
  await changeNewest('delete')
  await server.as(other).inject({
    method: 'PUT',
    url: `/api/admin/deals/${id}`,
    payload: { carouselAssignment: 5 },
  })
  await expect(chosen.getByRole('combobox')).toHaveValue('5')
  await expect(chosen.getByRole('checkbox')).toBeChecked()
  await expect(chosen.locator('[data-fresh]')).toHaveCount(1)
  expect((await chosen.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0)
  // Restores the deals for the next file of this worker.
  await changeNewest('restore')
})

test('what somebody changes while the page is still coming is seen as well', async ({
  page,
  server,
}) => {
  const other = await signInAsAdmin(server, page.context(), 'Ada')
  const goOn = await holdScripts(page)
  await page.goto('/admin', { waitUntil: 'commit' })
  await expect(row(page, 4)).toBeVisible()
  const ask = (action: 'delete' | 'restore') =>
    server.as(other).inject({
      method: 'POST',
      url: `/api/admin/deals/${action}`,
      payload: { ids: [dealId(4)] },
    })
  await ask('delete')
  goOn()
  await expect(row(page, 4)).toHaveCount(0)
  await expect(row(page, 5)).toBeVisible()
  await ask('restore')
  await expect(row(page, 4)).toBeVisible()
})
