import type { Page } from '@playwright/test'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { expectGood } from '#test/e2e/support/accessible.ts'
import { expect, expectNoSidewaysScrolling, open } from '#test/e2e/support/browser.ts'
import { type OwnServer, test } from '#test/e2e/support/own-server.ts'
import {
  createDeal,
  createMember,
  createPerson,
  PASSWORD,
  type Person,
} from '#test/support/factories.ts'

const PHONE = { width: 375, height: 812 }

async function fillIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

async function beSignedIn(page: Page, server: OwnServer, { cookie }: Pick<Person, 'cookie'>) {
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: server.url }])
}

const errors = (page: Page) => page.locator('.toast[data-tone="error"][data-state="open"]')

test('what was wrong goes while it is corrected, and never stays over what follows', async ({
  page,
  server,
}) => {
  const { email } = await createPerson(server.ctx)
  await page.setViewportSize(PHONE)
  await open(page, '/sign-in')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(1)
  await expect(page.getByText('Password is required')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toBeFocused()

  await fillIn(page, email, 'not-the-password')
  const beside = page.getByRole('main').getByRole('alert')
  await expect(beside).toContainText('Invalid email or password')
  await expect(beside).not.toContainText('No answer came')
  const toast = await errors(page).boundingBox()
  const button = await page.getByRole('main').getByRole('button', { name: 'Sign in' }).boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(button?.y ?? 0)
  await page.getByLabel('Password', { exact: true }).fill('not-that')
  await expect(beside).toHaveCount(0)

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/forgot-password/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(errors(page)).toHaveCount(0)
  await page.goBack()

  await fillIn(page, email, 'not-the-password')
  await expect(errors(page)).toBeVisible()
  await fillIn(page, email, PASSWORD)
  await page.waitForURL('**/daily-deals')
  await expect(errors(page)).toHaveCount(0)
})

test('other tabs follow a sign-in, as they follow a sign-out', async ({
  page,
  context,
  server,
}) => {
  const { email } = await createPerson(server.ctx)
  const other = await context.newPage()
  await open(other, '/daily-deals')
  const signInLink = other.getByRole('banner').getByRole('link', { name: 'Sign in' })
  await expect(signInLink).toBeVisible()
  await open(page, '/sign-in')
  await fillIn(page, email, PASSWORD)
  await page.waitForURL('**/daily-deals')
  await expect(signInLink).toHaveCount(0)
  await expect(other.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
})

test('a new password by mail signs in, here and in the other tabs', async ({
  page,
  context,
  server,
}) => {
  const { email } = await createPerson(server.ctx)
  const other = await context.newPage()
  await open(other, '/account')
  const { token } = (await createPasswordReset(server.ctx, email)) ?? {}
  await open(page, `/password-reset?token=${token}`)
  await expect(page.getByText(/signs you in here, and out everywhere else/)).toBeVisible()
  await page.getByLabel('New password').fill('a-new-password-of-mine')
  await page.getByLabel('Confirm password').fill('a-new-password-of-mine')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/daily-deals')
  await expect(page.getByText('Password updated', { exact: true })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible()
  await expect(other.getByText(email)).toBeVisible()
})

test('the header of a phone stays whole with letters twice as large, and signs nobody out', async ({
  page,
  server,
}) => {
  await page.setViewportSize(PHONE)
  const people = [undefined, await createPerson(server.ctx), await createMember(server.ctx)]
  for (const [index, person] of people.entries()) {
    if (person) await beSignedIn(page, server, person)
    await open(page, '/terms')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('button', { name: 'Sign out' })).toBeHidden()
    // Both are in the menu.
    await expect(banner.getByRole('link', { name: 'Account' })).toBeHidden()
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const boxes = await banner
      .locator('a:visible, button:visible')
      .evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
    expect(boxes).toHaveLength(index === 2 ? 3 : 4)
    let end = 0
    for (const [left = 0, right = 0] of boxes) {
      expect(left).toBeGreaterThanOrEqual(end)
      end = right
    }
    expect(end).toBeLessThanOrEqual(PHONE.width)
    // Nothing else overflows either, least of all the address in the footer.
    await expectNoSidewaysScrolling(page, 'letters twice as large')
    await open(page, '/checkout/success')
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expect(page.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible()
    await expectNoSidewaysScrolling(page, 'long words with letters twice as large')
  }
})

test('the way out shows piece and price, and a deal without an earlier price says so', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, await createMember(server.ctx))
  const { id } = await createDeal(server.ctx, {
    brandName: 'Maison Aube',
    productName: 'The Grey Coat',
    originalPriceCents: null,
    salePriceCents: 41_900,
    buyUrl: `${server.url}/terms`,
    // A day of its own: no other deal on this server is published on it.
    publishedAt: new Date('2024-05-05T12:00:00Z'),
  })
  await open(page, '/daily-deals?day=2024-05-05')
  const card = page.locator('.card').filter({ hasText: 'The Grey Coat' })
  await expect(card.getByText('Price before not known')).toBeVisible()
  // Stops the redirect, so that the page can be inspected.
  await page.clock.install()
  await page.goto(`/track?deal_id=${id}&click_type=deal-card`)
  const main = page.getByRole('main')
  await expect(main.getByText('The Grey Coat')).toBeVisible()
  await expect(main.getByText('$419.00')).toBeVisible()
  await expect(main.getByText('Price before not known')).toBeVisible()
  // The control that appears only later reserves no space before the link.
  const stay = await main.getByRole('link', { name: 'Stay with the deals' }).boundingBox()
  const heading = await main.getByRole('heading', { level: 1 }).boundingBox()
  expect(stay?.x).toBe(heading?.x)
})

test('a member without a payment to finish is led to the deals, not to sign in', async ({
  page,
  server,
}) => {
  await beSignedIn(page, server, await createMember(server.ctx))
  await open(page, '/checkout/success')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Payment Verification Failed' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Go to the deals' })).toBeVisible()
  await expect(main.getByRole('link', { name: /Sign in|Start checkout/ })).toHaveCount(0)
  await expectGood(page, 'no payment to finish', [1440, 375])
})
