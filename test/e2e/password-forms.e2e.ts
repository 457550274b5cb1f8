import type { Page } from '@playwright/test'
import { expect, open, reload } from '#test/e2e/support/browser.ts'
import { type OwnServer, test } from '#test/e2e/support/own-server.ts'
import { makeResetLink } from '#test/e2e/support/reset-link.ts'

const SENT = 'If an account exists with that email, you will receive password reset instructions.'

/** Drags the toast to the right, as a finger does. */
async function dragToast(page: Page, pixels: number) {
  const box = await page.locator('.toast').boundingBox()
  if (!box) throw new Error('There is no toast.')
  const [x, y] = [box.x + 20, box.y + 10]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + pixels, y, { steps: 6 })
  await page.mouse.up()
}

/** Uses the reset link in another browser. */
async function use(server: OwnServer, token: string) {
  const payload = { token, password: 'a-password-from-elsewhere' }
  const { statusCode } = await server.inject({
    method: 'POST',
    url: '/api/reset-password',
    payload,
  })
  expect(statusCode).toBe(200)
}

async function expectLinkOver(page: Page) {
  await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request New Link' })).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
}

test('the sign-in page leads to a new password and to a membership', async ({ page }) => {
  await open(page, '/sign-in')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Subscribe' })).toHaveAttribute('href', '/subscribe')
  await main.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
})

test.describe('forgot password', () => {
  test('checks the address, then says the same for every one', async ({ page }) => {
    await open(page, '/forgot-password')
    await page.getByLabel('Email').fill('Not-An-Address')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('not-an-address')

    await page.getByLabel('Email').fill('nobody@demo.test')
    const asking = page.waitForRequest('**/api/forgot-password')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    expect((await asking).postDataJSON()).toEqual({ email: 'nobody@demo.test' })
    const toast = page.getByRole('region', { name: /Notifications/ })
    await expect(toast).toContainText('Check your email')
    await expect(toast).toContainText(SENT)
    await expect(page.getByRole('main').getByText(SENT)).toBeVisible()
    await page.keyboard.press('F8')
    await expect(toast.locator('.toasts')).toBeFocused()
    await dragToast(page, 45)
    await expect(toast).toContainText('Check your email')
    await dragToast(page, 60)
    await expect(page.locator('.toast')).toBeHidden()
  })

  test('says what the server said when it fails, and something when it said nothing', async ({
    page,
  }) => {
    await open(page, '/forgot-password')
    await page.getByLabel('Email').fill('somebody@demo.test')
    const answers = [
      [{ error: 'Too many requests', code: 'x', requestId: 'x' }, 'Too many requests'],
      ['', 'Failed to send reset instructions'],
    ] as const
    for (const [answer, text] of answers) {
      await page.unrouteAll()
      await page.route('**/api/forgot-password', (route) =>
        route.fulfill({
          status: 500,
          body: typeof answer === 'string' ? answer : JSON.stringify(answer),
        }),
      )
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(text)
      await expect(page.locator('.toast-title')).toHaveText('Error')
    }
  })
})

test.describe('a new password', () => {
  test('needs a link', async ({ page }) => {
    await open(page, '/password-reset')
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await page.getByRole('link', { name: 'Request New Link' }).click()
    await expect(page).toHaveURL(/\/forgot-password$/)
  })

  test('takes the secret out of the address at once and sends it to nobody else', async ({
    page,
    server,
  }) => {
    const { path, token } = await makeResetLink(server)
    const seen: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) return
      seen.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`)
    })
    await open(page, path)
    await expect(page).toHaveURL(/\/password-reset$/)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible()
    await page.getByLabel('New password').fill('long-enough-for-this')
    await page.getByLabel('Confirm password').fill('long-enough-for-that')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText("Passwords don't match").first()).toBeVisible()
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter((request) => request.includes(token))).toEqual([])
  })

  test('is still to be set after a reload, until the link is over', async ({ page, server }) => {
    const { path, token } = await makeResetLink(server)
    await open(page, path)
    await expect(page).toHaveURL(/\/password-reset$/)
    await reload(page)
    await expect(page).toHaveURL(/\/password-reset$/)
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible()
    await reload(page)
    await use(server, token)
    await page.getByLabel('New password').fill('a-password-of-mine')
    await page.getByLabel('Confirm password').fill('a-password-of-mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
    await reload(page)
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  })

  test('is not asked for by a link that has been used, nor by one that never was', async ({
    page,
    server,
  }) => {
    const { path, token } = await makeResetLink(server)
    await use(server, token)
    for (const over of [path, '/password-reset?token=a-made-up-secret']) {
      await open(page, over)
      await expect(page).toHaveURL(/\/password-reset$/)
      await expectLinkOver(page)
      // A reload does not restore the link.
      await reload(page)
      await expectLinkOver(page)
    }
  })

  test('is said to be set, and the sign-in screen is next', async ({ page, server }) => {
    const { path } = await makeResetLink(server)
    let answer: { status?: number; json?: object } = { status: 500 }
    await page.route('**/api/reset-password', (route) => route.fulfill(answer))
    await open(page, path)
    await page.getByLabel('New password').fill('a-password-of-mine')
    await page.getByLabel('Confirm password').fill('a-password-of-mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Failed to reset password')).toHaveCount(2)
    await expect(page.locator('.toast-title')).toHaveText('Error')
    answer = { json: { success: true } }
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/\/\?signin=true$/)
    await expect(page.getByText('Password updated', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })
})

test.describe('before scripts have loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('both forms work', async ({ page, server }) => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('nobody@demo.test')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText(SENT)).toBeVisible()

    const { path, token } = await makeResetLink(server)
    await page.goto(path)
    await page.getByLabel('New password').fill('a-password-of-mine')
    await page.getByLabel('Confirm password').fill('another-one-of-mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText("Passwords don't match").first()).toBeVisible()
    await use(server, token)
    await page.getByLabel('New password').fill('a-password-of-mine')
    await page.getByLabel('Confirm password').fill('a-password-of-mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { name: 'Invalid Reset Link' })).toBeVisible()
  })
})
