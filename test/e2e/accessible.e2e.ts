import { expectGood } from '#test/e2e/support/accessible.ts'
import { answer, SESSION_ID } from '#test/e2e/support/answers.ts'
import { arrive, expect, open, signIn, test } from '#test/e2e/support/browser.ts'
import { CARDS, newEmail, openPaymentPage, payByCard } from '#test/e2e/support/joining.ts'
import { test as withLinks } from '#test/e2e/support/own-server.ts'
import { makeResetLink } from '#test/e2e/support/reset-link.ts'
import { failing, openQuestions, press, visit } from '#test/e2e/support/visits.ts'

// Each page is opened once, and everything that can be done on it is checked in the same visit.
test('what is to be read can be read by everybody', async ({ page }) => {
  await visit(page, [
    ['front page', '/', openQuestions],
    ['first variant', '/get-access', openQuestions],
    ['second variant', '/start-saving', openQuestions],
    ['privacy policy', '/privacy-policy'],
    ['terms', '/terms'],
    ['sizes', '/sizes'],
    ['how we count', '/how-we-count'],
    ['notices', '/notices'],
    ['no such page', '/nothing-here'],
    ['no such deal', '/deal/missing-deal'],
    ['way out without a deal', '/track'],
    ['account of nobody', '/account'],
  ])
})

test('the feed, a deal and the menu', async ({ page }) => {
  await visit(page, [
    ['past the end', '/daily-deals?page=9999'],
    [
      'feed',
      '/daily-deals?page=2',
      async () => {
        await press('Show More Deals')(page)
        await expect(page.getByText(/^Showing 36 of/)).toBeVisible()
      },
    ],
  ])
  await page.locator('.edition .card h3 a').first().click()
  await arrive(page, '**/deal/*')
  await expectGood(page, 'locked deal')
  await page.setViewportSize({ width: 375, height: 900 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expectGood(page, 'menu', [375])
})

test('every form, empty and refused', async ({ page }) => {
  await visit(page, [
    ['sign in', '/sign-in', failing('Sign in')],
    ['forgot password', '/forgot-password', failing('Send')],
    ['link without its secret', '/password-reset'],
    ['link that is over', '/password-reset?token=a-made-up-secret'],
    ['join', '/join-now', openQuestions],
    ['subscribe', '/subscribe', openQuestions],
  ])
})

withLinks('a new password, empty and refused', async ({ page, server }) => {
  const { path } = await makeResetLink(server)
  await visit(page, [['new password', path, failing('Save')]])
})

test('before and after paying', async ({ page }) => {
  await visit(page, [
    ['payment not found', '/checkout/success'],
    ['finish form', '/checkout/success?preview=true', failing('Create Account')],
  ])
  // From here the page goes home by itself, as soon as it can.
  await page.route('**/assets/LandingPage-*.js', () => {})
  await open(page, '/checkout/cancel')
  await expectGood(page, 'payment given up, with a toast')
  await page.unrouteAll()
  await answer(page, 'csrf-token', 200, { csrfToken: 'token-1' })
  const paid = { sessionId: SESSION_ID, email: 'new@demo.test', amountTotal: 0 }
  for (const [what, answered, words] of [
    ['pending', { valid: false, code: 'pending' }, 'Your payment is on its way'],
    ['trial used', { valid: false, code: 'trial-used' }, 'Join without a trial'],
    ['active', { ...paid, valid: true, isLinked: true, isSignedIn: true }, 'is active'],
  ] as const) {
    await page.context().unrouteAll()
    await answer(page, 'verify-checkout-session', 200, answered)
    await open(page, `/checkout/success?session_id=${SESSION_ID}`)
    await page.getByText(words).first().waitFor()
    await expectGood(page, what)
  }
})

test('somebody who has not subscribed', async ({ page }) => {
  await signIn(page, 'free@demo.test')
  await expectGood(page, 'feed of a free user, with a toast')
  await visit(page, [['account without a subscription', '/account']])
})

const ACTIVE = {
  status: 'active',
  tier: 'annual',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2027-03-03T17:00:00.000Z',
  isMember: true,
  card: { brand: 'visa', last4: '4242' },
}

test('a member, with every dialog of the account', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  const track = await page.locator('.edition .card h3 a').first().getAttribute('href')
  await open(page, '/account')
  await expectGood(page, 'account')
  for (const opener of ['Cancel subscription', 'Switch to monthly', 'Delete my account']) {
    await page.getByRole('main').getByRole('button', { name: opener }).first().click()
    if (opener.startsWith('Delete')) {
      await page.getByRole('dialog').getByRole('button', { name: opener }).click()
      await page.getByText('Password is required').first().waitFor()
    }
    await expectGood(page, `dialog ${opener}`)
    await page.keyboard.press('Escape')
  }
  const receipt = await page.getByRole('link', { name: /^Receipt of/ }).getAttribute('href')
  await page.getByRole('button', { name: 'Change card' }).click()
  await page.waitForURL('**/sandbox/portal/**')
  await expectGood(page, 'portal')
  await page.goto(receipt ?? '')
  await expectGood(page, 'receipt')

  // The shop has nothing to show yet, and one that keeps the browser waiting would block the checks as well.
  await page.route('**/sandbox/retailers?*', (route) => route.fulfill({ status: 204 }))
  const asked = page.waitForRequest('**/sandbox/retailers?*')
  await open(page, track ?? '')
  await page.getByText(/Now taking you to/).waitFor()
  await expectGood(page, 'way out')
  const shop = (await asked).url()
  await page.unrouteAll()
  await page.goto(shop)
  await expectGood(page, 'shop')
})

test('a membership that ends, owes or is over', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  const banner = page.getByRole('banner')
  for (const [what, changed, opener] of [
    ['ending', { cancelAtPeriodEnd: true }, 'Resume membership'],
    ['past due', { status: 'past_due', isMember: false }, 'End membership'],
    ['canceled', { status: 'canceled', isMember: false }, undefined],
  ] as const) {
    await page.unrouteAll()
    await page.route('**/api/subscription', (route) =>
      route.fulfill({ json: { ...ACTIVE, ...changed } }),
    )
    await banner.getByRole('link', { name: 'Account' }).click()
    await arrive(page, '**/account')
    await expectGood(page, `account ${what}`)
    if (opener) {
      await page.getByRole('main').getByRole('button', { name: opener }).click()
      await expectGood(page, `dialog ${what}`)
      await page.keyboard.press('Escape')
    }
    await banner.getByRole('link', { name: 'All deals' }).click()
    await arrive(page, '**/daily-deals')
    await page.locator('.card').first().waitFor()
    if (what === 'past due') await expectGood(page, 'feed of somebody who owes')
  }
})

test('what stands in for the outside world', async ({ page, context }) => {
  for (const path of ['payments', 'payments/switches', 'payments/events', 'payments/objects']) {
    await page.goto(`/sandbox/${path}`)
    await expectGood(page, path)
  }
  const tab = await openPaymentPage(page, context)
  await expectGood(tab, 'payment page')
  await expectGood(page, 'page that was left for the payment')
  await payByCard(tab, newEmail(), CARDS.declined)
  await expect(tab.getByRole('alert')).toContainText(/declined/i)
  await expectGood(tab, 'card declined')
  await payByCard(tab, newEmail(), CARDS.asksTheBank)
  await tab.waitForURL('**/sandbox/3ds/**')
  await expectGood(tab, 'bank')
  await page.goto('/sandbox/outbox')
  await expectGood(page, 'outbox')
})
