import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { enterBackOffice } from '#test/e2e/support/admin-sheets.ts'
import { loseAnswer } from '#test/e2e/support/answers.ts'
import { arrive, expect, expectAccessible, holdScripts, open } from '#test/e2e/support/browser.ts'
import { type OwnServer, test } from '#test/e2e/support/own-server.ts'

test('a curator is asked in, comes by a passkey and by a code, sees the rooms that are hers, and is gone at once', async ({
  page,
  browser,
  server,
}) => {
  const email = `curator-${Date.now()}@club.example`
  await enterBackOffice(page)
  await page.getByRole('link', { name: 'People' }).click()
  await expect(page.getByText('There is no owner yet')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Ines Curator')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Ines Curator is asked in', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await expectAccessible(page)

  const hers = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const there = await hers.newPage()
  await addAuthenticator(there)
  await open(there, `/admin/invitation?token=${await tokenFor(server, email)}`)
  await expect(there.getByText('asks you in as curator')).toBeVisible()
  expect(new URL(there.url()).search).toBe('')
  await there.getByLabel('Password', { exact: true }).fill('four-words-of-ines-alone')
  await expectAccessible(there)
  await there.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(there.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await there.getByRole('button', { name: 'I have kept them' }).click()
  await expect(there.getByRole('link', { name: 'Deals', exact: true })).toBeVisible()
  await expect(there.getByRole('link', { name: 'Figures' })).toBeHidden()

  // An authenticator app as well.
  await there.getByRole('link', { name: 'Ines Curator' }).click()
  await there.getByRole('button', { name: 'Add a key' }).click()
  await there.getByLabel('Code app').check()
  const secret = (await there.locator('.new-key-secret').innerText()).replaceAll(' ', '')
  await there.getByLabel('The six digits it shows now').fill(codeOf(secret))
  await there.getByRole('button', { name: 'Keep this key' }).click()
  await expect(there.getByText('The key is yours now', { exact: true })).toBeVisible()
  await expectAccessible(there)

  await there.getByRole('button', { name: 'Lock' }).click()
  // A full page load: presses on the previous page would be lost.
  await arrive(there, '**/admin')
  await there.getByRole('button', { name: 'Sign in with your account' }).click()
  await there.getByLabel('Email').fill(email)
  await there.getByLabel('Password', { exact: true }).fill('four-words-of-ines-alone')
  await there.getByRole('button', { name: 'Enter' }).click()
  await there.getByRole('button', { name: 'Use your passkey' }).click()
  await expect(there.getByRole('link', { name: 'Deals', exact: true })).toBeVisible()

  await open(page, '/admin/people')
  const remove = page.getByRole('button', { name: 'Remove Ines Curator', exact: true })
  await remove.click()
  // Moving the focus elsewhere resets the confirmation.
  await page.getByRole('button', { name: 'Yes, remove Ines Curator' }).press('Tab')
  await remove.click()
  await page.getByRole('button', { name: 'Yes, remove Ines Curator' }).click()
  await expect(page.getByText('Ines Curator is removed', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText(email)).toBeHidden()
  await open(there, '/admin/keys')
  await expect(there.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await hers.close()
})

test('keys whose answers are lost: it is said that they may be made, and what there is by now is shown', async ({
  page,
  browser,
  server,
}) => {
  const email = `lost-${Date.now()}@club.example`
  await enterBackOffice(page)
  await open(page, '/admin/people')
  await page.getByLabel('Name', { exact: true }).fill('Noor Curator')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('Noor Curator is asked in', { exact: true })).toBeVisible()

  const hers = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const there = await hers.newPage()
  await addAuthenticator(there)
  await open(there, `/admin/invitation?token=${await tokenFor(server, email)}`)
  await there.getByLabel('Password', { exact: true }).fill('four-words-of-noor-alone')
  await loseAnswer(there, '**/api/admin/invitation/take')
  await there.getByRole('button', { name: 'Make the passkey' }).click()
  await expect(there.getByRole('alert')).toContainText('your keys may be made already')

  // The cookie was lost with the response.
  await hers.clearCookies()
  const goOn = await holdScripts(there, 'entry.browser-*')
  await there.goto('/admin', { waitUntil: 'domcontentloaded' })
  // A press before hydration would do nothing.
  const byAccount = there.getByRole('button', { name: 'Sign in with your account' })
  await expect(byAccount).toBeDisabled()
  goOn()
  await byAccount.click()
  await there.getByLabel('Email').fill(email)
  await there.getByLabel('Password', { exact: true }).fill('four-words-of-noor-alone')
  await there.getByRole('button', { name: 'Enter' }).click()
  await there.getByRole('button', { name: 'Use your passkey' }).click()
  await there.getByRole('link', { name: 'Noor Curator' }).click()

  await loseAnswer(there, '**/api/admin/keys/recovery-codes')
  await there.getByRole('button', { name: 'Make ten new ones' }).press('Enter')
  await expect(there.getByText('the codes you have kept may be void')).toBeVisible()
  await there.getByRole('button', { name: 'Make ten new ones' }).press('Enter')
  await expect(there.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible()
  await there.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(there.getByText('10 codes left.')).toBeVisible()
  await expect(there.getByText('the codes you have kept may be void')).toBeHidden()

  await there.getByRole('button', { name: 'Add a key' }).press('Enter')
  await there.getByLabel('Code app').check()
  const secret = (await there.locator('.new-key-secret').innerText()).replaceAll(' ', '')
  await there.getByLabel('The six digits it shows now').fill(codeOf(secret))
  await loseAnswer(there, '**/api/admin/keys')
  await there.getByRole('button', { name: 'Keep this key' }).press('Enter')
  await expect(there.getByRole('alert')).toContainText('No answer came')
  await expect(there.getByRole('button', { name: 'Remove Code app' })).toBeVisible()

  // The session whose response was lost is a separate one, and ends with the password change.
  const others = there.getByRole('button', { name: /^End the session/ })
  await expect(others).toHaveCount(1)
  await there.getByLabel('New password').fill('four-words-of-noor-later')
  await loseAnswer(there, '**/api/admin/keys/password')
  await there.getByRole('button', { name: 'Change the password' }).press('Enter')
  await expect(there.getByText(/^No answer came/)).toHaveCount(2)
  await expect(others).toHaveCount(0)

  // Once there is an owner, the shared password is for emergencies only, which is explained before it is typed.
  const makeHer = (role: 'owner' | 'curator') =>
    server.db.updateTable('administrators').set({ role }).where('email', '=', email).execute()
  await makeHer('owner')
  await hers.clearCookies()
  await open(there, '/admin')
  await there.getByRole('button', { name: 'Emergency door' }).press('Enter')
  await expect(
    there.getByText('only until the hour that is set in ADMIN_EMERGENCY_UNTIL'),
  ).toBeVisible()
  await makeHer('curator')
  await hers.close()
})

/** Adds a virtual passkey authenticator to the page, like a laptop's. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret) })

/** Returns the token as in the link of the mail. */
async function tokenFor({ db }: OwnServer, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('administratorInvitations')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const token = newToken()
  const link = { tokenHash: hashToken(token), invitationId: id }
  await db.insertInto('administratorInvitationLinks').values(link).execute()
  return token
}
