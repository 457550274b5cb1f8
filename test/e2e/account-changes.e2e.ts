import { loseAnswer } from '#test/e2e/support/answers.ts'
import { expect, expectSameSize, open, signIn, test } from '#test/e2e/support/browser.ts'
import { CARDS, join, PASSWORD } from '#test/e2e/support/joining.ts'

// A member of its own, because other journeys use the demo's member meanwhile.
test('a member leaves in two clicks, and comes back', async ({ page: first, context }) => {
  const { tab: page } = await join(first, context, CARDS.mastercardPrepaid)
  await open(page, '/account')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to cancel your subscription?',
  })
  const keep = question.getByRole('button', { name: 'No, keep my subscription' })
  const leave = question.getByRole('button', { name: 'Cancel Subscription' })
  await expectSameSize(page, keep, leave)
  await leave.click()
  await expect(page.getByText('Subscription Updated', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Your subscription will be canceled at the end of the billing period.', {
      exact: true,
    }),
  ).toBeVisible()
  await expect(page.getByText(/^Your membership ends on /)).toBeFocused()
  await expect(page.getByText('No future billing date')).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'Resume membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume membership' }).click()
  await expect(page.getByText('Trial', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toBeVisible()
})

test('a cancellation that fails is said in a toast and beside the button, and changes nothing', async ({
  page,
}) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/account')
  const error = 'We cannot reach our payment provider right now.'
  await page.route('**/api/subscription/cancel', (route) =>
    route.fulfill({ status: 503, json: { error, code: 'payments-unavailable', requestId: 'x' } }),
  )
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  const beside = page.getByRole('main').getByRole('alert')
  await expect(beside).toBeFocused()
  await expect(beside).toContainText(error)
  await expect(page.getByRole('region', { name: /Notifications/ })).toContainText(error)
  await expect(page.locator('.toast-title')).toHaveText('Error')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('a cancellation of which no answer comes is not said to have changed nothing', async ({
  page,
}) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/account')
  await loseAnswer(page, '**/api/subscription/cancel')
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  const beside = page.getByRole('main').getByRole('alert')
  await expect(beside).toContainText('No answer came. It may be done or not.')
  // The change was made, and the page shows it.
  await expect(page.getByText(/^Your membership ends on /)).toBeVisible()
  await expect(page.getByText(/Nothing has changed/)).toHaveCount(0)
  await page.getByRole('main').getByRole('button', { name: 'Resume membership' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume membership' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})

test('the question can be answered by keyboard, and gives the focus back', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/account')
  const opener = page.getByRole('button', { name: 'Cancel subscription' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'No, keep my subscription' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(opener).toBeFocused()
})

test('the other plan shows what it costs before anybody agrees', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  await open(page, '/account')
  await page.getByRole('button', { name: 'Switch to monthly' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch to the monthly plan?' })
  await expect(dialog.getByText(/Nothing is charged today/)).toBeVisible()
  await expect(dialog.getByText(/\$12\.00 a month/)).toBeVisible()

  const error = 'Your card was declined. Nothing has changed. Please try another card.'
  await page.route('**/api/subscription/change-plan', (route) =>
    route.fulfill({ status: 402, json: { error, code: 'card-declined', requestId: 'x' } }),
  )
  await dialog.getByRole('button', { name: 'Switch to monthly' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(error)
  await expect(page.getByText('Annual, $97.00 a year')).toBeVisible()
})

test.describe('before scripts have loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('a member can leave, come back and log out', async ({ page, browser }) => {
    const scripted = await browser.newContext({ javaScriptEnabled: true })
    const joining = await scripted.newPage()
    const { email } = await join(joining, scripted, CARDS.discoverDebit)
    await scripted.close()

    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await page.goto('/account')
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByText(/^Your membership ends on /)).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Resume membership' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resume membership' }).click()
    await expect(page.getByText('Trial', { exact: true })).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.goto('/account')
    await expect(page.getByText('Please sign in to view your account.')).toBeVisible()
  })
})
