import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNoSidewaysScrolling, open, test } from './browser.ts'
import { join, openPaymentPage, PASSWORD, readMail } from './joining.ts'

/** A card that no other journey has a trial with. */
const CARD = '5200828282828210'

test('a member sees what is kept, takes it along, and deletes the account for good', async ({
  page,
  context,
}) => {
  const { email, tab } = await join(page, context, CARD)
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
  await expectNoSidewaysScrolling(tab)
  const [keep, confirm] = await Promise.all(
    ['Keep my account', 'Delete my account'].map((name) =>
      dialog.getByRole('button', { name }).boundingBox(),
    ),
  )
  expect([keep?.width, keep?.height]).toEqual([confirm?.width, confirm?.height])
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(data.getByRole('button', { name: 'Delete my account' })).toBeFocused()

  // The keyboard alone, from here on.
  await tab.keyboard.press('Enter')
  const password = dialog.getByLabel('Your password', { exact: true })
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
  await tab.waitForURL(/:\d+\/$/)
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
