import type { Page } from '@playwright/test'
import { POLL_DELAY_MS, POLL_LIMIT } from '#app/membership/web/after-checkout/finish.rules.ts'
import { paths } from '#app/shared/paths.ts'
import { answer, SESSION_ID } from '#test/e2e/support/answers.ts'
import { expect, open, signIn, test } from '#test/e2e/support/browser.ts'

test.describe('after paying', () => {
  const valid = { valid: true, sessionId: SESSION_ID, email: 'new@demo.test', amountTotal: 0 }
  const password = (page: Page) => page.getByLabel('Password', { exact: true })
  const confirm = (page: Page) => page.getByLabel('Confirm password')
  const create = (page: Page) => page.getByRole('button', { name: 'Create Account' })

  test('the account is made, and the page goes where the server says', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, { ...valid, isLinked: false })
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    const calls = await answer(page, 'complete-checkout', 200, {
      success: true,
      user: { isNewUser: true },
      redirectUrl: '/daily-deals?page=2',
    })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await expect(page.getByLabel('Email')).toHaveValue('new@demo.test')
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await expect(page).toHaveURL(/\/checkout\/success$/)

    await password(page).fill('12345')
    await create(page).click()
    await expect(page.getByText('Password must be at least 6 characters')).toHaveCount(1)
    await password(page).fill('1234567')
    await create(page).click()
    await expect(page.getByText('Password must be at least 8 characters')).toHaveCount(1)
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-inc')
    await create(page).click()
    await expect(page.getByText('Passwords do not match')).toHaveCount(1)
    expect(calls).toEqual([])

    await confirm(page).fill('paper-and-ink')
    await create(page).click()
    await page.waitForURL('**/daily-deals?page=2')
    await expect(page.getByText('Account Created', { exact: true })).toBeVisible()
    expect(calls[0]?.headers['x-csrf-token']).toBe('token-1')
    expect(calls[0]?.body).toEqual({
      session_id: SESSION_ID,
      email: 'new@demo.test',
      password: 'paper-and-ink',
    })
    const kept = await page.evaluate(() => Object.keys(sessionStorage))
    expect(kept.filter((key) => key.startsWith('checkout'))).toEqual([])
  })

  test('an answer that leads to another site is not followed', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, { ...valid, isLinked: false })
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await answer(page, 'complete-checkout', 200, {
      success: true,
      user: { isNewUser: true },
      redirectUrl: '//elsewhere.example/',
    })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-ink')
    await create(page).click()
    await page.waitForURL(/\/daily-deals$/)
  })

  test('whoever has an account is told of the mail, and may type the password of it', async ({
    page,
  }) => {
    await answer(page, 'verify-checkout-session', 200, { ...valid, isLinked: false })
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    const calls = await answer(page, 'complete-checkout', 409, {
      error: 'You already have an account. We have e-mailed you a link to finish.',
      code: 'finish-by-mail',
    })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-ink')
    await create(page).click()
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    await page.getByLabel('The password you have').fill('the-one-i-have')
    await page.getByRole('button', { name: 'Sign in and finish' }).click()
    await expect.poll(() => calls.length).toBe(2)
    expect(calls[1]?.body.password).toBe('the-one-i-have')
  })

  test('until the page is secured nothing can be sent, and a failure to secure it says so', async ({
    page,
  }) => {
    await answer(page, 'verify-checkout-session', 200, { ...valid, isLinked: false })
    await answer(page, 'csrf-token', 500, {})
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await expect(
      page.getByText('Security initialization failed. Please refresh the page and try again.'),
    ).toBeVisible()
    await expect(create(page)).toBeDisabled()
    // Submitting it anyway sends nothing.
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-ink')
    await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())
    await expect(
      page.getByText('CSRF token not available. Please refresh the page.').first(),
    ).toBeVisible()
  })

  test('a refusal without words is told with its status', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, { ...valid, isLinked: false })
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await answer(page, 'complete-checkout', 500, {})
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-ink')
    await create(page).click()
    await expect(page.getByText('Failed to create account (500)').first()).toBeVisible()
    await expect(create(page)).toBeEnabled()
  })

  test('a payment that takes its time is asked about again', async ({ page }) => {
    let asked = 0
    await page.route('**/api/verify-checkout-session*', (route) => {
      asked += 1
      return route.fulfill({
        json: asked === 1 ? { valid: false, code: 'pending' } : { ...valid, isLinked: false },
      })
    })
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await expect(page.getByText('Your payment is on its way')).toBeVisible()
    await expect(create(page)).toBeVisible()
  })

  test('a trial that was used up leads to joining without one', async ({ page }) => {
    await answer(page, 'verify-checkout-session', 200, {
      valid: false,
      code: 'trial-used',
      error: 'Nothing was charged.',
    })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await page.getByRole('link', { name: 'Join without a trial' }).click()
    await expect(page.getByText('$97 a year, starting today.')).toBeVisible()
  })

  test('what cannot be verified says so and can be tried again', async ({ page }) => {
    await open(page, '/checkout/success')
    await expect(page.getByText('Payment Verification Failed')).toBeVisible()
    await expect(page.getByText('No session ID found. Please start checkout again.')).toBeVisible()
    const help = page.getByText('Have you paid? Nothing is lost: write to')
    await expect(help.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/)

    await answer(page, 'verify-checkout-session', 500, {})
    await page.goto(`/checkout/success?session_id=${SESSION_ID}`)
    await expect(page.getByText('Session verification failed')).toBeVisible()
    await page.context().unroute('**/api/verify-checkout-session*')
    await answer(page, 'verify-checkout-session', 200, {
      ...valid,
      isLinked: true,
      isSignedIn: true,
    })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your membership is active')).toBeVisible()
    // The next page may report the purchase, so its address says which it was.
    await expect(page.getByRole('link', { name: 'Go to the deals' })).toHaveAttribute(
      'href',
      paths.paid(SESSION_ID),
    )
    await page.reload()
    await expect(page.getByText('Your membership is active')).toBeVisible()
  })

  test('somebody else who is signed in is told whose payment it is', async ({ page }) => {
    await signIn(page, 'free@demo.test')
    const whose = { isLinked: true, isSignedIn: false, email: 'payer@demo.test' }
    await answer(page, 'verify-checkout-session', 200, { ...valid, ...whose })
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await expect(
      page.getByRole('heading', { name: 'This payment belongs to another account' }),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText(
      'You are signed in as free@demo.test. This payment was made with payer@demo.test',
    )
  })

  test('a payment that takes too long is asked about once more when somebody says so', async ({
    page,
  }) => {
    let isThere = false
    await page.route('**/api/verify-checkout-session*', (route) =>
      route.fulfill({
        json: isThere ? { ...valid, isLinked: false } : { valid: false, code: 'pending' },
      }),
    )
    await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
    await page.clock.install()
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await expect(page.getByText('Your payment is on its way')).toBeVisible()
    const again = page.getByRole('button', { name: 'Check again' })
    for (let asked = 1; asked < POLL_LIMIT; asked += 1) {
      const answered = page.waitForResponse('**/api/verify-checkout-session*')
      await page.clock.runFor(POLL_DELAY_MS)
      await answered
    }
    isThere = true
    await again.click()
    await expect(create(page)).toBeVisible()
  })

  test('a preview draws the form and sends nothing', async ({ page }) => {
    const calls = await answer(page, 'complete-checkout', 200, {})
    await open(page, '/checkout/success?preview=true')
    await password(page).fill('paper-and-ink')
    await confirm(page).fill('paper-and-ink')
    await create(page).click()
    await expect(page.getByText('This is a preview: nothing is sent.')).toBeVisible()
    expect(calls).toEqual([])
  })
})
