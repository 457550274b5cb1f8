import type { Page } from '@playwright/test'
import { expect, open, signIn, test } from '#test/e2e/support/browser.ts'

/** Waits until prefetched scripts have arrived; each is recognised by a word in it. */
async function expectFetched(page: Page, words: string[]) {
  const fetched = () =>
    page.evaluate(async () => {
      const scripts = performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.js'))
      const texts = [...new Set(scripts)].map(async (script) => (await fetch(script)).text())
      return (await Promise.all(texts)).join()
    })
  for (const word of words) await expect.poll(fetched).toContain(word)
}

test('signing out without a network says so and keeps the page', async ({ page, context }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn(page, 'member@demo.test')
  await expectFetched(page, ['Error signing out', 'toast-title'])
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Error signing out', { exact: true })).toBeVisible()
  await expect(page.getByText('Please try again', { exact: true })).toBeVisible()
  await expect(page.locator('.edition .card')).toHaveCount(12)
})

test('signing in without a network says so and keeps what was typed', async ({ page, context }) => {
  await open(page, '/sign-in')
  await page.getByLabel('Email').fill('member@demo.test')
  await page.getByLabel('Password', { exact: true }).fill('demo-password-1')
  await expectFetched(page, ['Please enter a valid email address', 'toast-title'])
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('Error signing in').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('member@demo.test')
  // The error is about the network, not about the input.
  await expect(page.getByRole('main').getByRole('alert')).toContainText('No answer came')
})

test('a page that cannot be fetched says that the network is missing, and comes when it is back', async ({
  page,
  context,
}) => {
  await open(page, '/daily-deals')
  await context.setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Try again' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('what is one’s own and cannot be read says so and is read at the next try; it does not stay in outline', async ({
  page,
}) => {
  // The live connection retries by itself and would heal the page before the press.
  await page.routeWebSocket('**/ws?*', () => {})
  const main = page.getByRole('main')
  const failure = main.getByRole('heading', { name: 'We could not read your account' })
  const failOnce = async (
    call: RegExp,
    goThere: () => Promise<void>,
    place: string,
    heading: RegExp,
  ) => {
    await page.route(call, (route) =>
      route.fulfill({ status: 503, json: { error: 'x', code: 'x', requestId: 'x' } }),
    )
    await goThere()
    await expect(failure).toBeVisible()
    // The heading has the name of the link that leads there.
    await expect(main.locator('.caps')).toHaveText(place)
    await page.unroute(call)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByRole('heading', { name: heading }).first()).toBeVisible()
    await expect(failure).toBeHidden()
  }
  const press = (place: 'banner' | 'contentinfo' | 'main', name: RegExp) => () =>
    page.getByRole(place).getByRole('link', { name }).first().click()

  await signIn(page, 'year@demo.test')
  await failOnce(/api\/notices\?/, press('banner', /^Inbox/), 'Inbox', /^Inbox$/)
  await failOnce(
    /api\/guarantee$/,
    press('main', /^See your guarantee/),
    'Account',
    /^(You can|Your year)/,
  )
  await failOnce(
    /api\/savings\?/,
    press('contentinfo', /^Your savings/),
    'Your savings',
    /^(Your savings|Nothing)/,
  )
  await press('banner', /^For you/)()
  await failOnce(/for-you\/setup$/, press('main', /what you want$/), 'For you', /^What do you want/)
})

test('a list that is asked for without a network does not wait for one in silence', async ({
  page,
  context,
}) => {
  await signIn(page, 'member@demo.test')
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Saved/ })
    .click()
  const cheapest = page.getByRole('main').getByRole('link', { name: 'Lowest price' })
  await cheapest.click()
  await page.waitForURL('**/saved?sort=*')
  await expect(page.getByRole('main').locator('.card').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('main').getByRole('link', { name: 'Most off' }).click()
  await expect(page.getByRole('heading', { name: 'We could not read your account' })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').locator('.card').first()).toBeVisible()
})
