import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  signIn,
  test,
} from './browser.ts'

const WIDTHS = [375, 768, 1440]
const PAGES = [
  '/',
  '/daily-deals',
  '/daily-deals?page=9999',
  '/sign-in',
  '/join-now',
  '/subscribe',
  '/get-access',
  '/start-saving',
  '/privacy-policy',
  '/terms',
  '/checkout/success',
  '/checkout/success?preview=true',
  '/nothing-here',
  '/deal/missing-deal',
  '/track',
]

for (const width of WIDTHS) {
  test(`every page is accessible to a visitor at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of PAGES) {
      await open(page, path)
      await expectAccessible(page)
      await expectNoSidewaysScrolling(page)
    }
    await page.goto('/daily-deals')
    await page.locator('.card h3 a').first().click()
    await page.waitForURL('**/deal/*')
    await expectAccessible(page)
  })

  test(`every page is accessible to a member at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, 'member@demo.test')
    await expectAccessible(page)
    const track = await page.locator('.card h3 a').nth(4).getAttribute('href')
    await page.goto(track ?? '')
    await expect(page.getByText(/Now taking you to/)).toBeVisible()
    await expectAccessible(page)
  })
}

test('nothing sticks out at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of PAGES) {
    await page.goto(path)
    await expectNoSidewaysScrolling(page)
  }
})

test('the main journey can be walked with the keyboard alone', async ({ page }) => {
  await open(page, '/sign-in')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.getByLabel('Email').focus()
  await page.keyboard.type('member@demo.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('demo-password-1')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/daily-deals')
  await page.locator('.card h3 a').first().focus()
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect(await opening).toHaveURL(/\/track/)
})
