import { expect, open, signIn, test } from '#test/e2e/support/browser.ts'

test('signing out in one tab leaves no names in another', async ({ page, context }) => {
  await signIn(page, 'member@demo.test')
  await expect(page.getByText('Successfully signed in', { exact: true })).toBeVisible()
  const names = page.locator('.edition .card h3 a')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)

  const other = await context.newPage()
  await open(other, '/daily-deals')
  const reporting = other.waitForRequest('**/api/log-event')
  await other.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL(/\/$/)
  // The server knows who it was: the page sends no name.
  expect((await reporting).postDataJSON()).toEqual({ eventType: 'logout', eventData: {} })
  await expect(other.getByText('Successfully signed out', { exact: true })).toBeVisible()

  await expect(names.first()).toHaveText(/Members save|Join to unlock/)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('a page that the browser kept for Back is made anew for whoever looks now', async ({
  page,
  context,
}) => {
  await signIn(page, 'member@demo.test')
  const names = page.locator('.edition .card h3 a')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)
  await context.clearCookies()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(names.first()).toHaveText(/Members save|Join to unlock/)
})
