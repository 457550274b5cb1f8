import { expect, open, test } from './browser.ts'

test('a deal of the carousel is in view when the keyboard reaches it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/')
  const carousel = page.getByRole('region', { name: 'Deals from the feed' })
  await carousel.getByRole('button', { name: 'Next deals' }).focus()
  const deals = await carousel.getByRole('group').count()
  for (let deal = 0; deal < deals; deal += 1) {
    await page.keyboard.press('Tab')
    const link = page.locator('.carousel-slide a:focus')
    await expect(link).toHaveCount(1)
    await expect
      .poll(() => link.evaluate((focused) => focused.getBoundingClientRect().left))
      .toBeGreaterThanOrEqual(0)
    await expect(link).toBeInViewport({ ratio: 1 })
  }
})

for (const address of ['/sign-in', '/?signin=true']) {
  test(`after a failed sign-in at ${address} the keyboard is at what went wrong`, async ({
    page,
  }) => {
    await open(page, address)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Error signing in' })).toBeFocused()
  })
}
