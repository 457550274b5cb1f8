import type { Page } from '@playwright/test'
import { answer } from '#test/e2e/support/answers.ts'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  test,
} from '#test/e2e/support/browser.ts'
import { linkIn, newEmail, readMail } from '#test/e2e/support/joining.ts'

const PASSWORD = 'tangerine-boots-4'

/** Returns the path of a locked deal, as somebody shares it. */
async function lockedDeal(page: Page): Promise<string> {
  await open(page, '/daily-deals')
  const href = await page.locator('.card h3 a[href^="/deal/"]').last().getAttribute('href')
  return href ?? 'none'
}

async function signUp(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Make a free account' }).click()
}

for (const width of [375, 1440]) {
  test(`from a shared deal to a free account and back to it, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    const email = newEmail()
    const deal = await lockedDeal(page)
    await open(page, deal)
    await page
      .getByRole('main')
      .getByRole('link', { name: /free account/ })
      .click()
    await arrive(page, '**/sign-up?next=**')
    // The password rule is shown before anything is typed; then one error at a time.
    await expect(
      page.getByText('At least 8 characters, and not one that is easy to guess.'),
    ).toBeVisible()
    await expectAccessible(page, `sign up at ${width} px`)
    await signUp(page, email, 'short')
    const wrong = page.getByText('Password must be at least 8 characters')
    await expect(wrong).toHaveCount(1)
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type('er')
    await expect(wrong).toHaveCount(0)
    await page.getByRole('button', { name: 'Make a free account' }).click()
    await expect(wrong).toHaveCount(1)
    await expect(
      page.getByText('At least 8 characters, and not one that is easy to guess.'),
    ).toHaveCount(0)
    await signUp(page, email)
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mistyped it? Start again' })).toHaveAttribute(
      'href',
      /\/sign-up\?next=%2Fdeal/,
    )
    await expectAccessible(page, `check your inbox at ${width} px`)
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('Sent. Look into your inbox')).toBeVisible()

    const path = linkIn(await readMail(page, /Confirm your address/, email), /confirm-email/)
    // Scanners that follow links in mails do not use the link up.
    for (let looked = 0; looked < 3; looked += 1) await page.request.get(path)
    await open(page, path)
    await expectAccessible(page, `confirm at ${width} px`)
    await expectNoSidewaysScrolling(page, `confirm at ${width} px`)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await arrive(page, `**${deal}`)
    await expect(page.getByText('Your free account is open', { exact: true })).toBeVisible()

    await open(page, '/daily-deals')
    const today = page.getByRole('region', { name: 'Open for you today' })
    await expect(today.locator('.card')).toHaveCount(3)
    await expect(today.locator('.card h3 a').first()).toHaveAttribute('href', /^\/track/)

    await open(page, path)
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await expect(page.getByRole('heading', { name: 'This link has done its work' })).toBeVisible()
  })
}

test('an address that is not confirmed is said on every page, and its mail sent again', async ({
  page,
  browser,
}) => {
  const email = newEmail()
  await open(page, '/sign-up')
  await signUp(page, email)
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await arrive(page, '**/daily-deals')
  const notice = page.getByRole('complementary', { name: 'Your address' })
  await expect(notice).toContainText(email)
  await expect(notice).toContainText('Until then you see what a visitor sees')
  await expect(page.locator('.card h3 a[href^="/track"]')).toHaveCount(0)
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `unconfirmed at ${width} px`)
    await expectNoSidewaysScrolling(page, `unconfirmed at ${width} px`)
  }
  await notice.getByRole('button', { name: 'Send it again' }).click()
  await expect(notice).toContainText('Sent. Look into your inbox')

  // The address is confirmed on the phone, and this page hears of it.
  const elsewhere = await browser.newContext()
  const phone = await elsewhere.newPage()
  await open(phone, linkIn(await readMail(page, /Confirm your address/, email), /confirm-email/))
  await phone.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(phone.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Open for you today' })).toBeVisible()
  await elsewhere.close()

  // An expired link can be sent again to its address, without signing in.
  const code = 'confirmation-expired'
  await answer(page, 'confirm-email', 410, { error: 'It has run out.', code, requestId: 'x' })
  const asked = await answer(page, 'confirmation-link', 200, {})
  await open(page, '/confirm-email?token=run-out')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'This link has run out' })).toBeVisible()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect.poll(() => asked.map(({ body }) => body)).toEqual([{ token: 'run-out' }])
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('an account is made, confirmed and led back to the deal', async ({ page, browser }) => {
    const email = newEmail()
    await page.goto('/daily-deals')
    const href = await page.locator('.card h3 a[href^="/deal/"]').first().getAttribute('href')
    await page.goto(href ?? '')
    await page
      .getByRole('main')
      .getByRole('link', { name: /free account/ })
      .click()
    await signUp(page, email)
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.getByRole('button', { name: 'Send it again' }).click()
    await expect(page.getByText('Sent. Look into your inbox')).toBeVisible()

    const reader = await (await browser.newContext()).newPage()
    const mail = await readMail(reader, /Confirm your address/, email)
    await reader.context().close()
    await page.goto(linkIn(mail, /confirm-email/))
    await page.getByRole('button', { name: 'Confirm my address' }).click()
    await page.waitForURL(`**${href}`)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeAttached()
  })

  test('signing in from a shared deal leads back to it', async ({ page }) => {
    await page.goto('/daily-deals')
    const href = await page.locator('.card h3 a[href^="/deal/"]').last().getAttribute('href')
    await page.goto(href ?? '')
    await page.getByRole('main').getByRole('link', { name: 'Already a member? Sign in' }).click()
    await page.getByLabel('Email').fill('member@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`**${href}`)
    await expect(page.getByRole('main').getByRole('link', { name: /^Go to/ })).toBeVisible()
  })
})
