import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'

const UNTIL = '2027-03-03T17:00:00.000Z'
const DAY = 'March 3, 2027'
const ACTIVE = {
  status: 'active',
  tier: 'annual',
  cancelAtPeriodEnd: false,
  currentPeriodEnd: UNTIL,
  isMember: true,
  card: { brand: 'visa', last4: '4242' },
}
const NONE = { ...ACTIVE, status: null, tier: null, currentPeriodEnd: null, card: null }

/** Opens the account page with this subscription, whoever is signed in. */
async function openAccount(page: Page, subscription: object) {
  await page.route('**/api/subscription', (route) => route.fulfill({ json: subscription }))
  await page.route('**/api/subscription/upcoming', (route) =>
    route.fulfill({ json: { amount: 97, at: UNTIL } }),
  )
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await page.waitForURL('**/account')
  return page.getByRole('main')
}

test('somebody signed out is asked to sign in', async ({ page }) => {
  await open(page, '/account')
  await expect(
    page.getByRole('heading', { name: 'Please sign in to view your account.' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Return to Homepage' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('the account page says how things stand and offers what is possible', () => {
  const states = [
    [ACTIVE, 'Active', DAY, { cancel: true, subscribe: false }],
    [{ ...ACTIVE, status: 'trialing' }, 'Trial', DAY, { cancel: true, subscribe: false }],
    [
      { ...ACTIVE, cancelAtPeriodEnd: true },
      `Your membership ends on ${DAY}`,
      'No future billing date',
      { cancel: false, subscribe: false, resume: true },
    ],
    [
      { ...ACTIVE, status: 'past_due', isMember: false },
      'Past due',
      'Now: a payment is open',
      { cancel: false, subscribe: false },
    ],
    [
      { ...ACTIVE, status: 'canceled', isMember: false },
      'Canceled',
      'No future billing date',
      { cancel: false, subscribe: true },
    ],
    [NONE, 'No membership', 'No future billing date', { cancel: false, subscribe: true }],
  ] as const

  test('in every state', async ({ page }) => {
    await signIn(page, 'member@demo.test')
    for (const [subscription, line, billing, offers] of states) {
      const main = await openAccount(page, subscription)
      await expect(main.getByText(line, { exact: true })).toBeVisible()
      await expect(main.getByText('member@demo.test')).toBeVisible()
      await expect(main.getByRole('button', { name: 'Sign out' })).toBeVisible()
      await expect(main.getByRole('link', { name: /^support@/ })).toBeVisible()
      await expect(main.getByText(billing, { exact: true })).toBeVisible()
      await expect(main.getByRole('button', { name: 'Cancel subscription' })).toBeVisible({
        visible: offers.cancel,
      })
      await expect(main.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible({
        visible: offers.subscribe,
      })
      await expect(main.getByRole('button', { name: 'Resume membership' })).toBeVisible({
        visible: 'resume' in offers,
      })
      await page.getByRole('banner').getByRole('link', { name: 'All deals' }).click()
      await page.waitForURL('**/daily-deals')
    }
  })

  test('a trial says what is charged first, and when', async ({ page }) => {
    await signIn(page, 'member@demo.test')
    const main = await openAccount(page, { ...ACTIVE, status: 'trialing' })
    await expect(main.getByText(`First charge: $97.00 on ${DAY}.`)).toBeVisible()
    for (const label of ['Plan', 'Next billing date'])
      await expect(main.getByText(label, { exact: true })).toBeVisible()
  })

  test('receipts are printed with payee, number, day and amounts, and nothing to press', async ({
    page,
  }) => {
    await signIn(page, 'member@demo.test')
    await page.route('**/api/subscription/receipts', (route) =>
      route.fulfill({
        json: [
          {
            id: 'in_1',
            number: 'NDC-0001',
            amount: 97,
            refunded: 48.5,
            currency: 'usd',
            paidAt: UNTIL,
            url: 'https://pay.example/in_1',
          },
        ],
      }),
    )
    const main = await openAccount(page, ACTIVE)
    await expect(main.getByRole('button', { name: 'Print your receipts' })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const receipt = main.getByRole('listitem').filter({ hasText: 'NDC-0001' })
    await expect(receipt).toContainText('Nouveau Designer Club, receipt NDC-0001')
    await expect(receipt).toContainText(DAY)
    await expect(receipt).toContainText('$97.00$48.50 refunded')
    for (const role of ['banner', 'contentinfo', 'button', 'link'] as const) {
      await expect(page.getByRole(role)).toHaveCount(0)
    }
  })

  test('whoever owes a payment has one thing to do, and the way out beside it', async ({
    page,
  }) => {
    await signIn(page, 'member@demo.test')
    const main = await openAccount(page, { ...ACTIVE, status: 'past_due', isMember: false })
    await expect(main.getByRole('button', { name: 'Fix your payment' })).toHaveCount(1)
    for (const other of ['Subscribe', 'Change card', /^Switch to/]) {
      await expect(main.getByRole('button', { name: other })).toHaveCount(0)
    }
    await main.getByRole('button', { name: 'End membership' }).click()
    await expect(page.getByRole('dialog', { name: 'End your membership now?' })).toBeVisible()
  })
})

test('while it loads the page is there in outline, and a failure can be tried again', async ({
  page,
}) => {
  let release = () => {}
  let held: Promise<void> | undefined = Promise.resolve()
  // The live connection would refetch on its own and repair the page before the press.
  await page.routeWebSocket('**/ws?*', () => {})
  await page.route('**/api/subscription', async (route) => {
    if (!held) return route.continue()
    await held
    return route.fulfill({ status: 503, json: { error: 'x', code: 'x', requestId: 'x' } })
  })
  await signIn(page, 'member@demo.test')
  held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('Loading your membership')).toBeAttached()
  await expect(page.getByText('member@demo.test')).toBeVisible()
  release()
  await expect(page.getByText('Your membership could not be read.')).toBeVisible()
  await expectAccessible(page)
  held = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('a very long address fits, also at 320 px', async ({ page }) => {
  const email = `${'a-long-name.'.repeat(5)}x@${'a-long-company-'.repeat(8)}x.example`
  await page.route('**/api/user', (route) => route.fulfill({ json: { id: 'x', email } }))
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, 'member@demo.test')
  await expect(page.getByText('Successfully signed in')).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expectNoSidewaysScrolling(page)
})
