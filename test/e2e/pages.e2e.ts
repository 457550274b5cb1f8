import {
  clockUntil,
  expect,
  expectAccessible,
  open,
  openOnHeldClock,
  signIn,
  test,
} from '#test/e2e/support/browser.ts'

test.describe('pages that lead nowhere', () => {
  test('an unknown address is the not-found page with its status', async ({ page }) => {
    const response = await page.goto('/nothing-here')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
  })

  test('a deal that is gone says so with its status', async ({ page }) => {
    const response = await open(page, '/deal/missing-deal')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Deal Not Found')).toBeVisible()
    // Both as rendered by the server and once hydrated.
    await expect(page).toHaveTitle(/^Deal Not Found/)
    await expect(
      page.getByText('Sorry, this deal could not be found or may have been removed.'),
    ).toBeVisible()
  })
})

test.describe('the way out', () => {
  test('without a deal it says what is missing', async ({ page }) => {
    await page.goto('/track')
    await expect(page.getByText('Error: Deal ID is missing')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Return to Homepage' })).toBeVisible()
  })

  test('a visitor cannot take it', async ({ page }) => {
    const { deals } = await (await page.request.get('/api/deals')).json()
    await page.goto(`/track?deal_id=${deals[0].id}&click_type=deal-card`)
    await expect(page.getByText('Error: Failed to load deal information')).toBeVisible()
  })

  test.describe('with answers that are not what they should be', () => {
    const wrong = [
      ['Invalid destination URL', '{"buyUrl":"javascript:alert(1)","domain":"x"}'],
      ['Invalid deal information', '{"id":"x"}'],
      ['An error occurred while processing your request', 'no JSON at all'],
    ] as const
    for (const [text, answer] of wrong) {
      test(text, async ({ page }) => {
        await page.route('**/api/track/deal/**', (route) => route.fulfill({ body: answer }))
        await page.goto('/track?deal_id=abcdefghijkl&click_type=deal-card')
        await expect(page.getByText(`Error: ${text}`)).toBeVisible()
      })
    }
  })

  test('the deal is asked for once, and the link is there before the two seconds are over', async ({
    page,
  }) => {
    await signIn(page, 'member@demo.test')
    const asked: string[] = []
    page.on(
      'request',
      (request) => request.url().includes('/api/track/deal/') && asked.push(request.url()),
    )
    // The shop is slow: until it answers, the page stays where it was.
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/sandbox/retailers?*', async (route) => {
      await held
      await route.continue()
    })
    const card = page
      .locator('.edition .card:not(.ended)')
      .filter({ has: page.locator('h3 a') })
      .nth(7)
    const retailer = ((await card.getByText(/^at /).textContent()) ?? '').replace('at ', '')
    expect(retailer).toMatch(/^[A-Z]/)
    await page.goto((await card.locator('h3 a').getAttribute('href')) ?? '')
    await page.getByRole('heading', { level: 1 }).getByRole('link', { name: retailer }).focus()
    await expect(page.getByText(/[a-z-]+\.example\. You buy there/)).toBeVisible()
    answer()
    await page.waitForURL('**/sandbox/retailers**')
    expect(asked).toHaveLength(1)

    // Coming back does not redirect again, and the wait can be turned off for the next time.
    await page.goBack()
    await expect(page.getByText('Welcome back')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`You were at ${retailer}`)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByText('Now taking you to')).toHaveCount(0)
    await expect(page.getByText('Taking too long?')).toHaveCount(0)
    await expect(page.getByRole('link', { name: `Go to ${retailer} again` })).toBeVisible()
    await expectAccessible(page, 'back from the shop')
    await page.getByLabel('Go straight there next time').check()
    await page.addInitScript(() => {
      const wait = window.setTimeout
      Object.assign(window, {
        setTimeout: (work: () => void, ms: number) => (ms === 2000 ? 0 : wait(work, ms)),
      })
    })
    await page.reload()
    await page.waitForURL('**/sandbox/retailers**')

    await page.goBack()
    await page.getByRole('link', { name: 'Back to the deals' }).click()
    await expect(page.locator('.edition .card').first()).toBeVisible()
  })
})

test('the way out leads to the shop two seconds after the link is there', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  const address = await page.locator('.edition .card:not(.ended) h3 a').nth(7).getAttribute('href')
  let hasLeft = false
  await page.route('**/sandbox/retailers?*', (route) => {
    hasLeft = true
    return route.fulfill({ contentType: 'text/html', body: '<title>The shop</title>' })
  })
  await openOnHeldClock(page, address ?? '')
  await expect(page.getByText('Now taking you to')).toBeVisible()
  const waitedMs = await clockUntil(page, () => hasLeft)
  expect(waitedMs).toBeGreaterThanOrEqual(1950)
  expect(waitedMs).toBeLessThan(4000)
})

test('only after a while is it asked whether it takes too long', async ({ page }) => {
  await signIn(page, 'member@demo.test')
  const address = await page.locator('.edition .card:not(.ended) h3 a').nth(7).getAttribute('href')
  // A shop that does not answer: the page stays.
  await page.route('**/sandbox/retailers?*', (route) => route.abort('aborted'))
  await openOnHeldClock(page, address ?? '')
  await expect(page.getByText('Now taking you to')).toBeVisible()
  const button = page.getByRole('button', { name: 'Taking too long? Click here' })
  const waitedMs = await clockUntil(page, () => button.isVisible())
  expect(waitedMs).toBeGreaterThanOrEqual(4900)
  expect(waitedMs).toBeLessThan(8000)
})

test.describe('signing in', () => {
  test('a wrong password is said in a toast and beside the form, and the form stays', async ({
    page,
  }) => {
    await open(page, '/sign-in')
    await page.getByLabel('Email').fill('Nobody@Demo.Test')
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    let wasBusy = false
    await page.route('**/api/login', async (route) => {
      wasBusy = await page.getByRole('button', { name: 'Signing in...' }).isDisabled()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Error signing in').first()).toBeVisible()
    await expect(page.getByText('Invalid email or password').first()).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('nobody@demo.test')
    expect(wasBusy).toBe(true)
  })

  test('what is missing is said at the field', async ({ page }) => {
    await open(page, '/sign-in')
    await page.getByLabel('Email').fill('not-an-address')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
    // Only one error is shown at a time.
    await expect(page.getByText('Password is required')).toHaveCount(0)
    await page.getByLabel('Email').fill('nobody@demo.test')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Password is required').first()).toBeVisible()
  })

  test('someone signed in is taken from the landing page to the deals', async ({ page }) => {
    await signIn(page, 'free@demo.test')
    await page.goto('/')
    await expect(page).toHaveURL(/\/daily-deals$/)
  })
})

test('a card whose pictures all fail says so', async ({ page }) => {
  await page.route('**/ndc-images/**', (route) => route.abort())
  await page.goto('/daily-deals')
  await expect(page.getByText('Image unavailable').first()).toBeVisible()
})

test('that a picture is missing has room in the smallest of them', async ({ page }) => {
  await page.route('**/ndc-images/**', (route) => route.abort())
  // A shop that does not answer: the page stays.
  await page.route('**/sandbox/retailers?*', (route) => route.abort('aborted'))
  await signIn(page, 'member@demo.test')
  await page.setViewportSize({ width: 375, height: 800 })
  const wayOut = await page.locator('.edition .card:not(.ended) h3 a').nth(7).getAttribute('href')
  for (const path of ['/savings', wayOut ?? '']) {
    await open(page, path)
    const words = page.locator('.pic-none', { hasText: 'Image unavailable' })
    await expect(words.first()).toBeVisible()
    const beyond = await words.evaluateAll((all) =>
      all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    )
    expect(new Set(beyond), path).toEqual(new Set([0]))
  }
})

test('the mobile menu opens, holds the focus and closes with Escape', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 800 })
  await open(page, '/daily-deals')
  await page.getByRole('button', { name: /menu/i }).first().click()
  const menu = page.getByRole('dialog')
  for (const name of ['All deals', 'Sign in', 'Subscribe', /^support@/]) {
    await expect(menu.getByRole('link', { name })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})
