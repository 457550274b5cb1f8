import type { BrowserContext } from '@playwright/test'
import {
  test as demo,
  expect,
  expectNoSidewaysScrolling,
  open,
  signIn,
} from '#test/e2e/support/browser.ts'
import { type OwnServer, startOwnServer, withServer } from '#test/e2e/support/own-server.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { createTrip } from '#test/support/trips.ts'

const test = withServer('trips', () => startOwnServer())

/** Creates a member and signs them in to this browser. */
async function enter(context: BrowserContext, { ctx, url }: Pick<OwnServer, 'ctx' | 'url'>) {
  const member = await createMember(ctx)
  const [name = '', value = ''] = member.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  return member
}

test('what a piece has cost can be read on every phone, and changed', async ({
  page,
  context,
  server: { ctx, url },
}) => {
  const member = await enter(context, { ctx, url })
  const { id: dealId } = await createDeal(ctx)
  await createTrip(ctx, { userId: member.id, dealId, nowCents: 134_499, wasCents: 200_000 })
  await open(page, '/savings')
  const paid = page.getByRole('group', { name: /^Did you buy it/ }).getByLabel(/^Paid, in \$/)
  await expect(paid).toHaveValue('1344.99')
  for (const width of [320, 375, 620]) {
    await page.setViewportSize({ width, height: 700 })
    const hidden = await paid.evaluate((field) => field.scrollWidth - field.clientWidth)
    expect(hidden, `at ${width} px`).toBe(0)
    await expectNoSidewaysScrolling(page, `the savings at ${width} px`)
    const main = await page.getByRole('main').boundingBox()
    const fields = page.locator('.trip :is(input:not([type=hidden]), button)')
    for (const field of await fields.all()) {
      const { x = 0, width: wide = 0 } = (await field.boundingBox()) ?? {}
      expect(x + wide).toBeLessThanOrEqual((main?.width ?? 0) - 16)
    }
  }
  await page.setViewportSize({ width: 375, height: 700 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expectNoSidewaysScrolling(page, 'the savings with letters twice as large')
})

test('what was bought elsewhere is kept: it says so of a line that is gone, and the form is ready for the next', async ({
  page,
  context,
  server: { ctx, url },
}) => {
  const member = await enter(context, { ctx, url })
  const [gone, { id: dealId }] = [await createDeal(ctx), await createDeal(ctx)]
  await createTrip(ctx, { userId: member.id, dealId: gone.id })
  await open(page, '/savings')
  await page.getByText('Bought a piece without going there from here?').click()
  const form = page.locator('.without-trip')
  const address = form.getByLabel('The deal’s address on this site')
  await address.fill(`${url}/deal/${dealId}`)
  await form.getByLabel(/^Paid, in \$/).fill('180')
  await page.route('**/api/savings/**', (route) => route.abort())
  await form.getByRole('button', { name: 'Keep it' }).click()
  await expect(form.getByRole('alert')).toHaveText('We could not be reached. Please try again.')
  await page.unrouteAll()
  await form.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.locator('.trip')).toHaveCount(2)
  await expect(address).toHaveValue('')
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('what was bought is said and put right without a mouse: a price does not send it back', async ({
  page,
  context,
  server: { ctx, url },
}) => {
  const member = await enter(context, { ctx, url })
  const { id: dealId } = await createDeal(ctx)
  await createTrip(ctx, { userId: member.id, dealId })
  await open(page, '/savings')
  const trip = page.locator('.trip')
  const paid = trip.getByLabel(/^Paid, in \$/)
  await paid.fill('much')
  await paid.press('Enter')
  await expect(trip.getByRole('alert')).toHaveText('What you paid must be a price, such as 180.00.')
  await trip.getByRole('button', { name: /^Not bought/ }).press('Enter')
  // The focus moves to the result.
  await expect(trip.getByText('You did not buy it.')).toBeFocused()
  await trip.locator('summary', { hasText: /^Change/ }).press('Enter')
  await paid.fill('240')
  await trip.getByRole('button', { name: /^Bought/ }).press('Enter')
  await expect(trip.getByText(/^Bought .* for \$240\.00\.$/)).toBeFocused()

  await trip.locator('summary', { hasText: /^Change/ }).press('Enter')
  await paid.fill('230.50')
  await paid.press('Enter')
  await expect(trip.getByText(/^Bought .* for \$230\.50\.$/)).toBeFocused()
  await expect(trip.getByText('Recorded', { exact: true })).toBeVisible()
  await expect(paid).toBeHidden()
  await trip.getByRole('button', { name: /^Returned/ }).press('Enter')
  await expect(trip.getByText(/It went back and is not counted\.$/)).toBeFocused()

  // Print shows the answers, without the controls to change them.
  const change = trip.locator('summary', { hasText: /^Change/ })
  await expect(change).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(trip.getByText(/It went back and is not counted\.$/)).toBeVisible()
  await expect(change).toBeHidden()
})

demo(
  'what is said of a piece moves the meter of the guarantee beside it at once',
  async ({ page }) => {
    await signIn(page, 'member@demo.test')
    await open(page, '/savings')
    const meter = page.getByRole('main').getByText(/ of \$100 recorded/)
    const before = (await meter.textContent()) ?? ''
    await page
      .getByRole('button', { name: /^Bought/ })
      .first()
      .click()
    await expect(meter).not.toHaveText(before)
  },
)
