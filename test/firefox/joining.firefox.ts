import type { Page } from 'puppeteer-core'
import { describe } from 'vitest'
import {
  arrive,
  expect,
  fill,
  hold,
  namesOfDeals,
  open,
  opening,
  press,
  reach,
  shown,
  test,
} from '#test/firefox/support/browser.ts'

/** One card for each journey, because a card gets only one trial. */
const CARDS = { onDesktop: '4242424242424242', onPhone: '5555555555554444' } as const
const PASSWORD = 'a-long-enough-password'
const PAYMENT_PAGE = /^\/sandbox\/checkout\//

const start = (page: Page) => press(page, 'button', 'Start your free trial')

test('on a desktop a visitor pays by card in a tab of its own, makes the account and reads names', async ({
  page,
}) => {
  await open(page, '/subscribe')
  const release = await hold(page, '/api/create-checkout-session')
  const tab = await opening(page, () => start(page), /^about:blank/)
  await expect.poll(() => shown(tab)).toBe('Opening secure checkout...')
  release()
  await reach(tab, PAYMENT_PAGE)
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect.poll(() => shown(page)).toMatch(/Finish in the other tab/)
  await join(tab, 'desktop@people.test', CARDS.onDesktop)
})

describe('on a phone', () => {
  test.override('device', 'phone')

  test('a visitor pays by card in the same tab, makes the account and reads names', async ({
    page,
    context,
  }) => {
    await open(page, '/subscribe')
    await start(page)
    await reach(page, PAYMENT_PAGE)
    await join(page, 'phone@people.test', CARDS.onPhone)
    expect(await context.pages()).toHaveLength(1)
  })
})

/** From the payment page to the feed. */
async function join(tab: Page, email: string, card: string) {
  await fill(tab, 'Email', email)
  await fill(tab, 'Card number', card)
  await fill(tab, 'Expiration (MM / YY)', '12 / 40')
  await fill(tab, 'Security code (CVC)', '123')
  await press(tab, 'button', 'Start trial')
  await arrive(tab, /^\/checkout\/success/)
  await expect.poll(() => tab.$eval('input[type=email]', ({ value }) => value)).toBe(email)
  await fill(tab, 'Password', PASSWORD)
  await fill(tab, 'Confirm password', PASSWORD)
  await press(tab, 'button', 'Create Account')
  await arrive(tab, /^\/daily-deals/)
  await expect.poll(() => shown(tab)).toMatch(/^Account Created$/m)
  const names = await namesOfDeals(tab)
  expect(names).toHaveLength(12)
  for (const name of names) expect(name).not.toMatch(/Members save|Join to unlock/)
}
