import type { Page } from '@playwright/test'
import { expectGood, expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { dealId, signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { announceDeals } from '#test/support/factories.ts'

const titles = (page: Page) => page.getByRole('textbox', { name: /^Title of carousel/ })
const valuesOf = (page: Page) =>
  titles(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value))

test('a curator names carousels, switches them on and puts them in order, and people see it', async ({
  page,
  server,
  context,
}) => {
  await server.db
    .updateTable('deals')
    .set({ carouselAssignment: 2 })
    .where('id', 'in', [10, 11, 12, 14].map(dealId))
    .execute()
  await server.db
    .updateTable('deals')
    .set({ carouselAssignment: 5 })
    .where('id', 'in', [20, 21].map(dealId))
    .execute()
  await announceDeals(server.ctx)
  await signInAsAdmin(server, context, 'Ines')
  await open(page, '/admin')
  await page.getByRole('link', { name: 'Carousels' }).click()
  await expect(titles(page)).toHaveCount(5)
  const other = await context.newPage()
  await open(other, '/admin/carousels')

  // A carousel without a title cannot be switched on.
  await expect(page.getByRole('switch', { name: 'On: Carousel 2' })).toBeDisabled()
  await titles(page).nth(1).fill('For the cold months')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('switch', { name: 'On: For the cold months' })).toBeEnabled()
  await expect(titles(page).nth(1)).toBeFocused()
  await page.getByRole('switch', { name: 'On: For the cold months' }).click()
  const [first, second] = [page, other].map((each) =>
    each.getByRole('main').getByRole('listitem').nth(1),
  )
  await expect(first ?? page.locator('x')).toContainText('Shown')
  // Another administrator's page updates as well.
  await expect(second ?? page.locator('x')).toContainText('Shown')
  await expect(titles(other).nth(1)).toHaveValue('For the cold months')

  // Somebody else renames the title that is being edited: both versions are shown, and only Enter decides.
  await titles(other).nth(1).fill('Cold months')
  await titles(page).nth(1).fill('For cold days')
  await page.keyboard.press('Enter')
  await expect(other.getByRole('alert')).toContainText('They have it as “For cold days”.')
  await expect(titles(other).nth(1)).toHaveValue('Cold months')
  await titles(other).nth(0).focus()
  await expect(other.getByRole('alert')).toBeVisible()
  await expect(titles(page).nth(1)).toHaveValue('For cold days')
  await titles(other).nth(1).fill('For the cold months')
  await other.keyboard.press('Enter')
  await expect(other.getByRole('alert')).toHaveCount(0)
  await expect(titles(page).nth(1)).toHaveValue('For the cold months')

  // A rejected title stays as typed, with the reason beside it.
  await page.route('**/api/admin/carousels/2', (route) =>
    route.fulfill({ status: 503, json: { error: 'The server is resting.' } }),
  )
  await titles(page).nth(1).fill('For colder months')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('The server is resting.')
  await expect(titles(page).nth(1)).toHaveValue('For colder months')
  await page.unroute('**/api/admin/carousels/2')
  await page.keyboard.press('Escape')
  await expect(titles(page).nth(1)).toHaveValue('For the cold months')

  // A carousel with too few deals waits for more.
  await titles(page).nth(4).fill('Under $200')
  await page.keyboard.press('Tab')
  await page.getByRole('switch', { name: 'On: Under $200' }).click()
  await expect(page.getByText('On, and waits for 1 more')).toBeVisible()
  await expect(page.getByRole('link', { name: '2 deals' })).toHaveAttribute(
    'href',
    '/admin?carousel=5#manage-deals',
  )
  await expectGood(page, 'carousels')
  await expectRoomForLargeText(page, 'carousels')

  // Reordered by buttons and by keys; the focus stays on what had it.
  const up = page.getByRole('button', { name: 'Move up: Under $200' })
  await up.click()
  await expect(up).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Under $200 is 3 of 5')).toBeAttached()
  await expect(up).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => valuesOf(page)).toEqual(['', 'For the cold months', '', 'Under $200', ''])
  await expect.poll(() => valuesOf(other)).toEqual(await valuesOf(page))

  // A rejected order restores the previous one.
  await page.route('**/api/admin/carousels/order', (route) =>
    route.fulfill({ status: 503, json: { error: 'The server is resting.' } }),
  )
  await up.click()
  await expect(page.getByText('Failed to change the order').first()).toBeVisible()
  await expect.poll(() => valuesOf(page)).toEqual(['', 'For the cold months', '', 'Under $200', ''])
  await other.close()

  await open(page, '/admin/audit?kind=carousel')
  await expect(page.getByRole('main')).toContainText('switched on the carousel')
  await expect(page.getByRole('main')).toContainText('changed the order of')
})

test('people meet a carousel on the front page and above the feed', async ({ page, server }) => {
  await server.db
    .updateTable('deals')
    .set({ carouselAssignment: 1 })
    .where('id', 'in', [30, 31, 32, 34].map(dealId))
    .execute()
  await server.db
    .updateTable('carousels')
    .set({ title: 'After eight', isShown: true })
    .where('number', '=', 1)
    .execute()
  await announceDeals(server.ctx)
  for (const path of ['/', '/daily-deals']) {
    await open(page, path)
    const row = page.getByRole('region', { name: 'After eight' })
    await expect(row.getByRole('heading', { name: 'After eight' })).toBeVisible()
    // The moving carousel is hidden from screen readers.
    await expect(row.getByRole('group')).toHaveCount(4)
    await expect(row.locator('.carousel-slide')).toHaveCount(5)
    // The script that moves it is loaded when it comes into view.
    await row.scrollIntoViewIfNeeded()
    await row.getByRole('button', { name: 'Next deals' }).click()
    await expect(row.getByText('2 of 4', { exact: true })).toBeAttached()
    await expect(page.getByText('Under $200')).toHaveCount(0)
    await expectGood(page, `${path} with a carousel`)
  }
})
