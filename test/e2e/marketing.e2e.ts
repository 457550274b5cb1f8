import type { Page } from '@playwright/test'
import {
  clockUntil,
  expect,
  expectAccessible,
  MOVING,
  open,
  openOnHeldClock,
  test,
} from '#test/e2e/support/browser.ts'

test.use(MOVING)

const PLAYER = 'https://www.youtube-nocookie.com/**'

/** Collects every request to another host. */
function outsideRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') asked.push(request.url())
  })
  return asked
}

test.describe('the front page', () => {
  test('the film’s host hears of nobody before somebody starts the film', async ({ page }) => {
    await page.route(PLAYER, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' }),
    )
    const asked = outsideRequests(page)
    await open(page, '/')
    await page.getByRole('button', { name: 'Play the film' }).scrollIntoViewIfNeeded()
    await expect(page.locator('iframe')).toHaveCount(0)
    expect(asked).toEqual([])

    await page.getByRole('button', { name: 'Play the film' }).press('Enter')
    const player = page.locator('iframe')
    await expect(player).toHaveAttribute('title', /film/)
    await expect(player).toBeFocused()
    await expect.poll(() => asked).toEqual([expect.stringContaining('/embed/')])
    await expectAccessible(page)
  })

  test('each carousel is moved with the keyboard and says where it is', async ({ page }) => {
    await open(page, '/')
    // The demo's deals that have not ended.
    const deals = (await (await page.request.get('/api/deals/preview')).json()) as unknown[]
    for (const [label, button, count] of [
      ['Deals from the feed', 'Next deals', deals.length],
      ['Brands in the feed', 'Next brands', 10],
      ['What members say', 'Next words', 3],
    ] as const) {
      const carousel = page.getByRole('region', { name: label })
      const next = carousel.getByRole('button', { name: button })
      await next.scrollIntoViewIfNeeded()
      await expect(next).toBeEnabled()
      await next.focus()
      await page.keyboard.press('Enter')
      await expect(carousel.getByText(`2 of ${count}`, { exact: true })).toBeAttached()
      await page.keyboard.press('ArrowRight')
      await expect(carousel.getByText(`3 of ${count}`, { exact: true })).toBeAttached()
      await page.keyboard.press('ArrowLeft')
      await expect(carousel.getByText(`2 of ${count}`, { exact: true })).toBeAttached()
      await expect(next).toBeFocused()
    }
  })

  test('a question opens with the keyboard', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('heading', { name: 'How it Works', exact: true })).toBeVisible()
    const answer = page.getByText('or $12 a month')
    await expect(answer).toBeHidden()
    await page.getByText('What does it cost?').focus()
    await page.keyboard.press('Enter')
    await expect(answer).toBeVisible()
  })

  test('the three reasons are there, and made-up words are marked as examples', async ({
    page,
  }) => {
    await open(page, '/')
    for (const name of [
      'We Curate the Best Designer Deals',
      'Members-Only Access',
      'Real Savings on Brands You Love',
    ]) {
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    }
    const quotes = page.getByRole('region', { name: 'What members say' }).locator('.quote')
    await expect(quotes).toHaveCount(6)
    await expect(quotes.getByText('Example', { exact: true })).toHaveCount(6)
  })

  test('its calls lead where they say', async ({ page }) => {
    for (const [name, address] of [
      ['Start your free trial', '/join-now'],
      ['See today’s deals', '/daily-deals'],
      ['See all of today’s deals', '/daily-deals'],
    ] as const) {
      await open(page, '/')
      for (const link of await page.getByRole('link', { name, exact: true }).all()) {
        await expect(link).toHaveAttribute('href', address)
      }
      await page.getByRole('link', { name, exact: true }).last().click()
      await page.waitForURL(`**${address}`)
    }
  })
})

for (const address of ['/get-access', '/start-saving']) {
  test(`${address}: its calls lead on, and the feed’s first pictures are fetched ahead`, async ({
    page,
  }) => {
    const first = await (await page.request.get('/api/deals?page=1&limit=12')).json()
    const [keys, later] = [first.deals.slice(0, 10), first.deals.slice(10)].map((deals) =>
      deals.map(({ dealCardImageUrl }: { dealCardImageUrl: string }) =>
        dealCardImageUrl.replace('.jpg', ''),
      ),
    )
    expect(later).toHaveLength(2)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await open(page, address)
    await expect
      .poll(() => keys.filter((key: string) => !asked.some((url) => url.includes(key))))
      .toEqual([])
    const others = later.filter((key: string) => !keys.includes(key))
    expect(others.filter((key: string) => asked.some((url) => url.includes(key)))).toEqual([])

    await page.getByRole('link', { name: "Check Out Today's Secret Designer Drops" }).click()
    await page.waitForURL('**/daily-deals')
    await open(page, address)
    await page
      .getByRole('link', { name: "See Today's Curated Deals Before They Disappear" })
      .click()
    await page.waitForURL('**/daily-deals')
    await open(page, address)
    await page.getByRole('link', { name: 'Start Your Free Trial', exact: true }).first().click()
    await page.waitForURL('**/join-now')
  })
}

test('the feed’s pictures are fetched ahead three quarters of a second after the page is there', async ({
  page,
}) => {
  let isAsked = false
  page.on('request', (request) => {
    isAsked ||= request.url().includes('/api/deals?page=1')
  })
  await openOnHeldClock(page, '/get-access')
  const waitedMs = await clockUntil(page, () => isAsked)
  expect(waitedMs).toBeGreaterThanOrEqual(700)
  expect(waitedMs).toBeLessThan(2000)
})

test('a picture that cannot be fetched ahead is nobody’s concern', async ({ page, complaints }) => {
  await page.route('**/api/deals?page=1**', (route) => route.abort())
  await open(page, '/get-access')
  await expect.poll(() => complaints.splice(0)).toEqual([expect.stringContaining('preload')])
  await expect(page.getByRole('link', { name: 'Start Your Free Trial' }).first()).toBeVisible()

  await page.getByRole('link', { name: "Check Out Today's Secret Designer Drops" }).click()
  await expect(page.getByRole('heading', { name: 'Failed to fetch deals' })).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('Failed to fetch deals')])

  await page.unroute('**/api/deals?page=1**')
  await open(page, '/terms')
  await page.route('**/api/deals/preview', (route) => route.abort())
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click()
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch deals')
  await expect(page.getByRole('heading', { name: 'How it Works' })).toBeVisible()
})

test.describe('the legal pages', () => {
  for (const [name, address] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms'],
  ] as const) {
    test(`${name} opens at its top from the foot of another page, and when it is come back to`, async ({
      page,
    }) => {
      await open(page, '/')
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await page.waitForURL(`**${address}`)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

      await page.evaluate(() => scrollTo(0, 1500))
      await page.getByRole('contentinfo').getByRole('link', { name: 'All deals' }).click()
      await page.waitForURL('**/daily-deals')
      await page.goBack()
      await page.waitForURL(`**${address}`)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    })
  }

  test('the table of contents leads to each part', async ({ page }) => {
    await open(page, '/terms')
    await page.getByRole('navigation', { name: 'On this page' }).getByText('How to leave').click()
    await expect(page).toHaveURL(/#leaving$/)
    await expect(page.getByRole('heading', { name: 'How to leave' })).toBeInViewport()
  })

  test('no line is longer than 70 characters', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const address of ['/privacy-policy', '/terms']) {
      await open(page, address)
      const longest = await page.locator('.legal-text p').evaluateAll((paragraphs) => {
        const lengths = paragraphs.map((paragraph) => {
          const range = document.createRange()
          range.selectNodeContents(paragraph)
          const tops = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)))
          return tops.size > 3 ? (paragraph.textContent?.length ?? 0) / tops.size : 0
        })
        return Math.max(...lengths)
      })
      expect(longest).toBeGreaterThan(40)
      expect(longest).toBeLessThanOrEqual(70)
    }
  })

  test('on paper only the text is left', async ({ page }) => {
    await open(page, '/terms')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('contentinfo')).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Guarantee and refunds' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('everything can be read, and questions open', async ({ page }) => {
    await page.goto('/')
    await page.getByText('What does it cost?').click()
    await expect(page.getByText('or $12 a month')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Play the film' })).toHaveAttribute('href', /embed/)
    await expect(page.locator('.quote').first()).toBeVisible()
    for (const [address, heading] of [
      ['/get-access', 'Read it before'],
      ['/start-saving', 'The same coat'],
      ['/privacy-policy', 'Privacy Policy'],
      ['/terms', 'Terms of Service'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
    }
  })
})
