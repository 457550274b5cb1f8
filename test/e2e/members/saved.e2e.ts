import type { Page } from '@playwright/test'
import { loseAnswer } from '#test/e2e/support/answers.ts'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  reload,
  signIn,
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

/**
 * Makes a free account on the page that asks for one and follows the confirmation link, which leads back to
 * where the person wanted to go. Returns the address.
 */
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
  await expect(page.getByRole('region', { name: 'May we write to you?' })).toBeVisible()
  // On a phone the toast does not cover the question at the head of the page.
  await page.setViewportSize({ width: 375, height: 812 })
  const [asked, told] = await Promise.all([
    page.getByRole('heading', { name: 'May we write to you?' }).boundingBox(),
    page
      .getByText('The deal you pressed the heart of is on your list.', { exact: true })
      .boundingBox(),
  ])
  expect((asked?.y ?? 0) + (asked?.height ?? 0)).toBeLessThanOrEqual(told?.y ?? 0)
  await page.setViewportSize({ width: 1280, height: 720 })

  // Every open tab updates its count and hearts at once.
  const other = await context.newPage()
  await open(other, '/daily-deals')
  await expect(heartOfDeal(other, first ?? '')).toHaveAttribute('aria-pressed', 'true')
  await open(page, '/daily-deals')
  await heartOfDeal(page, second ?? '').click()
  await heartOfDeal(page, third ?? '').click()
  await expect(count(page)).toHaveText(/^Saved3/)
  await expect(count(other)).toHaveText(/^Saved3/)
  await expect(heartOfDeal(other, third ?? '')).toHaveAttribute('aria-pressed', 'true')

  await count(page).click()
  await arrive(page, '**/saved')
  await expect(cards(page)).toHaveCount(3)
  // The list shows what is saved in another tab, and its count matches the header.
  const said = page.getByRole('main').getByRole('status').first()
  await heartOfDeal(other, first ?? '').click()
  await expect(said).toHaveText('2 deals')
  await open(other, '/daily-deals')
  await heartOfDeal(other, first ?? '').click()
  await expect(said).toHaveText('3 deals')
  const [fourth] = await other
    .getByRole('main')
    .locator('button[value][aria-pressed="false"]')
    .evaluateAll((hearts) => hearts.map((heart) => heart.getAttribute('value')))
  await heartOfDeal(other, fourth ?? '').click()
  await expect(cards(page)).toHaveCount(4)
  await expect(said).toHaveText('4 deals')
  await heartOfDeal(other, fourth ?? '').click()
  await expect(said).toHaveText('3 deals')
  await other.close()
  await reload(page)
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
  await expect(cards(page).locator('.now')).toHaveCount(3)
  await expect
    .poll(async () => {
      const shown = await prices()
      return shown.every((price, at) => at === 0 || price >= (shown[at - 1] ?? 0))
    })
    .toBe(true)
  await reload(page)
  await expect(cards(page)).toHaveCount(3)
  for (const width of [320, 375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScrolling(page)
  }
})

test('what has ended is taken off at once and comes back with Undo, with and without scripts', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await open(page, '/sign-up')
  await makeFreeAccount(page)
  await arrive(page, '**/daily-deals')
  const found = await page.request.get('/api/deals?ended=1&limit=48')
  const { deals } = (await found.json()) as { deals: Array<{ id: string; state: string }> }
  const over = deals.find(({ state }) => state === 'ended')?.id ?? ''
  const live = deals.find(({ state }) => state === 'live')?.id ?? ''
  for (const id of [over, live]) {
    await page.request.put(`/api/saved/${id}`, { headers: { 'sec-fetch-site': 'same-origin' } })
  }
  const undoAndRemove = async (on: Page) => {
    await expect(cards(on)).toHaveCount(2)
    await on.getByRole('button', { name: 'Remove all that ended' }).click()
    await expect(on.getByText('1 deal removed.')).toBeVisible()
    await expect(cards(on)).toHaveCount(1)
    await on.getByRole('button', { name: 'Undo' }).click()
    await expect(cards(on)).toHaveCount(2)
    await expect(on.getByText('1 deal removed.')).toBeHidden()
  }
  await open(page, '/saved')
  await undoAndRemove(page)
  await page.getByRole('button', { name: 'Remove all that ended' }).click()
  await expect(page.getByText('1 deal removed.')).toBeVisible()
  await expectAccessible(page, 'saved, what ended taken off')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(page)).toHaveCount(2)
  // A deal that is no longer listed can be removed and restored by Undo like any other.
  await page.route('**/api/saved?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    json.saved[0].deal = null
    await route.fulfill({ response, json })
  })
  await page.getByRole('link', { name: 'Lowest price' }).click()
  await page.getByRole('button', { name: /^Remove the piece by/ }).click()
  await expect(page.getByText('Removed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByRole('button', { name: /^Remove the piece by/ })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(cards(page)).toHaveCount(2)

  const storageState = await context.storageState()
  const plain = await browser.newContext({
    ...{ javaScriptEnabled: false, storageState },
    ...(baseURL ? { baseURL } : {}),
  })
  const without = await plain.newPage()
  await without.goto('/saved')
  await undoAndRemove(without)
  // Sends the form of a deal that is no longer listed, which has no page of its own to return to.
  const ofLive = without.locator(`form.heart button[value="${live}"]`)
  await ofLive.evaluate((button: HTMLButtonElement) => {
    button.name = 'take-off'
  })
  await ofLive.click()
  await expect(without.getByText('1 deal removed.')).toBeVisible()
  await expect(cards(without)).toHaveCount(1)
  await without.getByRole('button', { name: 'Undo' }).click()
  await expect(cards(without)).toHaveCount(2)
  await expect(without.getByText('1 deal removed.')).toBeHidden()
  await plain.close()
})

test('a heart whose call fails turns back and says so', async ({ page }) => {
  await open(page, '/sign-up')
  await makeFreeAccount(page)
  await arrive(page, '**/daily-deals')
  await page.route('**/api/saved/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await heartOf(page, 0).click()
  await expect(page.locator('.toast')).toContainText('No answer came')
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'false')
  await open(page, '/saved')
  await expect(page.getByRole('heading', { name: 'Nothing kept yet' })).toBeVisible()
  await expectAccessible(page, 'nothing saved')
  // This time only the response is lost, along with the live connection that would report the change.
  await page.unrouteAll()
  await page.routeWebSocket('**/ws?*', () => {})
  await loseAnswer(page, '**/api/saved/*')
  await open(page, '/daily-deals')
  await heartOf(page, 0).click()
  await expect(page.locator('.toast')).toContainText('No answer came')
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'true')
  await expect(count(page)).toHaveText(/^Saved1/)
})

test('a heart that arrives late comes onto the list; of what is changed there without an answer it is said that nobody knows, and what is there is shown', async ({
  page,
}) => {
  await open(page, '/sign-up')
  await makeFreeAccount(page)
  await arrive(page, '**/daily-deals')
  // The list is opened before the pressed heart arrives, and shows it as soon as it does.
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/saved/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.fallback()
  })
  await heartOf(page, 0).click()
  await count(page).click()
  await arrive(page, '**/saved')
  await expect(page.getByRole('heading', { name: 'Nothing kept yet' })).toBeVisible()
  goOn()
  await expect(cards(page)).toHaveCount(1)
  await loseAnswer(page, '**/api/saved/feed')
  await page.getByRole('button', { name: 'Make a private link' }).click()
  await expect(page.locator('.toast')).toContainText('No answer came')
  await expect(page.getByText(/^There is one since/)).toBeVisible()
  await expect(page.getByText('Nothing has changed')).toHaveCount(0)
  await page.getByRole('button', { name: 'End the link' }).click()
  await expect(page.getByRole('button', { name: 'Make a private link' })).toBeVisible()
})

test('a member says a price to be told at as prices are written', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/saved')
  const set = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Tell me at' }).first()
  await set.getByRole('textbox').fill('12.50')
  await set.getByRole('button', { name: /^Set/ }).click()
  await expect(set.getByRole('alert')).toHaveText('Whole dollars from 1 to 100,000')
  await expect(set.getByRole('textbox')).toHaveAccessibleDescription(/^Whole dollars from 1 /)
  await set.getByRole('textbox').fill('$99,999')
  await set.getByRole('button', { name: /^Set/ }).click()
  // The input is valid, but every deal of the demo already costs less.
  await expect(set.getByRole('alert')).toHaveText(/^It costs \$[\d.,]+ already\./)
  const asked = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'We tell you at $2.' })
  await set.getByRole('textbox').fill('2')
  await set.getByRole('button', { name: /^Set/ }).click()
  await asked.getByRole('button', { name: /^Do not/ }).click()
  await expect(asked).toHaveCount(0)
})

test('a heart that is pressed is seen in colours that people have chosen themselves', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/sign-up')
  await makeFreeAccount(page)
  await arrive(page, '**/daily-deals')
  const heart = heartOf(page, 0)
  const drawn = () =>
    heart.evaluate((button) => [
      getComputedStyle(button.querySelector('svg') ?? button).fill,
      getComputedStyle(button, '::before').backgroundColor,
    ])
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const [full, ground] = await drawn()
  expect([full, ground]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a heart is a form that leads to the deal; the list is narrowed and taken from, and mail is chosen, by links and forms', async ({
    page,
  }) => {
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
    await heart.click()
    await expect(heart).toHaveText('Saved')
    const dealPath = new URL(page.url()).pathname

    // The list is sorted and filtered by links and a form; a removed deal is gone.
    await page.goto('/saved')
    await page.getByRole('link', { name: 'Highest price' }).click()
    await page.waitForURL('**/saved?sort=price-down')
    await expect(page.getByRole('link', { name: 'Highest price' })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const kept = await cards(page).count()
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('To $').fill('1')
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(page).toHaveURL(/\/saved\?.*max=1/)
    await expect(page.getByText('Not understood')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /^Nothing you saved fits/ })).toBeVisible()
    const chosen = page.getByRole('list', { name: 'Chosen filters' })
    for (const [name, rest] of [
      ['Clear all', '/saved?sort=price-down'],
      ['Without Under $1', '/saved?sort=price-down'],
    ] as const) {
      await chosen.getByRole('link', { name }).click()
      await page.waitForURL(`**${rest}`)
      await page.goBack()
    }
    await page.getByRole('link', { name: `Without 'Under $1': ${kept}` }).click()
    await page.waitForURL('**/saved?sort=price-down')
    const entry = cards(page).filter({ has: page.locator(`a[href^="${dealPath}"]`) })
    await entry.getByRole('button', { name: 'Saved' }).click()
    await page.waitForURL(`**${dealPath}`)
    await page.goto('/saved')
    await expect(cards(page)).toHaveCount(kept - 1)

    // A private link is shown once, in the response that creates it; creating another revokes it.
    await page.getByRole('button', { name: 'Make a private link' }).click()
    const link = page.getByRole('link', { name: /\/feeds\/saved\/[\w-]+\.json$/ })
    const address = (await link.getAttribute('href')) ?? ''
    expect((await page.request.get(address)).status()).toBe(200)
    await page.goto('/saved')
    await expect(page.getByText(/^There is one since/)).toBeVisible()
    await expect(link).toHaveCount(0)
    await page.getByRole('button', { name: 'Make another, and end this one' }).click()
    await expect(link).not.toHaveAttribute('href', address)
    await page.getByRole('button', { name: 'End the link' }).click()
    await expect(page.getByRole('button', { name: 'Make a private link' })).toBeVisible()
    expect((await page.request.get(address)).status()).toBe(404)

    // Mail choices are made by a form as well.
    await page.goto('/account/mail')
    const edition = page.getByRole('group', { name: 'The edition' })
    await edition.getByLabel('Once a week').check()
    await page.getByRole('group', { name: 'Alerts' }).getByLabel('Never').check()
    await page.getByLabel('The weekly one comes on').selectOption('Friday')
    await page.getByRole('button', { name: 'Save my choices' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await page.goto('/account/mail')
    await expect(edition.getByLabel('Once a week')).toBeChecked()
    await expect(page.getByLabel('The weekly one comes on')).toHaveValue('5')
  })
})
