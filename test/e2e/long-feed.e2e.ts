import type { Page } from '@playwright/test'
import { expect, open } from '#test/e2e/support/browser.ts'
import { startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { cards, placeOf, readTo } from '#test/e2e/support/places.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'

const test = withServer('a long feed', async () => {
  const server = await startOwnServer()
  for (let at = 0; at < 520; at += 1) await createDeal(server.ctx, { feedPosition: at })
  await announceDeals(server.ctx)
  return server
})

test('a feed of more pages than are drawn at once comes back to the place it was left at', async ({
  page,
}) => {
  const notedPage = () => page.evaluate(() => history.state?.place?.page)
  await open(page, '/daily-deals?page=40')
  for (const count of [492, 504]) {
    await page.getByRole('button', { name: 'Show More Deals' }).click()
    await expect(cards(page)).toHaveCount(count)
  }

  // Pages that the server does not render are fetched.
  await readTo(page, 5)
  await expect.poll(notedPage).toBe(1)
  const high = await placeOf(page)
  await page.reload()
  await expect(cards(page)).toHaveCount(504)
  await expectPlace(page, high)

  await readTo(page, 498)
  await expect.poll(notedPage).toBe(42)
  const deep = await placeOf(page)
  await page.reload()
  await expect(page.getByText('This list begins with deal 25.')).toBeAttached()
  await expectPlace(page, deep)
})

/** Expects the same card in the same place, within two pixels for rounding. */
async function expectPlace(page: Page, { link, top }: Awaited<ReturnType<typeof placeOf>>) {
  await expect.poll(async () => (await placeOf(page)).link).toBe(link)
  await expect.poll(async () => Math.abs((await placeOf(page)).top - top)).toBeLessThanOrEqual(2)
}
