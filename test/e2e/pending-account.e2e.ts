import type { Page } from '@playwright/test'
import { answer, SESSION_ID } from '#test/e2e/support/answers.ts'
import { expect, open, test } from '#test/e2e/support/browser.ts'

test.describe('with an account still to be made', () => {
  const hint = async (page: Page, value: string) => {
    await open(page, '/sign-in')
    await page.context().addCookies([{ name: 'pending_session', value, url: page.url() }])
  }
  const cookies = async (page: Page) =>
    (await page.context().cookies()).filter(({ name }) => name === 'pending_session')

  const waiting = { valid: true, sessionId: SESSION_ID, email: 'new@demo.test', isLinked: false }

  test('every page leads to making it, until it is left for later', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, waiting)
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await hint(page, SESSION_ID)
    await page.getByRole('banner').getByRole('link', { name: 'All deals' }).click()
    await expect(page).toHaveURL(/\/checkout\/success/)
    await expect(page.getByLabel('Email')).toHaveValue('new@demo.test')
    await page.goto('/subscribe')
    await expect(page.getByLabel('Email')).toHaveValue('new@demo.test')

    await page.getByRole('link', { name: 'Leave this for later' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(
      'Within 15 minutes of your payment we mail a link to finish to new@demo.test.',
    )
    await expect.poll(() => cookies(page)).toEqual([])
    await open(page, '/daily-deals')
    await expect(page).toHaveURL(/\/daily-deals$/)
    await expect(page.locator('.card').first()).toBeVisible()
  })

  test('whoever has an account already can sign in instead', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, waiting)
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await hint(page, SESSION_ID)
    await open(page, '/sign-in')
    await page.getByLabel('Email').fill('free@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
    await page.getByRole('button', { name: 'Sign in' }).click()
    // A pending payment comes before the feed.
    await expect(page).toHaveURL(/\/checkout\/success/)
    await expect(page.getByText('You are signed in as free@demo.test.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Not your address?' })).toHaveCount(0)
    await open(page, '/daily-deals')
    await expect(page).toHaveURL(/\/daily-deals$/)
    await expect(page.locator('.card').first()).toBeVisible()
  })

  test('a hint that names no session is taken away, and the page stays', async ({ page }) => {
    await hint(page, 'anything-at-all')
    await open(page, '/daily-deals')
    await expect(page.locator('.card').first()).toBeVisible()
    await expect(page).toHaveURL(/\/daily-deals$/)
    await expect.poll(() => cookies(page)).toEqual([])
  })

  test('a hint that the server does not know leads there once and never again', async ({
    page,
  }) => {
    await answer(page, 'verify-checkout-session', 200, {
      valid: false,
      code: 'not-valid',
      error: 'Session verification failed',
    })
    await hint(page, SESSION_ID)
    await page.goto('/daily-deals')
    await expect(page.getByText('Payment Verification Failed')).toBeVisible()
    await open(page, '/daily-deals')
    await expect(page.locator('.card').first()).toBeVisible()
  })
})
