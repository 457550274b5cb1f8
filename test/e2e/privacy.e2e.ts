import { readFile } from 'node:fs/promises'
import {
  arrive,
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  expectSameSize,
  open,
  test,
} from '#test/e2e/support/browser.ts'
import { CARDS, join, openPaymentPage, PASSWORD, readMail } from '#test/e2e/support/joining.ts'

test('a member sees what is kept, takes it along, and deletes the account for good', async ({
  page,
  context,
}) => {
  const { email, tab } = await join(page, context, CARDS.mastercardOfTwo)
  await page.close()
  await open(tab, '/account')
  const data = tab.getByRole('region', { name: 'Your data' })
  await expect(data.getByText('1 membership')).toBeVisible()
  await expectAccessible(tab)

  const saving = tab.waitForEvent('download')
  await data.getByRole('link', { name: 'Download my data' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^nouveau-data-\d{4}-\d\d-\d\d\.json$/)
  const own = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(own.account.email).toBe(email)
  expect(own.subscriptions).toMatchObject([{ status: 'trialing' }])

  await tab.setViewportSize({ width: 375, height: 740 })
  await data.getByRole('button', { name: 'Delete my account' }).click()
  await expect(tab.getByRole('heading', { name: 'Delete your account' })).toBeInViewport({
    ratio: 1,
  })
  for (const name of ['Keep my account', 'Delete my account']) {
    await expect(tab.getByRole('dialog').getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await tab.keyboard.press('Escape')
  await tab.setViewportSize({ width: 320, height: 640 })
  await data.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Delete your account for good?' })
  await expect(dialog.getByText('This cannot be undone.')).toBeInViewport()
  // The buttons stay in view; a shadow above them shows that there is more to scroll.
  const shadow = () =>
    dialog
      .locator('.dialog-answers')
      .evaluate((answers) => getComputedStyle(answers, '::before').opacity)
  expect(await shadow()).toBe('1')
  await dialog.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect.poll(shadow).toBe('0')
  await expectNoSidewaysScrolling(tab)
  const keep = dialog.getByRole('button', { name: 'Keep my account' })
  await expectSameSize(tab, keep, dialog.getByRole('button', { name: 'Delete my account' }))
  const password = dialog.getByLabel('Your password', { exact: true })
  await password.fill('typed and thought better of')
  await keep.click()
  await expect(data.getByRole('button', { name: 'Delete my account' })).toBeFocused()

  // Keyboard only from here on.
  await tab.keyboard.press('Enter')
  await expect(password).toHaveValue('')
  await password.focus()
  await tab.keyboard.type('not-my-password')
  await tab.keyboard.press('Enter')
  await expect(dialog.getByText('That is not the password of this account.')).toBeVisible()
  await expect(password).toBeFocused()
  await expectAccessible(tab)

  const elsewhere = await context.newPage()
  await open(elsewhere, '/daily-deals')
  await expect(elsewhere.getByRole('button', { name: 'Sign out' })).toBeAttached()
  await password.fill(PASSWORD)
  await tab.keyboard.press('Enter')
  await arrive(tab, /:\d+\/$/)
  await expect(tab.getByText('Your account has been deleted', { exact: true })).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Sign out' })).not.toBeAttached()

  const again = await openPaymentPage(tab, context)
  await expect(again.getByLabel('Email')).toBeEditable()
  await again.close()

  await open(tab, '/sign-in')
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab.getByText('Invalid email or password').first()).toBeVisible()
  expect(await readMail(tab, /Your account is deleted/, email)).toContain(
    'Your membership has ended',
  )
})
