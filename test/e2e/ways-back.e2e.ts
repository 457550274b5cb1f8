import type { BrowserContext, Page } from '@playwright/test'
import { arrive, expect, open, test } from '#test/e2e/support/browser.ts'
import {
  CARDS,
  linkIn,
  makeAccount,
  newEmail,
  PASSWORD,
  payByCard,
  readMail,
} from '#test/e2e/support/joining.ts'

/** Opens a locked deal, as somebody shares it, and returns its path. */
async function openShared(page: Page): Promise<string> {
  await open(page, '/daily-deals')
  const href = await page.locator('.card h3 a[href^="/deal/"]').last().getAttribute('href')
  await open(page, href ?? 'none')
  await expect(page.getByRole('heading', { name: 'Unlock the Deal Feed' })).toBeVisible()
  return href ?? 'none'
}

/** Goes from a deal by its own button to the payment page, which opens in a new tab. */
async function goPay(page: Page, context: BrowserContext): Promise<Page> {
  await page.getByRole('main').getByRole('link', { name: 'Start your free trial' }).click()
  await arrive(page, '**/join-now?next=**')
  const opening = context.waitForEvent('page')
  await page.getByRole('button', { name: /Start your free trial/ }).click()
  const tab = await opening
  await tab.waitForURL('**/sandbox/checkout/**')
  return tab
}

/** Makes a confirmed, signed-in free account in an anonymous browser. Returns its address. */
async function makeFreeAccount(page: Page): Promise<string> {
  await open(page, '/sign-up')
  const email = newEmail()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Make a free account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await open(page, linkIn(await readMail(page, /Confirm your address/, email), /confirm-email/))
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await arrive(page, '**/daily-deals')
  return email
}

/** Takes a person with a free account, signed out, from a shared deal to the payment page. */
async function goPayWithAccount(page: Page, context: BrowserContext) {
  const email = await makeFreeAccount(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await arrive(page, /:\d+\/$/)
  const deal = await openShared(page)
  return { email, deal, tab: await goPay(page, context) }
}

const wayOut = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Go to/ })

test('whoever joins from a shared deal lands on it, with its name', async ({ page, context }) => {
  const deal = await openShared(page)
  const email = newEmail()
  const tab = await goPay(page, context)
  await payByCard(tab, email, CARDS.discoverOther)
  await arrive(tab, '**/checkout/success**')
  await makeAccount(tab)
  await arrive(tab, `**${deal}`)
  await expect(wayOut(tab)).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'Unlock the Deal Feed' })).toHaveCount(0)

  // A password reset leads back to the deal as well, in another browser.
  await context.clearCookies()
  await open(page, deal)
  await page.getByRole('main').getByRole('link', { name: 'Already a member? Sign in' }).click()
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await arrive(page, '**/forgot-password?next=**')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Check your email', { exact: true }).first()).toBeVisible()
  const mail = await readMail(page, /Choose a new password/, email)
  const other = await (await context.browser())?.newContext()
  if (!other) throw new Error('There is no browser.')
  const phone = await other.newPage()
  await open(phone, linkIn(mail, /password-reset/))
  await phone.getByLabel('New password').fill('another-long-password')
  await phone.getByLabel('Confirm password').fill('another-long-password')
  await phone.getByRole('button', { name: 'Save' }).click()
  await arrive(phone, `**${deal}`)
  await expect(wayOut(phone)).toBeVisible()
  await other.close()
})

test('a free account that joins from a deal finds it open in both tabs', async ({
  page,
  context,
}) => {
  const email = await makeFreeAccount(page)

  const deal = await openShared(page)
  const tab = await goPay(page, context)
  await payByCard(tab, email, CARDS.dinersOfFourteen)
  await arrive(tab, '**/checkout/success**')
  // By the link, or by itself when the page hears of the membership first.
  const pressed = tab.getByRole('link', { name: 'Go to the deal' }).click()
  await Promise.race([pressed.catch(() => {}), tab.waitForURL(`**${deal}`)])
  await arrive(tab, `**${deal}`)
  await expect(wayOut(tab)).toBeVisible()
  // The tab where it began hears of the membership and returns by itself.
  await arrive(page, `**${deal}`)
  await expect(wayOut(page)).toBeVisible()
})

test('whoever has paid before signing in finishes by signing in, and lands where it began', async ({
  page,
  context,
}) => {
  const { email, deal, tab } = await goPayWithAccount(page, context)
  await payByCard(tab, email, CARDS.unionpay)
  await arrive(tab, '**/checkout/success**')
  await expect(tab.getByLabel('Email')).toHaveValue(email)
  await open(tab, '/sign-in')
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await arrive(tab, `**${deal}`)
  await expect(wayOut(tab)).toBeVisible()
  await expect(tab.getByText('Subscription Activated', { exact: true })).toBeVisible()
})

test('whoever leaves the form for later finishes by signing in, without scripts too', async ({
  page,
  context,
  browser,
}) => {
  const { email, deal, tab } = await goPayWithAccount(page, context)
  await payByCard(tab, email, CARDS.failsLater)
  await arrive(tab, '**/checkout/success**')
  await tab.getByRole('link', { name: 'Leave this for later' }).click()
  await expect(tab.getByText('Your payment is kept', { exact: true })).toBeVisible()

  const storageState = await context.storageState()
  const plain = await browser.newContext({ storageState, javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto('/sign-in')
  await still.getByLabel('Email').fill(email)
  await still.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await still.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await still.waitForURL(`**${deal}?**`)
  await expect(wayOut(still)).toBeVisible()
  await plain.close()
})

for (const next of ['//evil.test', '/\\evil.test', '/admin']) {
  test(`an address that would lead to ${next} leads to the deals`, async ({ page }) => {
    await open(page, `/sign-in?next=${encodeURIComponent(next)}`)
    await page.getByLabel('Email').fill('free@demo.test')
    await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
    await arrive(page, '**/daily-deals')
    await open(page, `/sign-in?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(/:\d+\/daily-deals$/)
  })
}
