import { arrive, expect, MOVING, open, test } from '#test/e2e/support/browser.ts'
import {
  CARDS,
  join,
  linkIn,
  makeAccount,
  newEmail,
  openPaymentPage,
  PASSWORD,
  payByCard,
  readMail,
} from '#test/e2e/support/joining.ts'

test.use(MOVING)

const API = { authorization: 'Bearer sk_test_sandbox' }

test('a visitor pays by card, makes the account, reads names, opens a deal, cancels and stays after all', async ({
  page,
  context,
}) => {
  await open(page, '/')
  await page.getByRole('banner').getByRole('link', { name: 'Join' }).click()
  await arrive(page, '**/join-now')

  const { email, tab } = await join(page, context, CARDS.visa)
  await expect(tab.getByText('Account Created', { exact: true })).toBeVisible()
  const names = tab.locator('.edition .card h3 a')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)

  const opening = context.waitForEvent('page')
  await names.first().click()
  await (await opening).waitForURL('**/sandbox/retailers?to=**')

  await open(tab, '/account')
  await expect(tab.getByText(email)).toBeVisible()
  await expect(tab.getByText('Trial', { exact: true })).toBeVisible()
  await tab.getByRole('button', { name: 'Cancel subscription' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click()
  await expect(tab.getByText('Subscription Updated', { exact: true })).toBeVisible()
  await expect(tab.getByText(/^Your membership ends on /)).toBeVisible()

  await tab.getByRole('main').getByRole('button', { name: 'Resume membership' }).click()
  await tab.getByRole('dialog').getByRole('button', { name: 'Resume membership' }).click()
  await expect(tab.getByText('Trial', { exact: true })).toBeVisible()

  for (const subject of [/Welcome/i, /trial/i, /cancel/i]) await readMail(page, subject, email)
})

test('a declined card is said at the form, and another one is taken', async ({ page, context }) => {
  const tab = await openPaymentPage(page, context)
  const email = newEmail()
  await payByCard(tab, email, CARDS.declined)
  await expect(tab.getByRole('alert')).toContainText(/declined/i)
  await payByCard(tab, email, CARDS.mastercard)
  await arrive(tab, '**/checkout/success**')
  await makeAccount(tab)
  await arrive(tab, '**/daily-deals**')
  await expect(tab.locator('.edition .card h3 a').first()).not.toHaveText(
    /Members save|Join to unlock/,
  )
})

test('who comes back pays in a second tab, and the first turns live by itself', async ({
  page,
  context,
}) => {
  const { email, tab } = await join(page, context, CARDS.diners)
  await tab.close()
  // The membership ends at the provider, and the open page hears of it.
  await open(page, '/daily-deals')
  const locked = page.getByText(/^(Members save|Join to unlock)/)
  await expect(locked).toHaveCount(0)
  const customers = await page.request.get(`/v1/customers?email=${email}`, { headers: API })
  const [customer] = (await customers.json()).data
  const list = await page.request.get(`/v1/subscriptions?customer=${customer.id}`, { headers: API })
  const [subscription] = (await list.json()).data
  await page.request.delete(`/v1/subscriptions/${subscription.id}`, { headers: API })
  await expect(locked.first()).toBeVisible()

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const second = await context.newPage()
  const payment = await openPaymentPage(second, context)
  await payByCard(payment, email, CARDS.diners)
  await arrive(payment, '**/checkout/success**')

  await expect(page.getByText('Subscription Activated', { exact: true })).toBeVisible()
  await expect(locked).toHaveCount(0)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a forgotten password is set anew through the mail, and ends every session', async ({
  page,
  context,
  browser,
}) => {
  const { email } = await join(page, context, CARDS.discover)
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await open(other, '/sign-in')
  await other.getByRole('link', { name: /Forgot/ }).click()
  await arrive(other, '**/forgot-password')
  await other.getByLabel('Email').fill(email)
  await other.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByText('Check your email', { exact: true }).first()).toBeVisible()

  const mail = await readMail(page, /password/i, email)
  await open(other, linkIn(mail, /password-reset/))
  await other.getByLabel('New password').fill('another-long-password')
  await other.getByLabel('Confirm password').fill('another-long-password')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Password updated', { exact: true })).toBeVisible()
  // Setting the password signs this browser in.
  await arrive(other, '**/daily-deals')

  await open(page, '/account')
  await expect(page.getByText('Please sign in to view your account.')).toBeVisible()
  await elsewhere.close()
})

test('paying with somebody’s address changes nothing for its owner, until its inbox says so', async ({
  page,
  context,
  browser,
}) => {
  const { email } = await join(page, context, CARDS.visaDebit)
  const theirs = await browser.newContext()
  const stranger = await theirs.newPage()
  const tab = await openPaymentPage(stranger, theirs)
  await payByCard(tab, email, CARDS.mastercardDebit)
  await arrive(tab, '**/checkout/success**')
  // The address has used its trial, so nothing was charged and nothing can be claimed.
  await expect(tab.getByText(/Nothing was charged/)).toBeVisible()

  await tab.getByRole('link', { name: 'Join without a trial' }).click()
  const opening = theirs.waitForEvent('page')
  await tab.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
  const again = await opening
  await again.waitForURL('**/sandbox/checkout/**')
  await payByCard(again, email, CARDS.mastercardDebit)
  await arrive(again, '**/checkout/success**')
  await makeAccount(again, 'what-a-stranger-types')
  await expect(again.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await theirs.close()

  const owner = await browser.newContext()
  const home = await owner.newPage()
  await open(home, '/sign-in')
  await home.getByLabel('Email').fill(email)
  await home.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await home.getByRole('button', { name: 'Sign in' }).click()
  await arrive(home, '**/daily-deals')
  await owner.close()
  await open(page, '/account')
  await expect(page.getByText(email)).toBeVisible()
})
