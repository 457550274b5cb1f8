import type { Locator, Page } from '@playwright/test'
import { arrive, expect, MOVING, open, signIn, test } from '#test/e2e/support/browser.ts'
import { CARDS, linkIn, newEmail, PASSWORD, readMail } from '#test/e2e/support/joining.ts'

test.use(MOVING)

/** Presses Tab until the target has the focus, as a keyboard user does. */
async function tabTo(page: Page, target: Locator, atMost = 240) {
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

test('from the front page to a membership and out of it, without a mouse', async ({
  page,
  context,
}) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  await press(page, main.getByRole('link', { name: 'See today’s deals', exact: true }).first())
  await arrive(page, '**/daily-deals')
  await expect(main).toBeFocused()
  await press(page, page.locator('.edition .card h3 a').first())
  await arrive(page, '**/deal/*')
  await expect(main).toBeFocused()
  await press(page, main.getByRole('link', { name: 'Start your free trial' }))
  await arrive(page, /\/join-now\?next=/)
  const opening = context.waitForEvent('page')
  await press(page, main.getByRole('button', { name: 'Start your free trial' }).first())
  const tab = await opening
  await tab.waitForURL('**/sandbox/checkout/**')
  await tab.bringToFront()

  const email = newEmail()
  await type(tab, tab.getByLabel('Email'), email)
  await type(tab, tab.getByLabel('Card number'), CARDS.jcb)
  await type(tab, tab.getByLabel(/Expiration/), '1240')
  await type(tab, tab.getByLabel(/Security code/), '123')
  await tab.keyboard.press('Enter')
  await arrive(tab, '**/checkout/success**')
  // The address typed on the payment page is not asked for again.
  await expect(tab.getByLabel('Email')).toHaveValue(email)
  await type(tab, tab.getByLabel('Password', { exact: true }), PASSWORD)
  await type(tab, tab.getByLabel('Confirm password'), PASSWORD)
  await tab.keyboard.press('Enter')
  // Leads back to the deal where it began.
  await arrive(tab, /\/deal\/[^?]+$/)

  await press(tab, tab.getByRole('banner').getByRole('link', { name: 'Account' }))
  await arrive(tab, '**/account')
  const opener = tab.getByRole('button', { name: 'Cancel subscription' })
  await press(tab, opener)
  const question = tab.getByRole('dialog', { name: /cancel your subscription/ })
  await expect(question.getByRole('button', { name: /^No, keep/ })).toBeFocused()
  await tab.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await tab.keyboard.press('Enter')
  await press(tab, question.getByRole('button', { name: 'Cancel Subscription' }))
  // The message disappears after a few seconds, so both are awaited at once.
  await Promise.all([
    expect(tab.getByText(/^Your membership ends on /)).toBeFocused(),
    expect(tab.getByRole('status').filter({ hasText: 'Subscription Updated' })).toBeAttached(),
  ])
})

test('from the sign-in page to a shop, without a mouse and with a password manager', async ({
  page,
  context,
}) => {
  await open(page, '/sign-in')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await expect(email).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await tabTo(page, email)
  await page.keyboard.press('Enter')
  // The error is tied to its field, which has the focus.
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(email).toBeFocused()
  await type(page, email, 'member@demo.test')
  // Pasted, as from a password manager.
  await tabTo(page, password)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('demo-password-1'))
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Enter')
  await arrive(page, '**/daily-deals')

  const cards = page.locator('.edition .card h3 a')
  await press(page, page.getByRole('button', { name: 'Show More Deals' }))
  await expect(
    page.getByRole('status').filter({ hasText: /^Showing 24 of \d+ deals$/ }),
  ).toBeAttached()
  await expect(cards.nth(12)).toBeFocused()
  await expect(cards.nth(12)).toBeInViewport()
  const shop = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await shop).waitForURL('**/sandbox/retailers?to=**')
})

test('a forgotten password is replaced without a mouse', async ({ page }) => {
  await open(page, '/sign-in')
  await press(page, page.getByRole('link', { name: 'Forgot password?' }))
  await arrive(page, '**/forgot-password')
  const email = page.getByLabel('Email')
  await tabTo(page, email)
  await page.keyboard.press('Enter')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(email).toBeFocused()
  await type(page, email, 'free@demo.test')
  const send = page.getByRole('button', { name: 'Send' })
  await press(page, send)
  await expect(page.getByRole('status').filter({ hasText: /If an account exists/ })).toHaveCount(2)
  // The button was busy meanwhile and kept the focus.
  await expect(page.getByRole('button', { name: 'Send again' })).toBeFocused()
  await open(page, linkIn(await readMail(page, /password/i, 'free@demo.test'), /password-reset/))
  await type(page, page.getByLabel('New password'), 'short')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/at least/)
  await expect(page.getByLabel('New password')).toBeFocused()
  // The form is never submitted validly: other journeys sign in with the present password.
})

test('a deal of the carousel is in view when the keyboard reaches it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  const carousel = page.getByRole('region', { name: 'Deals from the feed' })
  const next = carousel.getByRole('button', { name: 'Next deals' })
  await next.scrollIntoViewIfNeeded()
  await expect(next).toBeEnabled()
  await next.focus()
  const deals = await carousel.getByRole('group').count()
  for (let deal = 0; deal < deals; deal += 1) {
    await page.keyboard.press('Tab')
    const link = page.locator('.carousel-slide a:focus')
    await expect(link).toHaveCount(1)
    await expect
      .poll(() => link.evaluate((focused) => focused.getBoundingClientRect().left))
      .toBeGreaterThanOrEqual(0)
    await expect(link).toBeInViewport({ ratio: 1 })
    // The heart of the slide.
    await page.keyboard.press('Tab')
    await expect(page.locator('.carousel-slide button:focus')).toBeInViewport({ ratio: 1 })
  }
})

test('after a failed sign-in at /?signin=true the keyboard is at what went wrong', async ({
  page,
}) => {
  await open(page, '/?signin=true')
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password', { exact: true })]
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(email).toBeFocused()
  await email.fill('member@demo.test')
  await password.fill('not-the-password')
  await password.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Error signing in' })).toBeFocused()
})

test('what is pressed in one’s own lists does not take the keyboard along', async ({ page }) => {
  const main = page.getByRole('main')
  await signIn(page, 'member@demo.test')

  await open(page, '/saved')
  const tell = main.locator('.cards > li').filter({ has: page.getByLabel(/^Tell me at/) })
  const brand = (await tell.first().locator('.brand').textContent()) ?? ''
  const piece = main
    .locator('.cards > li')
    .filter({ hasText: brand })
    .filter({ has: page.locator('form[action="/saved"]') })
    .first()
  await piece.getByLabel(/^Tell me at/).fill('1')
  await page.keyboard.press('Enter')
  await expect(piece.getByText(/^We tell you at \$1\./)).toBeFocused()
  await press(page, piece.getByRole('button', { name: /^Do not tell me/ }), 'Enter')
  await expect(piece.locator('form:not(.heart)')).toBeFocused()
  await tabTo(page, piece.getByLabel(/^Tell me at/))

  await main.getByRole('button', { name: 'Saved', exact: true }).first().press('Enter')
  const first = main.locator('.cards > li').first()
  await expect(first).toBeFocused()
  await expect(first).toContainText('Removed')
  await press(page, main.getByRole('button', { name: /^Undo/ }))
  await expect(first).not.toContainText('Removed')
  await expect(first).toBeFocused()
  await main.getByRole('button', { name: 'Remove all that ended' }).press('Enter')
  await expect(main.locator('form', { hasText: /^\d+ deals? removed\./ })).toBeFocused()
  await press(page, main.getByRole('button', { name: 'Undo', exact: true }))
  await expect(main.getByRole('button', { name: 'Remove all that ended' })).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()

  await open(page, '/for-you')
  await main
    .getByRole('button', { name: /^Not for me/ })
    .first()
    .press('Enter')
  await expect(first).toContainText('Taken away')
  await expect(first).toBeFocused()
  await press(page, main.getByRole('button', { name: /^Undo/ }))
  await expect(first).not.toContainText('Taken away')
  await expect(first).toBeFocused()
})
