import { expect, test } from '#test/e2e/support/browser.ts'

test.use({ javaScriptEnabled: false })

test('before scripts have loaded people can read, ask for more deals, sign in and sign out', async ({
  page,
}) => {
  await page.goto('/daily-deals')
  await expect(page.locator('.edition .card')).toHaveCount(12)
  await page.getByRole('link', { name: 'Show More Deals' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.locator('.edition .card')).toHaveCount(24)

  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('MEMBER@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Invalid email or password').first()).toBeVisible()

  await page.getByLabel('Email').fill('MEMBER@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/daily-deals$/)
  await expect(page.locator('.edition .card h3 a').first()).not.toHaveText(
    /Members save|Join to unlock/,
  )

  // Without scripts there is no redirect to the shop: a form counts the click and shows the link.
  const way = page.locator('.edition .card h3 a').first()
  const track = (await way.getAttribute('href')) ?? ''
  await page.goto(track)
  await page.getByRole('button', { name: 'Show the way to the retailer' }).click()
  const out = page.getByRole('main').getByRole('link', { name: /^Go to / })
  await expect(out).toHaveAttribute('rel', /sponsored/)
  await out.click()
  await page.waitForURL('**/sandbox/retailers?to=**')
  await page.goto('/daily-deals')

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/daily-deals')
  await expect(page.locator('.edition .card h3 a').first()).toHaveText(
    /Members save|Join to unlock/,
  )
  // A person who was signed out meanwhile, as when coming from a mail, signs in and returns to the deal.
  await page.goto(track)
  await page.getByRole('button', { name: 'Show the way to the retailer' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    `/sign-in?next=${encodeURIComponent(`/deal/${/deal_id=([\w-]+)/.exec(track)?.[1]}`)}`,
  )
})

test('/?signin=true shows the sign-in screen, and a form sent from there works too', async ({
  page,
}) => {
  await page.goto('/?signin=true')
  await page.getByLabel('Email').fill('free@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/daily-deals$/)
})
