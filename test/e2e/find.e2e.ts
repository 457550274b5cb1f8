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

const cards = (page: Page) => page.locator('.edition .card')
const side = (page: Page) => page.getByRole('region', { name: 'Filters' })
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })

/** Presses Tab until the target has the focus, as a keyboard user does. */
async function tabTo(page: Page, name: RegExp) {
  const wanted = page.locator(':focus').filter({ hasText: name })
  for (let presses = 0; presses < 150; presses += 1) {
    if ((await wanted.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  await expect(wanted).toBeVisible()
}

test('a visitor finds boots in a size and at a price, by keyboard alone', async ({ page }) => {
  await open(page, '/terms')
  // Control+Enter opens the search page, with its field over the list, in a new tab instead of the dialog.
  const tab = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Search', exact: true }).press('Control+Enter')
  await (await tab).close()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search brands and categories' })
  await expect(field).toBeFocused()
  // The key can be turned off; turned on again, it leads to the field over the list below.
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(field).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).press('Enter')
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await field.focus()
  await page.keyboard.type('boot')
  // Descenders are not cut off.
  const [needed, has] = await field.evaluate((input) => [input.scrollHeight, input.clientHeight])
  expect(needed).toBeLessThanOrEqual(has ?? 0)
  const first = page.getByRole('option').first()
  await expect(first).toHaveText(/^BootsCategory$/)
  await expectAccessible(page, 'search over a page')
  // The longest possible list ends above the Close button.
  const list = await page.getByRole('listbox').evaluate((element) => ({
    top: element.getBoundingClientRect().top,
    most: Number.parseFloat(getComputedStyle(element).maxHeight),
  }))
  const close = await page.getByRole('button', { name: 'Close' }).boundingBox()
  expect(list.top + list.most).toBeLessThanOrEqual(close?.y ?? 0)
  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await arrive(page, /\/daily-deals\?category=boots$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boots')

  await tabTo(page, /^Under \$500$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?category=boots&max=500$/)
  // The focus stays where it was.
  await expect(side(page).getByRole('link', { name: 'Under $500' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await tabTo(page, /^EU 38 /)
  const count = Number(await page.locator(':focus .facet-count').textContent())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?category=boots&size=[\w.-]+&max=500$/)
  await expect(page.getByText(`${count} deals`, { exact: true })).toBeAttached()
  await expect(chips(page).getByRole('link')).toHaveText([
    /Boots/,
    /EU 38/,
    /Under \$500/,
    'Clear all',
  ])
  await expectGood(page, 'a list that is narrowed')

  // A filter is removed by its cross; Back restores it.
  await chips(page)
    .getByRole('link', { name: /Without EU 38/ })
    .press('Enter')
  await expect(page).toHaveURL(/\?category=boots&max=500$/)
  await page.goBack()
  await expect(chips(page).getByRole('link')).toHaveCount(4)

  // On the feed the key focuses the page's own field.
  await page.locator('body').press('/')
  await expect(page.getByLabel('Search brands and categories')).toBeFocused()
})

test('the keyboard keeps its place when what it was on goes with the list before', async ({
  page,
}) => {
  await open(page, '/daily-deals')
  const list = page.locator('#list')
  const colours = side(page).locator('[data-kind=colour]')
  await colours.getByText('Colour', { exact: true }).press('Enter')
  const black = colours.getByRole('link', { name: /^Black/ })
  await black.press('Enter')
  await expect(page).toHaveURL(/\?colour=black$/)
  await black.press('Enter')
  await expect(page).toHaveURL(/\/daily-deals$/)
  await expect(black).toBeFocused()
  await expect(black).toBeVisible()
  // Until the new list has arrived, the other links are built from the old address.
  await expect(chips(page).getByRole('link')).toHaveCount(0)

  await page.locator('.find summary').press('Enter')
  await page.getByRole('link', { name: 'Lowest price' }).press('Enter')
  await expect(page).toHaveURL(/\?sort=price-up$/)
  await expect(list).toBeFocused()

  await black.press('Enter')
  await expect(page).toHaveURL(/colour=black/)
  await chips(page)
    .getByRole('link', { name: /Without Black/ })
    .press('Enter')
  await expect(page).toHaveURL(/\?sort=price-up$/)
  await expect(list).toBeFocused()

  const field = page.getByRole('combobox', { name: 'Search brands and categories' })
  await page.getByLabel('Search brands and categories').focus()
  await field.pressSequentially('coat')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?q=coat$/)
  await expect(list).toBeFocused()
})

test('the field over the list says no words that were not searched for', async ({ page }) => {
  await open(page, '/daily-deals')
  await page.getByLabel('Search brands and categories').focus()
  const field = page.getByRole('combobox', { name: 'Search brands and categories' })
  await field.pressSequentially('boo')
  await expect(page.getByRole('option').first()).toHaveText(/^BootsCategory$/)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page).toHaveURL(/\?category=boots$/)
  await expect(field).toHaveValue('')
})

test('a word without an end that was left out does not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, `/daily-deals?q=${'x'.repeat(300)}`)
  await expect(page.getByText(/^Not understood and left out: search/)).toBeVisible()
  await expectNoSidewaysScrolling(page)
})

test('on a phone the filters are a sheet that counts while one chooses', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, '/daily-deals')
  await expect(side(page)).toBeHidden()
  await page.getByRole('link', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  // Close stays in view with text twice as large.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
  const brand = sheet.locator('[data-kind=brand]')
  const more = brand.getByRole('button', { name: / more$/ })
  const few = await brand.getByRole('checkbox').count()
  await more.click()
  await expect(more).toHaveCount(0)
  expect(await brand.getByRole('checkbox').count()).toBeGreaterThan(few)
  await sheet.getByText('Bags', { exact: true }).click()
  const { total: bags } = await (await page.request.get('/api/deals/facets?category=bags')).json()
  const show = sheet.getByRole('button', { name: /^Show/ })
  await expect(show).toHaveText(`Show ${bags} deals`)
  await sheet.getByLabel('To $').fill('1')
  await expect(show).toHaveText('Show 0 deals')
  await expectAccessible(page, 'the sheet of filters')
  await show.click()
  await expect(page).toHaveURL(/\?category=bags&max=1$/)
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
  await expectGood(page, 'nothing found', [375])
  await page.getByRole('link', { name: /^Without 'Under \$1': \d+$/ }).click()
  await expect(page).toHaveURL(/\?category=bags$/)
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(cards(page)).toHaveCount(24)
  await expect(page).toHaveURL(/\?category=bags&page=2$/)

  // Two columns are kept until they are turned off.
  await page.getByRole('button', { name: 'Smaller pictures' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Smaller pictures' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  const boxes = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()))
  expect(boxes[0]?.y).toBe(boxes[1]?.y)

  await page.getByRole('button', { name: 'Smaller pictures' }).click()

  // Search words stay in the search field: the sheet counts and clears only its own filters.
  await open(page, '/daily-deals?q=black&category=bags')
  await expect(page.locator('html')).not.toHaveAttribute('data-grid', 'dense')
  await page.getByRole('link', { name: /^Filters ?, 1 chosen$/ }).click()
  await sheet.getByRole('button', { name: 'Clear all' }).click()
  await show.click()
  await expect(page).toHaveURL(/\/daily-deals\?q=black$/)
})

test('on a phone the sheet of filters is filled and left by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, '/daily-deals')
  const opener = page.getByRole('link', { name: 'Filters' })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  // Escape closes the sheet and returns the focus to its opener.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  const bags = sheet.getByRole('checkbox', { name: /^Bags/ })
  const upTo = sheet.getByLabel('To $')
  const show = sheet.getByRole('button', { name: /^Show/ })
  const goTo = async (place: Locator) => {
    for (let presses = 0; presses < 150; presses += 1) {
      if (await place.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(place).toBeFocused()
  }
  await goTo(bags)
  await page.keyboard.press('Space')
  await expect(bags).toBeChecked()
  // A group stays open when its last choice is removed.
  await goTo(sheet.locator('[data-kind=colour] summary'))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const colour = sheet.locator('[data-kind=colour] input').first()
  await page.keyboard.press('Space')
  await expect(colour).toBeChecked()
  await page.keyboard.press('Space')
  await expect(colour).not.toBeChecked()
  await expect(colour).toBeVisible()
  await expect(colour).toBeFocused()
  await goTo(upTo)
  await page.keyboard.type('900')
  const { total } = await (await page.request.get('/api/deals/facets?category=bags&max=900')).json()
  await expect(show).toHaveText(`Show ${total} deals`)
  await goTo(show)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?category=bags&max=900$/)
  await expect(sheet).toBeHidden()
})

test('what is not understood, forgiven or for members is said', async ({ page }) => {
  await page.goto('/daily-deals?colour=lila&category=boots&brand=nobody-at-all')
  await expect(
    page.getByText(/^Not understood and left out: colour “lila”.*brand “nobody-at-all”/),
  ).toBeVisible()
  await expect(chips(page).getByRole('link')).toHaveText([/Boots/, 'Clear all'])

  await page.goto('/daily-deals?q=aubrele')
  await expect(page.getByText('These are for Aubrelle')).toBeVisible()

  const locked = await page.goto('/daily-deals?retailer=anybody&category=boots')
  expect(locked?.status()).toBe(403)
  await expect(page.getByText('Where a deal is sold is for members.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start your free trial' }).first()).toBeVisible()
  await expectGood(page, 'filters for members', [375])
  await page.getByRole('link', { name: 'See the list without it' }).click()
  await expect(page).toHaveURL(/\?category=boots$/)

  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'member@demo.test')
  await expect(page.getByLabel('Search brands, pieces, retailers')).toBeVisible()
  await side(page).getByText('Retailer', { exact: true }).click()
  await side(page).locator('[data-kind=retailer] a').first().click()
  await expect(page).toHaveURL(/\?retailer=/)
  await expect(cards(page).first()).toBeVisible()
})

/** Returns the address of two categories in a size that neither has. */
async function nothingIn(page: Page): Promise<string> {
  const { facets } = await (await page.request.get('/api/deals/facets?category=dresses')).json()
  const sizes: Array<{ value: string }> = facets.size
  return `/daily-deals?category=boots,heels&size=${sizes[0]?.value}`
}

async function dropBothKinds(page: Page) {
  await page.getByRole('link', { name: /^Without 'Boots, Heels': \d+$/ }).click()
  await expect(page).toHaveURL(/\/daily-deals\?size=[\w.-]+$/)
  await expect(cards(page).first()).toBeVisible()
}

test('words and prices that are not understood are said, and never answered by the whole feed in silence', async ({
  page,
}) => {
  await open(page, '/terms')
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search brands and categories' }).fill('???')
  await page.keyboard.press('Enter')
  await arrive(page, /\/daily-deals\?q=%3F%3F%3F$/)
  const note = page.getByText(/^Not understood and left out:/)
  await expect(note).toHaveText('Not understood and left out: search “???” (must be words).')

  await page
    .getByLabel('Search brands and categories')
    .fill('black boots in soft leather with a low heel')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=black\+boots\+in\+soft\+leather\+with\+a\+low\+heel$/)
  await expect(note).toHaveText(
    'Not understood and left out: search “heel” (must be at most 8 words).',
  )
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    '“black boots in soft leather with a low”',
  )

  await open(page, '/daily-deals?category=boots')
  await side(page).getByLabel('From $').fill('500')
  await side(page).getByLabel('To $').fill('100')
  await side(page).getByRole('button', { name: 'Set' }).click()
  await expect(page).toHaveURL(/\?category=boots&min=500&max=100$/)
  await expect(note).toHaveText(
    'Not understood and left out: highest price “100” (must be at least 500, as the lowest price is).',
  )
})

test('what is dropped of a list that is empty is all of its kind', async ({ page }) => {
  await open(page, await nothingIn(page))
  await dropBothKinds(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('all of a kind is dropped by a link', async ({ page }) => {
    await page.goto(await nothingIn(page))
    await dropBothKinds(page)
  })

  test('boots are found by a form, by links and by prices of one’s own', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto('/terms')
    await page.getByRole('banner').getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/daily-deals#search$/)
    await page.getByLabel('Search brands and categories').fill('boots')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/daily-deals\?q=boots$/)
    await page.getByRole('link', { name: 'Filters' }).click()
    await side(page)
      .getByRole('link', { name: /^Shoes/ })
      .click()
    await expect(page).toHaveURL(/\?q=boots&category=shoes$/)
    await page.goto(`${page.url()}#filters`)
    await side(page).getByLabel('To $').fill('500')
    await side(page).getByRole('button', { name: 'Set' }).click()
    await expect(page).toHaveURL(/\/daily-deals\?q=boots&category=shoes&max=500$/)
    await expect(cards(page).first()).toBeVisible()
    await page.locator('.find .jump summary').click()
    await page.getByRole('link', { name: 'Lowest price' }).click()
    await expect(page).toHaveURL(/&sort=price-up$/)
    await page.getByRole('link', { name: 'Clear all' }).click()
    await expect(page).toHaveURL(/\/daily-deals$/)
  })
})
