import { setTimeout } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { expectGood } from '#test/e2e/support/accessible.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { type OwnServer, test } from '#test/e2e/support/own-server.ts'
import { createPerson, PASSWORD, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'

const CHOSEN = 'a-new-password-of-mine'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

async function signIn(page: Page, { email }: Pick<Person, 'email'>, password = PASSWORD) {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/daily-deals')
}

async function openSettings(page: Page) {
  await open(page, '/account')
  await page.getByRole('link', { name: 'Address, password and browsers' }).click()
  await expect(page.getByRole('heading', { name: 'Signing in', level: 1 })).toBeVisible()
  // The header marks the current section on its subpages too.
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Account', exact: true }),
  ).toHaveAttribute('aria-current', 'page')
}

/** Returns the path of the newest such link mailed to an address. */
async function linkIn(server: OwnServer, to: string, purpose: string): Promise<string> {
  await runJobs(server.ctx)
  const mails = (await readOutbox(server.ctx)).filter((mail) =>
    mail.to?.some(({ address }) => address === to),
  )
  const text = mails.map((mail) => mail.text ?? '').join('\n')
  const links = [...text.matchAll(new RegExp(`/email-change\\?${purpose}=[\\w-]{43}`, 'g'))]
  return links.at(-1)?.[0] ?? 'none'
}

test('another address is asked for, confirmed, and counts in every tab; the one before can take it back', async ({
  page,
  context,
  server,
}) => {
  const person = await createPerson(server.ctx)
  const next = `new-${person.email}`
  await signIn(page, person)
  await openSettings(page)
  await expectGood(page, 'the settings', [1440, 375])
  await page.getByText('Change address').click()
  const address = page.getByLabel('New address')
  await address.fill('not an address')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(address).toBeFocused()
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(1)
  await address.fill(next)
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0)
  await page.getByLabel('Your password').fill('not-the-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('That is not the password of this account.')).toHaveCount(1)
  await expectGood(page, 'the settings with something wrong', [1440, 375])
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Waiting for you to confirm ${next}`)).toBeVisible()
  await expect(page.getByRole('status')).toBeFocused()
  await expectGood(page, 'the settings while an address waits', [1440, 375])
  // Cancelling the change keeps the present address, and it can be requested again.
  await page.getByRole('button', { name: 'Keep the present address' }).click()
  await expect(page.getByText('Waiting for you to confirm')).toHaveCount(0)
  await page.getByText('Change address').click()
  await address.fill(next)
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`Waiting for you to confirm ${next}`)).toBeVisible()

  const tab = await context.newPage()
  await open(tab, await linkIn(server, next, 'confirm'))
  await expect(tab).toHaveURL(/\/email-change$/)
  await expectGood(tab, 'the link that confirms', [1440, 375])
  await tab.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(tab.getByText(`From now on you sign in with ${next}.`)).toBeVisible()
  await expect(page.getByText(next, { exact: true })).toBeVisible()
  await expect(page.getByText('Waiting for you')).toHaveCount(0)

  await open(tab, await linkIn(server, person.email, 'stop'))
  await expectGood(tab, 'the link that takes it back', [1440, 375])
  // Every live connection is closed at once, including this tab's, while its own response is still pending.
  await tab.route('**/api/account/email/stop', async (route) => {
    const response = await route.fetch()
    await setTimeout(2500)
    await route.fulfill({ response })
  })
  await tab.getByRole('button', { name: 'Stop this change' }).click()
  await expect(tab.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
  await expect(page.getByText('Please sign in to view your account.')).toBeVisible()
})

test('a browser is signed out from another, at once, and so are all others', async ({
  page,
  browser,
  server,
}) => {
  const person = await createPerson(server.ctx)
  await server.db.deleteFrom('sessions').where('userId', '=', person.id).execute()
  await signIn(page, person)
  const elsewhere = await browser.newContext({ userAgent: PHONE })
  const phone = await elsewhere.newPage()
  await signIn(phone, person)
  await open(phone, '/account')
  await openSettings(page)
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([/Chrome on Linux.*This one/, /Safari on iPhone.*Sign out/])
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByText('That browser is signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(phone.getByText('Please sign in to view your account.')).toBeVisible()

  await signIn(phone, person)
  await open(phone, '/account')
  await openSettings(page)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('Every other browser is signed out.', { exact: true })).toBeVisible()
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await expect(phone.getByText('Please sign in to view your account.')).toBeVisible()
  await elsewhere.close()
})

test('a new password signs the others out and keeps this one', async ({
  page,
  browser,
  server,
}) => {
  const person = await createPerson(server.ctx)
  await signIn(page, person)
  const elsewhere: BrowserContext = await browser.newContext()
  const other = await elsewhere.newPage()
  await signIn(other, person)
  await open(other, '/account')
  await openSettings(page)
  await page.getByText('Change password').click()
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText('Password must be at least 8 characters')).toHaveCount(1)
  await page.getByLabel('New password').fill(CHOSEN)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(/^Your password is changed/)).toBeFocused()
  await expect(other.getByText('Please sign in to view your account.')).toBeVisible()
  await signIn(other, person, CHOSEN)
  await elsewhere.close()
})

test.describe('before scripts have loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('address, password and browsers can be changed too', async ({ page, server, context }) => {
    const person = await createPerson(server.ctx)
    const [name = '', value = ''] = person.cookie.split('=')
    await context.addCookies([{ name, value, url: server.url }])
    await page.goto('/account/settings')
    await page.getByText('Change password').click()
    await page.getByLabel('Current password').fill('not-the-password')
    await page.getByLabel('New password').fill(CHOSEN)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('That is not the password of this account.')).toBeVisible()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill(CHOSEN)
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText(/^Your password is changed/)).toBeVisible()
  })
})
