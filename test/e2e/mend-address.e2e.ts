import { expectGood } from '#test/e2e/support/accessible.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { test } from '#test/e2e/support/own-server.ts'
import { CHOSEN } from '#test/support/paying/completing.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'

test('an address that was mistyped at the card page is mended before the account is made', async ({
  page,
  server,
}) => {
  const checkout = await createPaidCheckout(server.ctx)
  const right = `right-${checkout.email}`
  await page.context().addCookies([{ name: 'co', value: checkout.binding, url: server.url }])
  await open(page, `/checkout/success?session_id=${checkout.sessionId}`)
  await expect(page.getByLabel('Email')).toHaveValue(checkout.email)
  await page.getByRole('button', { name: 'Not your address?' }).click()
  const address = page.getByLabel('Your address')
  await expect(address).toBeFocused()
  await address.fill('no address')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(1)
  await expectGood(page, 'another address for a payment', [1440, 375])
  await address.fill(right)
  await expect(page.getByText('Please enter a valid email address')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(right)
  await expectGood(page, 'the address that was mended', [1440, 375])
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN)
  await page.getByLabel('Confirm password').fill(CHOSEN)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/daily-deals**')
  await open(page, '/account')
  await expect(page.getByText(right, { exact: true })).toBeVisible()
})
