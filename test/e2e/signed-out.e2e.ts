import { expect, open, signIn, test } from '#test/e2e/support/browser.ts'

test('signing out in one tab leaves no names in another', async ({ page, context }) => {
  await signIn(page, 'member@demo.test')
  const names = page.locator('.card h3 a')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)

  const other = await context.newPage()
  await open(other, '/daily-deals')
  await other.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL(/\/$/)
  await expect(other.getByText('Successfully signed out', { exact: true })).toBeVisible()

  await expect(names.first()).toHaveText(/Members save|Join to unlock/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a page that the browser kept for Back is made anew for whoever looks now', async ({
  page,
  context,
}) => {
  await signIn(page, 'member@demo.test')
  const names = page.locator('.card h3 a')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)
  await context.clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(names.first()).toHaveText(/Members save|Join to unlock/)
})
