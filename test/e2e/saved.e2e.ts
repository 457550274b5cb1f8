import type { Page } from '@playwright/test'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reload,
  test,
} from '#test/e2e/support/browser.ts'
import { linkIn, newEmail, PASSWORD, readMail } from '#test/e2e/support/joining.ts'

const cards = (page: Page) => page.getByRole('main').locator('ul.cards > .card')
const heartOf = (page: Page, index: number) =>
  cards(page)
    .nth(index)
    .getByRole('button', { name: /^Saved?$/ })
const heartOfDeal = (page: Page, id: string) =>
  page.getByRole('main').locator(`button[value="${id}"]`).first()
const count = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByText(/^Saved/)

/** From wherever somebody is led to make one, a free account; back where they wanted to go. */
async function makeFreeAccount(page: Page): Promise<string> {
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Make a free account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await open(page, linkIn(await readMail(page, /Confirm your address/, email), /confirm-email/))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  return email
}

test('a visitor’s heart leads to an account, and the deal is saved when they come back; then list, change, undo', async ({
  page,
  context,
}) => {
  await open(page, '/daily-deals')
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'false')
  const [first, second, third] = await Promise.all(
    [0, 4, 5].map(async (index) => (await heartOf(page, index).getAttribute('value')) ?? ''),
  )
  const box = await heartOf(page, 0).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await heartOf(page, 0).click()
  await arrive(page, '**/sign-in?next=**')
  await page
    .getByRole('link', { name: /free account/i })
    .first()
    .click()
  await arrive(page, '**/sign-up?next=**')
  await makeFreeAccount(page)
  await arrive(page, '**/deal/**')
  await expect(page.getByRole('button', { name: 'Saved', exact: true })).toBeVisible()
  await expect(count(page)).toHaveText(/^Saved1/)

  // Every open tab agrees at once, in count and hearts.
  const other = await context.newPage()
  await open(other, '/daily-deals')
  await expect(heartOfDeal(other, first ?? '')).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/daily-deals')
  await heartOfDeal(page, second ?? '').click()
  await heartOfDeal(page, third ?? '').click()
  await expect(count(page)).toHaveText(/^Saved3/)
  await expect(count(other)).toHaveText(/^Saved3/)
  await expect(heartOfDeal(other, third ?? '')).toHaveAttribute('aria-pressed', 'true')
  await other.close()

  await count(page).click()
  await arrive(page, '**/saved')
  await expect(cards(page)).toHaveCount(3)
  await expectAccessible(page, 'saved')
  await heartOf(page, 0).click()
  await expect(page.getByText('Removed', { exact: true })).toBeVisible()
  await expect(count(page)).toHaveText(/^Saved2/)
  await expectAccessible(page, 'saved, one removed')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(count(page)).toHaveText(/^Saved3/)
  await page.getByRole('link', { name: 'Lowest price' }).click()
  await arrive(page, '**/saved?sort=price-up')
  const prices = async () =>
    (await cards(page).locator('.now').allTextContents()).map((text) =>
      Number(text.replace(/[^\d.]/g, '')),
    )
  expect(await prices()).toEqual((await prices()).toSorted((a, b) => a - b))
  await reload(page)
  await expect(cards(page)).toHaveCount(3)
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScrolling(page)
  }
})

test('a heart whose call fails turns back and says so', async ({ page }) => {
  await open(page, '/sign-up')
  await makeFreeAccount(page)
  await arrive(page, '**/daily-deals')
  await page.route('**/api/saved/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await heartOf(page, 0).click()
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'false')
  await open(page, '/saved')
  await expect(page.getByRole('heading', { name: 'Nothing kept yet' })).toBeVisible()
  await expectAccessible(page, 'nothing saved')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a heart is a form that leads to the deal, as it is for the person', async ({ page }) => {
    await page.goto('/daily-deals')
    await heartOf(page, 3).click()
    await page.waitForURL('**/sign-in?next=**')
    await page.getByLabel('Email').fill('free@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/deal/**')
    const heart = page.locator('.heart-labelled').getByRole('button', { name: /^Saved?$/ })
    if ((await heart.textContent()) === 'Save') await heart.click()
    await expect(heart).toHaveText('Saved')
    await heart.click()
    await page.waitForURL('**/deal/**')
    await expect(heart).toHaveText('Save')
  })
})
