import { loseAnswer } from '#test/e2e/support/answers.ts'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'
import { CARDS, join } from '#test/e2e/support/joining.ts'

test('a new member sets up ‘For you’ on a phone and believes the reasons', async ({
  page,
  context,
}) => {
  const { tab } = await join(page, context, CARDS.amex)
  const offer = tab.getByRole('complementary', { name: 'What is for you' })
  await expect(offer.getByRole('button', { name: 'Later' })).toBeVisible()
  // Only one question is shown at a time.
  const aboutMail = tab.getByRole('region', { name: 'May we write to you?' })
  await expect(aboutMail).toBeHidden()
  // The toast about the new account does not overlap the offer, at any width.
  await tab.locator('.toasts').waitFor({ state: 'attached' })
  for (const width of [1440, 375]) {
    await tab.setViewportSize({ width, height: 800 })
    const gap = await tab.evaluate(() => {
      const place = (selector: string) => document.querySelector(selector)?.getBoundingClientRect()
      return (place('.offer-setup')?.top ?? 0) - (place('.toasts')?.bottom ?? 0)
    })
    expect(gap, `at ${width} px`).toBeGreaterThan(0)
  }
  await offer.getByRole('link', { name: 'Say what you want' }).click()
  await arrive(tab, '**/for-you/setup')
  await expect(offer).toBeHidden()
  await expect(aboutMail).toBeHidden()

  const fits = tab.getByText(/of the last 7 days fits?$/)
  const before = await fits.textContent()
  const brand = tab.locator('#step-2 .pick').first()
  const brandName = (await brand.textContent()) ?? ''
  await brand.click()
  await expect(fits).not.toHaveText(before ?? '')
  await tab.locator('#step-3').getByText('Boots', { exact: true }).click()
  await tab.locator('#step-4 summary', { hasText: 'Women’s shoes' }).click()
  await tab.locator('#step-4').getByText('EU 38 / US 8', { exact: true }).click()
  await tab.getByLabel('Shoes, in dollars').fill('cheap')
  await tab.getByRole('button', { name: 'Show me what fits' }).last().click()
  await expect(tab.getByText('Whole dollars from 1 to 100,000')).toBeVisible()
  await tab.getByLabel('Shoes, in dollars').fill('600')
  await expectAccessible(tab, 'the set-up')
  for (const width of [320, 375]) {
    await tab.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScrolling(tab, `the set-up at ${width}`)
  }
  await tab.getByRole('button', { name: 'Show me what fits' }).last().click()
  await arrive(tab, '**/for-you')
  await expect(aboutMail).toBeVisible()

  const cards = tab.locator('ul.cards > li')
  await expect(cards.first().locator('.note')).toContainText('You follow')
  // Each card's reason matches the card.
  for (const card of await cards.all()) {
    const [why, of, line] = await Promise.all([
      card.locator('.note').textContent(),
      card.locator('.brand').textContent(),
      card.locator('.filed').first().textContent(),
    ])
    expect(why?.includes(`You follow ${brandName}`) ?? false).toBe(of?.trim() === brandName)
    if (why?.includes('Boots')) expect(line).toContain('Boots')
  }
  await expectAccessible(tab, 'for you')

  // A deal whose removal fails comes back.
  await tab.route('**/api/for-you/declined/*', (route) => route.abort())
  const notForMe = cards.first().getByRole('button', { name: /^Not for me/ })
  await notForMe.click()
  await expect(tab.locator('.toast')).toContainText('No answer came')
  await expect(notForMe).toBeVisible()
  await tab.unrouteAll()
  await notForMe.click()
  await expect(tab.getByText('Taken away', { exact: true })).toBeVisible()
  await expectAccessible(tab, 'for you, one taken away')
  await cards.first().getByRole('button', { name: /^Undo/ }).click()
  await expect(cards.first().getByRole('button', { name: /^Not for me/ })).toBeVisible()

  // Hiding a brand removes all its deals from the list and the count; undo restores the follow.
  const counted = tab.getByText(/ deals? of the last 14 days$/)
  const whole = (await counted.textContent()) ?? ''
  const ofBrand = tab.locator('ul.cards .brand', { hasText: brandName })
  const pieces = await ofBrand.count()
  const followed = cards.filter({ has: tab.locator('.brand', { hasText: brandName }) }).first()
  await followed.getByRole('button', { name: /^Not for me/ }).click()
  await expect(counted).toHaveText(`${Number.parseInt(whole, 10) - 1}${whole.replace(/^\d+/, '')}`)
  await tab.getByRole('button', { name: `Hide ${brandName} altogether` }).click()
  await expect(ofBrand).toHaveCount(1)
  const { total } = await (await tab.request.get('/api/for-you?page=1')).json()
  await expect(counted).toHaveText(new RegExp(`^${total} deal`))
  await tab.getByRole('button', { name: /^Undo/ }).click()
  await expect(ofBrand).toHaveCount(pieces)
  await expect(counted).toHaveText(whole)
  const kept = await (await tab.request.get('/api/follows')).json()
  expect(kept.follows).toContainEqual(
    expect.objectContaining({ kind: 'brand', label: brandName, isHidden: false }),
  )
  await followed.getByRole('button', { name: /^Not for me/ }).click()
  await tab.getByRole('button', { name: `Hide ${brandName} altogether` }).click()
  await expect(tab.getByText('Brand hidden', { exact: true })).toBeVisible()
  await open(tab, '/for-you/setup')
  await expect(tab.locator('#followed').getByText('left out')).toBeVisible()

  // Once answered, the question does not come back, however the feed is reached.
  const follows = tab.waitForResponse('**/api/follows')
  await open(tab, '/daily-deals?from_checkout=true')
  await follows
  await expect(offer).toBeHidden()
})

test('of a brand that is followed without an answer it is said that nobody knows, and what is there is shown', async ({
  page,
}) => {
  await open(page, '/brands')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  const follow = page.getByRole('button', { name: /^Follow / })
  const following = page.getByRole('button', { name: /^Following / })
  // A visitor's press takes effect after they sign in.
  await follow.click()
  await arrive(page, '**/sign-in?next=**')
  await page.getByLabel('Email').fill('year@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await following.click()
  await expect(follow).toBeVisible()
  await loseAnswer(page, '**/api/follows')
  await follow.click()
  await expect(page.locator('.toast')).toContainText('No answer came')
  await following.click()
  await expect(follow).toBeVisible()
})

test('where all that is followed stands it can be given up once its answer has come', async ({
  page,
}) => {
  // Other journeys follow with this account too: told of that, the page would read again what it has not sent yet.
  await page.routeWebSocket(/\/ws$/, () => {})
  await signIn(page, 'year@demo.test')
  await open(page, '/brands')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/follows', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.fallback()
  })
  await page.getByRole('button', { name: /^Follow / }).click()
  await page.getByRole('link', { name: 'For you', exact: true }).first().click()
  await page
    .getByRole('link', { name: / what you want$/ })
    .first()
    .click()
  const followed = page.locator('#followed')
  const entries = followed.getByRole('listitem')
  await expect(entries.first()).toContainText('Brand')
  const before = await entries.count()
  await expect(entries.first().getByRole('button')).toHaveCount(0)
  goOn()
  await entries.first().getByRole('button').press('Enter')
  await expect(entries).toHaveCount(before - 1)
  await expect(page.locator('#followed:focus-within')).toHaveCount(1)
})

test('the keyboard goes on at the next page of ‘For you’', async ({ page }) => {
  await signIn(page, 'year@demo.test')
  await open(page, '/for-you')
  await page.getByRole('link', { name: 'After these' }).press('Enter')
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await expect(page.locator(':focus', { hasText: 'For you' })).toHaveCount(1)
})

test('what is chosen for ‘For you’ is seen in colours that people have chosen themselves', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, 'member@demo.test')
  await open(page, '/for-you/setup')
  const [pick, box] = [
    page.locator('.pick', { hasText: 'Kids' }).first(),
    page.getByRole('checkbox', { name: 'Kids', exact: true }),
  ]
  await box.check()
  const chosen = await pick.screenshot()
  await box.uncheck()
  expect(chosen.equals(await pick.screenshot())).toBe(false)
})

test('without scripts ‘For you’ is set up, followed and put aside all the same', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/daily-deals')
  await page.goto('/for-you/setup')
  await page.getByLabel('Find another brand').fill('a')
  await page.getByRole('button', { name: 'Find', exact: true }).first().click()
  await expect(page.getByText(/^Found, and put before the others/)).toBeVisible()
  await page.locator('#step-3').getByText('All shoes', { exact: true }).click()
  await page.getByRole('button', { name: 'Count again' }).click()
  await expect(page.locator('#step-3').getByLabel('All shoes')).toBeChecked()
  await page.getByRole('button', { name: 'Show me what fits' }).last().click()
  await expect(page).toHaveURL(/\/for-you$/)
  await page
    .getByRole('button', { name: /^Not for me/ })
    .first()
    .click()
  await expect(page.getByText('Taken away.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hide its brand, on its page' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/\/for-you$/)
  await page.goto('/daily-deals?category=boots&max=900')
  await expect(page.getByText('Members are told; yours are on')).toBeVisible()
  await page.getByRole('button', { name: 'Tell me about new ones' }).click()
  await expect(page).toHaveURL(/\/for-you\/setup#followed$/)
  await expect(page.locator('#followed')).toContainText('Under $900')
  await context.close()
})
