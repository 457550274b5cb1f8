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
import { expect, holdScripts, open } from '#test/e2e/support/browser.ts'

test.beforeEach(async ({ page, context, server }) => {
  await signInAsAdmin(server, context)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/admin#manage-deals')
})

test('a morning’s work is done with the keyboard alone', async ({ page, server }) => {
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('coat 13')
  await expect(page.getByText(/^\d+ deals match$/)).toBeVisible()
  await expect(row(page, 13)).toBeVisible()
  await row(page, 13).focus()
  await page.keyboard.press('p')
  // It has no picture, so publishing asks for confirmation.
  const asked = page.getByRole('dialog', { name: 'Before this goes out' })
  await asked.getByRole('button', { name: /^Publish (anyway|the other)/ }).press('Enter')
  await expect(row(page, 13)).toBeFocused()
  await page.keyboard.press('s')
  await page.keyboard.press('4')
  await page.keyboard.press('v')
  await expect
    .poll(() => storedDeal(server, 13))
    .toMatchObject({
      isPublished: true,
      showInSplash: true,
      isPreview: true,
      carouselAssignment: 4,
    })
  await page.keyboard.press('p')
  await expect.poll(async () => (await storedDeal(server, 13)).isPublished).toBe(false)
})

test('Tab comes to one deal of the list and then to what is in it', async ({ page }) => {
  await page.getByRole('button', { name: 'Keys' }).focus()
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.matches('[data-deal]'))) break
  }
  await expect(row(page, 0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 0).getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(row(page, 0).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 1)).toBeFocused()
})

test('the keyboard reaches the oldest deal, and the newest again', async ({ page }) => {
  await row(page, 0).focus()
  await page.keyboard.press('End')
  await expect(row(page, DAYS * A_DAY - 1)).toBeFocused()
  await expect(row(page, DAYS * A_DAY - 1)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('k')
  await expect(row(page, DAYS * A_DAY - 2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(row(page, 0)).toBeFocused()
  await expect(row(page, 0)).toBeInViewport({ ratio: 1 })
})

test('every deal that the keyboard goes to is in view, clear of what sticks', async ({ page }) => {
  await row(page, 0).focus()
  for (let number = 1; number < 25; number += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(row(page, number)).toBeFocused()
  }
  for (let number = 23; number > 5; number -= 1) {
    await page.keyboard.press('ArrowUp')
    await expect(row(page, number)).toBeFocused()
    const box = await row(page, number).boundingBox()
    const covered = await page.locator('.list-day-stuck').boundingBox()
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((covered?.y ?? 0) + (covered?.height ?? 0) - 2)
  }
})

test('whoever goes to a deal before the page is alive goes on from it', async ({ page }) => {
  const goOn = await holdScripts(page)
  await page.goto('/admin', { waitUntil: 'commit' })
  await row(page, 2).focus()
  goOn()
  await expect(page.locator('.virtual-list-windowed')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, 3)).toBeFocused()
})

test('a key that comes before its row is drawn as the current one acts on that row', async ({
  page,
}) => {
  await row(page, 2).focus()
  await row(page, 5).evaluate((element) => {
    element.focus()
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', bubbles: true }))
  })
  await expect(row(page, 5).getByRole('checkbox')).toBeChecked()
  await expect(row(page, 2).getByRole('checkbox')).not.toBeChecked()
})

test('Delete goes on to the next deal, and z takes it back', async ({ page, server }) => {
  await row(page, 8).focus()
  await page.keyboard.press('Delete')
  await expect(row(page, 9)).toBeFocused()
  await expect(bulkActions(page)).toContainText('Coat 8')
  await page.keyboard.press('Delete')
  await expect(row(page, 10)).toBeFocused()
  await expect(bulkActions(page)).toContainText('Coat 9')
  await page.keyboard.press('z')
  await expect(row(page, 9)).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, 8)).toBeVisible()
  await expect.poll(async () => (await storedDeal(server, 8)).deletedAt).toBeNull()
  await expect(row(page, 10)).toBeFocused()
})

test('Shift extends the choice, Escape gives it up', async ({ page }) => {
  await row(page, 0).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+j')
  await expect(bulkActions(page)).toContainText('3 deals selected')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await expect(bulkActions(page)).toContainText('5 deals selected')
  await page.keyboard.press('Escape')
  await expect(bulkActions(page)).toBeHidden()
})

test('all that match are selected, unpublished, ended, brought back and deleted by keys alone', async ({
  page,
  server,
}) => {
  const states = async (...numbers: number[]) =>
    (
      await server.db
        .selectFrom('deals')
        .select(['isPublished', 'endedReason', 'deletedAt'])
        .where('id', 'in', numbers.map(dealId))
        .orderBy('id')
        .execute()
    ).map(({ isPublished, endedReason, deletedAt }) =>
      deletedAt ? 'deleted' : (endedReason ?? (isPublished ? 'live' : 'draft')),
    )
  await page.keyboard.press('/')
  await page.keyboard.type('coat 15')
  await expect(page.getByText('12 deals match')).toBeVisible()
  await row(page, 15).focus()
  // Nothing is selected yet, so the key does nothing.
  await page.keyboard.press('Shift+Delete')
  await page.keyboard.press('a')
  await expect(bulkActions(page)).toContainText('12 deals selected')
  await expect(row(page, 15)).toBeFocused()

  await page.keyboard.press('Shift+E')
  const reason = bulkActions(page).getByRole('button', { name: 'Sold out' })
  await expect(reason).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reason).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(row(page, 15)).toBeFocused()
  expect(await states(15, 150)).toEqual(['live', 'live'])
  await page.keyboard.press('Shift+E')
  await page.keyboard.press('Enter')
  await expect(bulkActions(page)).toContainText(/Ended 1\d deals/)
  expect(await states(15, 150, 159)).toEqual(['sold-out', 'sold-out', 'sold-out'])
  await expect(row(page, 15)).toBeFocused()

  await page.keyboard.press('Shift+R')
  // They have no picture, so publishing asks for confirmation.
  const asked = page.getByRole('dialog', { name: 'Before this goes out' })
  await asked.getByRole('button', { name: /^Publish (anyway|the other)/ }).press('Enter')
  await expect(bulkActions(page)).toContainText(/Brought back 1\d deals/)
  expect(await states(15, 150)).toEqual(['live', 'live'])
  await expect(row(page, 15)).toBeFocused()
  await page.keyboard.press('Shift+U')
  await expect(bulkActions(page)).toContainText('Unpublished 11 deals')
  expect(await states(15, 150)).toEqual(['draft', 'draft'])
  await expect(row(page, 15)).toBeFocused()
  await page.keyboard.press('Shift+Delete')
  await expect(bulkActions(page)).toContainText('Deleted 12 deals')
  expect(await states(15, 150)).toEqual(['deleted', 'deleted'])
  await page.keyboard.press('z')
  await expect.poll(() => states(15, 150)).toEqual(['draft', 'draft'])
  // Restores the deals for the journeys after this one.
  await expect(bulkActions(page)).toContainText('Unpublished 11 deals')
  await page.keyboard.press('z')
  await publishAnyway(page)
  await expect.poll(() => states(15, 150)).toEqual(['live', 'live'])
})

test('letters typed into a field do nothing to deals', async ({ page, server }) => {
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('zps5')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.getByRole('searchbox').fill('')
  await expect(row(page, 0)).toBeVisible()
  expect(await storedDeal(server, 0)).toMatchObject({ isPublished: true, showInSplash: false })
})

test('keys that work anywhere can be turned off', async ({ page }) => {
  const anywhere = page.getByRole('switch', { name: /anywhere on the page/ })
  await page.keyboard.press('?')
  await expect(anywhere).toBeVisible()
  await anywhere.click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await row(page, 0).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
})
