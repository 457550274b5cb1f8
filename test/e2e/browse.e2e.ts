import type { Locator, Page } from '@playwright/test'
import { expectGood } from '#test/e2e/support/accessible.ts'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'

const cards = (page: Page) => page.getByRole('main').locator('.card')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const DESK_AND_TELEPHONE = [1440, 375]

/** Expects that a press lands on the link anywhere in its enlarged target area. */
async function expectRoomToPress(link: Locator) {
  const room = await link.evaluate((element) => {
    const before = getComputedStyle(element, '::before')
    const box = element.getBoundingClientRect()
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 - 8 }
    const isThere = [-21, 21].every((off) =>
      element.contains(document.elementFromPoint(middle.x, middle.y + off)),
    )
    return { height: Number.parseFloat(before.height), isThere }
  })
  expect(room).toEqual({ height: 44, isThere: true })
}

test('a visitor walks from a card to its brand, its kind and its morning; Back leads to the same place', async ({
  page,
}) => {
  await open(page, '/daily-deals')
  const first = page.locator('.edition .card').first()
  const brand = first.locator('.brand a')
  await brand.scrollIntoViewIfNeeded()
  await expectRoomToPress(brand)
  await expectRoomToPress(first.locator('.kind'))
  const name = (await brand.textContent()) ?? ''
  await brand.click()
  await arrive(page, '**/brands/*')
  await expect(title(page)).toHaveText(name)
  await expect(page.locator('.figures')).toContainText('Largest saving')
  for (const each of await page.locator('.card .brand').allTextContents()) expect(each).toBe(name)
  await expectGood(page, 'a brand', DESK_AND_TELEPHONE)

  await cards(page).first().locator('.kind').click()
  await arrive(page, '**/categories/*')
  await expect(page.getByRole('navigation', { name: /More of|Within/ })).toBeVisible()
  await page.getByRole('navigation', { name: 'Where this is' }).getByRole('link').last().click()
  await arrive(page, '**/categories/*')
  await expectAccessible(page, 'a category')
  // A longer list continues in the address, and Back returns to the same number of deals.
  await expect(cards(page)).toHaveCount(12)
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(cards(page)).toHaveCount(24)
  await expect(page).toHaveURL(/\/categories\/\w+\?page=2$/)
  await cards(page).nth(20).locator('h3 a').click()
  await arrive(page, '**/deal/*')
  for (const row of ['More from this brand', 'More in this category']) {
    await expect(page.getByRole('region', { name: row }).locator('.card')).toHaveCount(4)
  }
  await expect(page.getByText('The same piece elsewhere')).toHaveCount(0)
  await expectGood(page, 'a deal with what is beside it', DESK_AND_TELEPHONE)
  await page.goBack()
  await expect(cards(page)).toHaveCount(24)
  await expect(cards(page).nth(20)).toBeInViewport()

  await open(page, '/editions')
  await expectGood(page, 'the calendar', DESK_AND_TELEPHONE)
  await page.locator('.month a').nth(3).click()
  await arrive(page, '**/editions/*')
  await expect(title(page)).toHaveText(/^Edition of \w+day, \w+ \d+$/)
  const here = await title(page).textContent()
  await page
    .getByRole('link', { name: /The morning after/ })
    .first()
    .click()
  await expect(title(page)).not.toHaveText(here ?? '')
  await page
    .getByRole('link', { name: /The morning before/ })
    .first()
    .click()
  await expect(title(page)).toHaveText(here ?? '')

  await open(page, '/brands')
  await expectGood(page, 'the brands', DESK_AND_TELEPHONE)
  await page.getByRole('navigation', { name: 'Brands by letter' }).getByText('M').click()
  await expect(page.getByRole('heading', { name: 'M', exact: true })).toBeFocused()
  await open(page, '/categories')
  await expectAccessible(page, 'the categories')
  // The page reveals nothing about the retailer that was asked for.
  await open(page, '/retailers/sole-parade')
  await expect(title(page)).toHaveText('Where to buy it is for members')
  await expectAccessible(page, 'the page that stands for every retailer')
})

test('a member sees who else has a piece, and all that a retailer has', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/brands/viale-nove')
  const card = cards(page).first()
  const piece = (await card.locator('h3 a').textContent()) ?? ''
  await card.getByRole('link', { name: /^Details/ }).click()
  await arrive(page, '**/deal/*')
  expect(piece).toContain(await title(page).textContent())
  const elsewhere = page.getByRole('region', { name: 'The same piece elsewhere' })
  await expect(elsewhere.getByRole('listitem').first()).toContainText(/\$[\d,.]+, (\$|the same)/)
  await expectAccessible(page, 'a piece that others have')
  await page.getByRole('link', { name: /^All deals at/ }).click()
  await arrive(page, '**/retailers/*')
  await expect(page.locator('.figures')).toBeVisible()
  await open(page, '/retailers')
  await expectAccessible(page, 'the retailers')
})

test.describe('before scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a category goes on, page by page', async ({ page }) => {
    await page.goto('/categories/bags')
    await expect(cards(page)).toHaveCount(12)
    await page.getByRole('link', { name: 'Show More Deals' }).click()
    await expect(page).toHaveURL(/\/categories\/bags\?page=2#more$/)
    await expect(cards(page)).toHaveCount(24)
    await page.getByRole('link', { name: 'Clutches' }).first().click()
    await expect(page).toHaveURL(/\/categories\/clutches$/)
  })
})

test('on paper stands what there is to read, and nothing to press or fill in', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  const card = page.getByRole('main').locator('.card').first()
  const id = (await card.locator('.heart button').getAttribute('value')) ?? ''
  const controls = page.getByRole('main').locator('button:visible, input:visible, select:visible')
  const pages = [`/deal/${id}`, '/daily-deals?q=wool', '/saved', '/for-you', '/inbox', '/savings']
  for (const path of pages) {
    await page.emulateMedia({ media: 'screen' })
    await open(page, path)
    await expect(controls.first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(controls, path).toHaveCount(0)
  }
})

test('a row that is moved on the screen wraps on paper, and holds each deal once', async ({
  page,
}) => {
  await open(page, '/')
  const row = page.getByRole('region', { name: 'For the cold months' })
  await row.getByRole('button', { name: 'Next deals' }).click()
  await expect(row.locator('.is-live')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 700, height: 1000 })
  const slides = row.locator('.carousel-slide:visible')
  const spans = await slides.evaluateAll((all) =>
    all.map((slide) => {
      const { left, right } = slide.getBoundingClientRect()
      return { left, right, link: slide.querySelector('a')?.href }
    }),
  )
  expect(spans.length).toBeGreaterThan(2)
  expect(new Set(spans.map(({ link }) => link)).size).toBe(spans.length)
  for (const { left, right } of spans) {
    expect(right).toBeLessThanOrEqual(700)
    expect(left).toBeGreaterThan(-40)
  }
})

test('the way to a kind stands level with the words beside it', async ({ page }) => {
  await open(page, '/daily-deals')
  await cards(page).first().locator('h3 a').click()
  await arrive(page, '**/deal/*')
  const line = page.locator('.filed-under').last()
  await line.getByRole('link').evaluate((link) => {
    link.style.textDecoration = 'none'
  })
  const asLink = await line.screenshot()
  await line.evaluate((words) => {
    words.replaceChildren(words.textContent ?? '')
  })
  expect(asLink.equals(await line.screenshot())).toBe(true)
})

test('how a retailer delivers fits a phone with letters twice as large', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await signIn(page, 'member@demo.test')
  await open(page, '/daily-deals?q=White%20Leather%20Tennis%20Sneaker')
  await page
    .getByRole('link', { name: /^Details of White Leather Tennis Sneaker/ })
    .first()
    .click()
  await arrive(page, '**/deal/*')
  await expect(page.getByRole('heading', { name: 'Delivery and returns' })).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNoSidewaysScrolling(page)
})
