import type { Page } from '@playwright/test'
import { expectGood } from '#test/e2e/support/accessible.ts'
import { expect, expectAccessible, open, signIn, test } from '#test/e2e/support/browser.ts'
import { cards, placeOf, readTo } from '#test/e2e/support/places.ts'

const headings = (page: Page) => page.locator('.edition h2')

test('the feed stands under its days, each with its size and an address of its own', async ({
  page,
}) => {
  await signIn(page, 'member@demo.test')
  const days = await (await page.request.get('/api/deals/days')).json()
  await open(page, '/daily-deals?page=8')
  const shown = await headings(page).allTextContents()
  expect(shown[0]).toMatch(/^Today, \w+day, \w+ \d+ · \d+ deals(, \d+ ended)?$/)
  expect(shown[1]).toMatch(/^Yesterday, \w+day, \w+ \d+ · \d+ deals(, \d+ ended)?$/)
  expect(shown[2]).toMatch(/^\w+day, \w+ \d+ · \d+ deals(, \d+ ended)?$/)
  expect(shown.slice(0, 3).map((each) => Number(/(\d+) deals/.exec(each)?.[1]))).toEqual(
    days.slice(0, 3).map(({ deals }: { deals: number }) => deals),
  )
  await expect(page.getByText('Edition of')).toHaveCount(0)
  // On a phone the number of deals has a line of its own, without a separator after the date.
  const size = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await headings(page).first().innerText()).toMatch(/\w+ \d+\n\d+ deals(, \d+ ended)?$/)
  if (size) await page.setViewportSize(size)

  // A day on the page is scrolled to and focused; Back to top returns.
  const jump = page.getByText('Jump to a day')
  await jump.click()
  await expectAccessible(page, 'the days to jump to')
  await page.locator('.jump', { hasText: 'Jump to a day' }).getByRole('link').nth(2).click()
  await expect(headings(page).nth(2)).toBeInViewport()
  await expect(headings(page).nth(2)).toBeFocused()
  await expect(jump).not.toBeInViewport()
  await page.locator('.edition').nth(2).getByRole('link', { name: 'Back to top' }).click()
  await expect(jump).toBeInViewport()
  await expect(cards(page)).toHaveCount(96)

  // A day that is not on the page has a page and an address of its own.
  await jump.click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(page.locator('.jump', { hasText: 'Jump to a day' }).locator('ul')).toBeHidden()
  await expect(page.locator('.jump', { hasText: 'Jump to a day' }).locator('summary')).toBeFocused()
  await jump.click()
  await page.locator('.jump', { hasText: 'Jump to a day' }).getByRole('link').nth(6).click()
  await expect(page).toHaveURL(new RegExp(`/editions/${days[6].day}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Edition of \w+day, /)
  await expectGood(page, 'an edition')
  await open(page, `/daily-deals?day=${days[6].day}`)
  await expect(headings(page)).toHaveText([
    /^Edition of \w+day, \w+ \d+ · \d+ deals(, \d+ ended)?$/,
  ])
  await expect(page).toHaveTitle(/^Edition of \w+day, /)
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(cards(page)).toHaveCount(24)
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(page.getByText(`You've seen all ${days[6].deals} deals`)).toBeVisible()
  await expect(cards(page)).toHaveCount(days[6].deals)
  await expectGood(page, 'a day of the feed')
  await page.getByRole('navigation', { name: 'Days of the feed' }).getByText(/→$/).click()
  await expect(page).toHaveURL(new RegExp(`day=${days[5].day}`))
  await page.getByRole('link', { name: 'All days' }).click()
  await expect(headings(page).first()).toContainText('Today, ')
})

test('a day without deals, and what is no day, say so and lead back', async ({ page }) => {
  const nobody = await page.goto('/daily-deals?day=2026-02-01')
  expect(nobody?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No deals on that day')
  await expectGood(page, 'a day without deals')
  const nonsense = await page.goto('/daily-deals?day=someday')
  expect(nonsense?.status()).toBe(404)
  await expect(page.getByText('Not understood and left out: day “someday”')).toBeVisible()
  await expect(cards(page)).toHaveCount(12)
})

test('a deep feed comes back whole, to the place it was left at', async ({ page, context }) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/daily-deals?page=32')
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(cards(page)).toHaveCount(396)
  await expect(page).toHaveURL(/page=33$/)
  await readTo(page, 390)
  const left = await placeOf(page)

  await page.reload()
  await expect(cards(page)).toHaveCount(396)
  await expect.poll(() => placeOf(page)).toEqual(left)

  // Returns by Back from a full page load, with nothing in memory.
  await page.goto('/terms')
  await page.goBack()
  await expect(cards(page)).toHaveCount(396)
  await expect.poll(() => placeOf(page)).toEqual(left)

  // Opens the address alone, as in a restored tab.
  const other = await context.newPage()
  await open(other, page.url())
  await expect(cards(other)).toHaveCount(396)
  await other.close()
})

test('a feed that is left open past midnight knows that today is over', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'member@demo.test')
  await open(page, '/daily-deals')
  const [before = ''] = await headings(page).allTextContents()
  expect(before).toMatch(/^Today, /)
  await page.clock.fastForward('24:00:00')
  await expect(headings(page).first()).toHaveText(before.replace('Today', 'Yesterday'))
  await page.getByText('Jump to a day').click()
  await expect(
    page.locator('.jump', { hasText: 'Jump to a day' }).getByRole('link').first(),
  ).toHaveText(/^Yesterday, /)
})

test('on a phone the arrows of every row stand beside its title', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signIn(page, 'member@demo.test')
  const rows = page
    .getByRole('region')
    .filter({ has: page.getByRole('button', { name: 'Next deals' }) })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) {
    const title = await row.getByRole('heading').first().boundingBox()
    const arrow = await row.getByRole('button', { name: 'Next deals' }).boundingBox()
    if (!title || !arrow) throw new Error('Nothing is to be seen.')
    expect(arrow.y).toBeLessThan(title.y + title.height)
    expect(arrow.x).toBeGreaterThan(title.x)
  }
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('more deals follow those that were there, and the reader goes on with the first of them', async ({
    page,
  }) => {
    await page.goto('/daily-deals?page=2')
    await page.getByRole('link', { name: 'Show More Deals' }).click()
    await expect(page).toHaveURL(/page=3#more$/)
    await expect(cards(page)).toHaveCount(36)
    await expect(cards(page).nth(24)).toBeInViewport()
    await expect(cards(page).first()).not.toBeInViewport()
    await page.getByText('Jump to a day').click()
    await page.locator('.jump', { hasText: 'Jump to a day' }).getByRole('link').nth(3).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Edition of/)
  })
})

test('what is new since the last visit is marked, and where that visit ended', async ({ page }) => {
  const { deals } = await (await page.request.get('/api/deals?limit=48')).json()
  const mark = page.getByText('All above is new since you were here')
  await open(page, '/daily-deals?page=4')
  await expect(page.getByText('Jump to a day')).toBeVisible()
  await expect(page.getByText('new since you were here')).toHaveCount(0)

  // The last visit ended an hour ago, when the eleventh deal was the newest.
  const visit = { mark: null, newest: deals[10].publishedAt, at: Date.now() - 3_600_000 }
  await page.evaluate((text) => localStorage.setItem('feed-visit', text), JSON.stringify(visit))
  const count = deals.filter(
    ({ publishedAt }: { publishedAt: string }) => publishedAt > visit.newest,
  ).length
  await page.reload()
  await expect(page.locator('.edition .new-dot')).toHaveCount(count)
  await expect(mark).toHaveCount(1)
  await expect(cards(page).nth(count - 1)).toContainText('(new since you were here)')
  await expect(cards(page).nth(count)).not.toContainText('(new since you were here)')
  await expectGood(page, 'what is new since the last visit')
  await page.getByRole('link', { name: 'New since you were here' }).click()
  await expect(mark).toBeInViewport()

  // A reload is the same visit and changes nothing. The next visit has seen everything.
  await page.reload()
  await expect(page.locator('.edition .new-dot')).toHaveCount(count)
  await page.evaluate(() => {
    const known = JSON.parse(localStorage.getItem('feed-visit') ?? '{}')
    localStorage.setItem('feed-visit', JSON.stringify({ ...known, at: known.at - 3_600_000 }))
  })
  await page.reload()
  await expect(page.getByText('Jump to a day')).toBeVisible()
  await expect(page.locator('.new-dot')).toHaveCount(0)
})

test('a free account meets every deal once, the open ones above the list', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  const { pagination } = await (await page.request.get('/api/deals')).json()
  await open(page, `/daily-deals?page=${pagination.totalPages}`)
  const total: number = pagination.totalDeals
  await expect(page.getByText(`You've seen all ${total} deals`)).toBeVisible()
  const links = await page
    .locator('.edition .card h3 a, [aria-labelledby=open-today] .card h3 a')
    .evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect([links.length, new Set(links).size]).toEqual([total, total])
  await expect(cards(page)).toHaveCount(total - 3)
  await expect(page.getByText('Three of them are open for you, above.')).toHaveCount(1)
  await expectAccessible(page, 'the whole feed of a free account')
})
