import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScrolling, open, signIn, test } from '#test/e2e/support/browser.ts'

/** The narrowest supported viewport. */
const NARROWEST = { width: 320, height: 700 }
/** A width at which only the menu has the sign-out button. */
const TABLET = { width: 800, height: 700 }

/** WCAG 1.4.4: with text twice as large, pages scroll down but never sideways. */
async function expectRoomOnPages(page: Page, paths: string[]) {
  for (const path of paths) {
    await open(page, path)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await expectNoSidewaysScrolling(page, path)
  }
}

/** Hidden items of the header leave no gap at its end. */
async function expectHeaderToItsEnd(page: Page) {
  const row = page.getByRole('banner').locator('.masthead-side').last()
  const account = row.getByRole('link', { name: 'Account', exact: true })
  const [end, last] = await Promise.all([row.boundingBox(), account.boundingBox()])
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo((end?.x ?? 0) + (end?.width ?? 0), 0)
}

/** Returns the paths of a deal: its page, its report form, and its outbound page. */
async function pathsOfDeal(page: Page): Promise<string[]> {
  const heart = page.getByRole('main').locator('.card .heart button').first()
  const id = (await heart.getAttribute('value')) ?? ''
  return [`/deal/${id}`, `/deal/${id}/report`, `/track?deal_id=${id}&click_type=deal-card`]
}

test('what everybody reads fits the narrowest phone with letters twice as large', async ({
  page,
}) => {
  await page.setViewportSize(NARROWEST)
  await open(page, '/daily-deals')
  const [deal = ''] = await pathsOfDeal(page)
  await expectRoomOnPages(page, [
    '/',
    '/daily-deals',
    '/daily-deals?q=zzzz&max=1',
    deal,
    '/get-access',
    '/subscribe',
    '/sign-up',
    '/forgot-password',
    '/categories',
    '/how-we-count',
  ])
})

test('what a free account has fits the narrowest phone with letters twice as large', async ({
  page,
}) => {
  await page.setViewportSize(NARROWEST)
  await signIn(page, 'free@demo.test')
  await expectRoomOnPages(page, ['/account', '/saved', '/for-you', '/for-you/setup', '/inbox'])
})

test('what a member has fits the narrowest phone with letters twice as large', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  await page.setViewportSize(TABLET)
  await expectHeaderToItsEnd(page)
  await page.setViewportSize(NARROWEST)
  await expectRoomOnPages(page, [
    ...(await pathsOfDeal(page)),
    '/account',
    '/account/mail',
    '/savings',
    '/guarantee',
    '/retailers',
  ])
})
