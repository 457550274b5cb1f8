import { describe } from 'vitest'
import {
  arrive,
  expect,
  fill,
  named,
  open,
  press,
  shown,
  test,
} from '#test/firefox/support/browser.ts'
import { linkInMail } from '#test/firefox/support/outbox.ts'

describe('on a phone', () => {
  test.override('device', 'phone')

  test('a visitor makes a free account from a locked deal, confirms it and is back there with three deals open', async ({
    page,
    context,
  }) => {
    const email = 'free@people.test'
    await open(page, '/daily-deals')
    await page.locator('.edition .card h3 a').click()
    await arrive(page, /^\/deal\//)
    const deal = new URL(page.url()).pathname
    await page.locator('main a[href^="/sign-up"]').click()
    await arrive(page, /^\/sign-up\?next=/)
    await fill(page, 'Email', email)
    await fill(page, 'Password', 'short')
    await press(page, 'button', 'Make a free account')
    await expect.poll(() => shown(page, 'main')).toMatch(/Password must be at least 8 characters/)
    // The invalid field has the focus, and its error disappears once it is corrected.
    await page.keyboard.type('-tangerine-boots')
    await expect.poll(() => shown(page, 'main')).toMatch(/not one that is easy to guess/)
    await press(page, 'button', 'Make a free account')
    await named(page, 'heading', 'Check your inbox').wait()

    await open(page, await linkInMail(context, email, /\/confirm-email/))
    await press(page, 'button', 'Confirm my address')
    await expect.poll(() => new URL(page.url()).pathname).toBe(deal)
    await expect.poll(() => shown(page)).toMatch(/^Your free account is open$/m)
    await open(page, '/daily-deals')
    await named(page, 'heading', 'Open for you today').wait()
    expect(await page.$$('[aria-labelledby="open-today"] .card a[href^="/track"]')).toHaveLength(3)
  })
})
