import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'
import { linkIn, readMail } from '#test/e2e/support/joining.ts'

test('the edition is stopped from the mail in one press without signing in, and taken again in the account', async ({
  page,
}) => {
  const mail = await readMail(page, /new deals/, 'member@demo.test')
  await open(page, linkIn(mail, /unsubscribe/))
  await expect(page.getByRole('heading', { name: 'Stop the edition?' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stop the edition' }).click()
  await expect(page.getByRole('heading', { name: 'The edition is stopped' })).toBeVisible()
  await expectAccessible(page)

  await signIn(page, 'member@demo.test')
  await page.setViewportSize({ width: 320, height: 800 })
  await open(page, '/account/mail')
  const edition = page.getByRole('group', { name: 'The edition' })
  await expect(edition.getByRole('radio', { name: 'Never' })).toBeChecked()
  await expectNoSidewaysScrolling(page)
  await expectAccessible(page)
  await edition.getByRole('radio', { name: 'Every morning' }).check()
  await page.getByRole('button', { name: 'Save my choices' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeFocused()
  await expect(edition.getByRole('radio', { name: 'Every morning' })).toBeChecked()
})
