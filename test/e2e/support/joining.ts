import type { BrowserContext, Page } from '@playwright/test'
import { arrive, expect, open } from './browser.ts'

export const PASSWORD = 'a-long-enough-password'

let count = 0
/** Returns an address that nobody has used yet, not even an earlier try of the same test. */
export function newEmail(): string {
  count += 1
  return `buyer-${process.pid}-${Date.now()}-${count}@people.test`
}

/** One card for each journey: only the first subscription with a card has a trial. */
export const CARDS = {
  visa: '4242424242424242',
  visaDebit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercardDebit: '5200828282828210',
  mastercardPrepaid: '5105105105105100',
  mastercardOfTwo: '2223003122003222',
  diners: '3056930009020004',
  discover: '6011111111111117',
  discoverDebit: '6011981111111113',
  discoverOther: '6011000990139424',
  dinersOfFourteen: '36227206271667',
  unionpay: '6200000000000005',
  amex: '378282246310005',
  failsLater: '4000000000000341',
  jcb: '3566002020360505',
  declined: '4000000000000002',
  asksTheBank: '4000000000003220',
} as const

/** Goes from the subscribe page to the payment page, which opens in a new tab. */
export async function openPaymentPage(page: Page, context: BrowserContext): Promise<Page> {
  await open(page, '/subscribe')
  const opening = context.waitForEvent('page')
  await page
    .getByRole('main')
    .getByRole('button', { name: /Start your free trial|Subscribe/ })
    .click()
  const tab = await opening
  await tab.waitForURL('**/sandbox/checkout/**')
  return tab
}

/** Fills in and submits the payment page. */
export async function payByCard(tab: Page, email: string, number: string) {
  const address = tab.getByLabel('Email')
  if (await address.isEditable()) await address.fill(email)
  await tab.getByLabel('Card number').fill(number)
  await tab.getByLabel(/Expiration/).fill('12 / 40')
  await tab.getByLabel(/Security code/).fill(number === CARDS.amex ? '1234' : '123')
  await tab.getByRole('button', { name: /^(Start trial|Pay|Subscribe)/ }).click()
}

/** Submits the account form after the payment. */
export async function makeAccount(tab: Page, password = PASSWORD) {
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByLabel('Confirm password').fill(password)
  await tab.getByRole('button', { name: 'Create Account' }).click()
}

/** Takes an anonymous browser all the way to a member on the feed. */
export async function join(page: Page, context: BrowserContext, card: string) {
  const email = newEmail()
  const tab = await openPaymentPage(page, context)
  await payByCard(tab, email, card)
  await arrive(tab, '**/checkout/success**')
  await expect(tab.getByLabel('Email')).toHaveValue(email)
  await makeAccount(tab)
  await arrive(tab, '**/daily-deals**')
  return { email, tab }
}

/** Waits for the newest mail to an address and returns its text. */
export async function readMail(page: Page, subject: RegExp, to: string): Promise<string> {
  const reader = await page.context().browser()?.newContext()
  if (!reader) throw new Error('There is no browser.')
  const outbox = await reader.newPage()
  const mail = outbox.getByRole('listitem').filter({ hasText: subject }).filter({ hasText: to })
  await expect(async () => {
    await outbox.goto('/sandbox/outbox')
    await expect(mail.first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 60_000 })
  await mail.first().getByRole('link').first().click()
  const text = await outbox.locator('pre.text').textContent()
  await reader.close()
  return text ?? ''
}

/** Returns the path of our link in a mail. */
export function linkIn(mail: string, path: RegExp): string {
  const found = [...mail.matchAll(/https?:\/\/[^\s>]+/g)].map(([url]) => new URL(url))
  const link = found.find(({ pathname }) => path.test(pathname))
  if (!link) throw new Error(`The mail leads nowhere: ${mail}`)
  return link.pathname + link.search
}
