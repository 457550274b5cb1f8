import type { Page } from '@playwright/test'
import { answer, SESSION_ID } from '#test/e2e/support/answers.ts'
import { clockUntil, expect, open, openOnHeldClock, test } from '#test/e2e/support/browser.ts'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
/** Another origin, like the payment page: nothing of this page may reach it. */
const PAYMENT_PAGE = 'https://payments.example/session'

function created(terms: { isTrial: boolean; isSale: boolean }) {
  return { id: SESSION_ID, url: PAYMENT_PAGE, purchaseEventId: 'purchase_1', ...terms }
}

const start = (page: Page) => page.getByRole('button', { name: 'Start your free trial' })

test.describe('starting a checkout', () => {
  test.beforeEach(({ context }) =>
    context.route(PAYMENT_PAGE, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Pay</title>' }),
    ),
  )

  test('on a desktop it opens in a new tab, and this one says where to go on', async ({
    page,
    context,
  }) => {
    await open(page, '/subscribe')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const calls: Array<Record<string, unknown>> = []
    await context.route('**/api/create-checkout-session', async (route) => {
      calls.push(route.request().postDataJSON())
      await held
      await route.fulfill({ json: created({ isTrial: true, isSale: false }) })
    })
    await context.addCookies([{ name: '_fbp', value: 'fb.1.2.3', url: page.url() }])

    const opening = context.waitForEvent('page')
    await start(page).click()
    const tab = await opening
    await expect(tab.getByText('Opening secure checkout...')).toBeVisible()
    const busy = page.getByRole('button', { name: 'Opening checkout...' })
    await expect(busy).toBeDisabled()
    await expect(busy).toHaveAttribute('aria-busy', 'true')
    release()
    await tab.waitForURL(PAYMENT_PAGE)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await expect(page.getByText('Finish in the other tab')).toBeVisible()
    // Tags can read the page at any time, so the payment address is not in it.
    expect(await page.content()).not.toContain(PAYMENT_PAGE)
    const again = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Open it again' }).click()
    await (await again).waitForURL(PAYMENT_PAGE)
    expect(calls).toEqual([
      {
        priceId: 'annual',
        event_id: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/),
        fbp: 'fb.1.2.3',
        checkout_token: expect.stringMatching(/^[\da-f]{64}$/),
        user_data: { fbp: 'fb.1.2.3', client_user_agent: expect.any(String) },
      },
    ])
  })

  test('where the browser refuses a new tab it opens in this one', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null
    })
    await open(page, '/subscribe')
    await answer(page, 'create-checkout-session', 200, created({ isTrial: true, isSale: false }))
    await start(page).click()
    await page.waitForURL(PAYMENT_PAGE)
  })

  test('two tabs ask for one and the same checkout', async ({ page, context }) => {
    const other = await context.newPage()
    const calls = await answer(page, 'create-checkout-session', 500, {})
    for (const tab of [page, other]) {
      await open(tab, '/join-now')
      await start(tab).click()
      await expect(tab.getByRole('alert').filter({ hasText: 'Checkout Failed' })).toBeVisible()
    }
    expect(calls).toHaveLength(2)
    expect(calls[0]?.body.checkout_token).toBe(calls[1]?.body.checkout_token)
  })

  test('nobody pays on other terms than they were told', async ({ page, context }) => {
    await open(page, '/subscribe')
    await answer(page, 'create-checkout-session', 200, created({ isTrial: false, isSale: false }))
    await start(page).click()
    await expect(
      page.getByText('Your trial has been used. Membership starts today at $97 a year.'),
    ).toBeVisible()
    await expect(page.getByText('$97 a year, starting today.')).toBeVisible()
    expect(context.pages()).toHaveLength(1)

    const opening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await (await opening).waitForURL(PAYMENT_PAGE)
  })

  for (const [status, body, text] of [
    [
      503,
      { error: 'Payments do not answer.', code: 'payment-unavailable' },
      'Payments do not answer.',
    ],
    [500, 'nonsense', 'Failed to create checkout session'],
  ] as const) {
    test(`a failure with ${status} says "${text}", and the button works again`, async ({
      page,
      context,
    }) => {
      await answer(page, 'create-checkout-session', status, body)
      await open(page, '/subscribe')
      await start(page).click()
      const beside = page.getByRole('form').getByRole('alert')
      await expect(beside).toContainText('Checkout Failed')
      await expect(beside).toContainText(text)
      await expect(beside).toContainText('Nothing has been charged')
      await expect(beside).toBeFocused()
      await expect(page.getByText(text)).toHaveCount(2)
      await expect(start(page)).toBeEnabled()
      expect(context.pages()).toHaveLength(1)
    })
  }

  test('whoever is a member already is led to their account', async ({ page }) => {
    await answer(page, 'create-checkout-session', 409, {
      error: 'You are a member already.',
      code: 'already-member',
    })
    await open(page, '/subscribe')
    await start(page).click()
    await expect(page.getByRole('link', { name: 'Go to your account' })).toHaveAttribute(
      'href',
      '/account',
    )
  })

  test('whoever has paid already is led to the account that is still to be made', async ({
    page,
    context,
  }) => {
    await answer(page, 'create-checkout-session', 409, {
      error: 'You have paid already.',
      code: 'already-paid',
    })
    await open(page, '/subscribe')
    await start(page).click()
    const beside = page.getByRole('form').getByRole('alert')
    await expect(beside).toContainText('We mail a link for it to the address you paid with')
    await context.addCookies([{ name: 'pending_session', value: SESSION_ID, url: page.url() }])
    await start(page).click()
    await expect(beside.getByRole('link', { name: 'Make your account' })).toHaveAttribute(
      'href',
      `/checkout/success?session_id=${SESSION_ID}`,
    )
  })

  test.describe('on a phone', () => {
    test.use({ userAgent: IPHONE })

    test('it opens in the same tab', async ({ page, context }) => {
      await open(page, '/subscribe')
      await answer(page, 'create-checkout-session', 200, created({ isTrial: true, isSale: false }))
      await start(page).click()
      await page.waitForURL(PAYMENT_PAGE)
      expect(context.pages()).toHaveLength(1)
    })
  })
})

test.describe('a cancelled checkout', () => {
  test('says so and goes home', async ({ page }) => {
    await page.clock.install()
    await open(page, '/checkout/cancel')
    const toast = page.locator('.toast')
    await expect(toast).toContainText('Checkout Cancelled')
    await expect(toast).toContainText(
      'Your subscription checkout was cancelled. You can try again anytime.',
    )
    await page.waitForURL(/:\d+\/$/)
    await expect(page.getByRole('heading', { name: 'Checkout Cancelled' })).toBeHidden()
    await expect(toast).toBeVisible()
    // The toast disappears by itself.
    await page.clock.runFor(5000)
    await expect(toast).toBeHidden()
  })

  test('goes home after half a second, and the toast stays for five', async ({ page }) => {
    await openOnHeldClock(page, '/checkout/cancel')
    const atHomeMs = await clockUntil(page, () => new URL(page.url()).pathname === '/')
    expect(atHomeMs).toBeGreaterThanOrEqual(450)
    expect(atHomeMs).toBeLessThan(3000)
    const toast = page.locator('.toast')
    await expect(toast).toBeVisible()
    const goneMs = atHomeMs + (await clockUntil(page, () => toast.isHidden()))
    expect(goneMs).toBeGreaterThanOrEqual(4900)
    expect(goneMs).toBeLessThan(9000)
  })

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false })

    test('can be read and left', async ({ page }) => {
      await page.goto('/checkout/cancel')
      await expect(page.getByRole('heading', { name: 'Checkout Cancelled' })).toBeVisible()
      await page.getByRole('link', { name: 'Return to Homepage' }).click()
      await expect(page).toHaveURL(/:\d+\/$/)
    })
  })
})
