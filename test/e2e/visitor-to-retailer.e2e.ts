import { expect, expectAccessible, MOVING, open, signIn, test } from '#test/e2e/support/browser.ts'

test.use(MOVING)

test('a visitor meets a locked deal, signs in as a member, reads names and follows one to its shop', async ({
  page,
  context,
}) => {
  // Each page of the feed is requested once, and the next one is prefetched.
  const asked: number[] = []
  page.on('request', (request) => {
    const [, number] = /\/api\/deals\?page=(\d+)&limit=12$/.exec(request.url()) ?? []
    if (number) asked.push(Number(number))
  })
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /deals/i }).first().click()
  await page.waitForURL('**/daily-deals')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /\d+ Retailers\.\s*One Curated Feed\.\s*(All \d+-\d+%|Up to \d+%) off\./,
  )

  const names = page.locator('.edition .card h3 a')
  await expect(names).toHaveCount(12)
  await expect.poll(() => asked).toEqual([1, 2])
  // The heading of a locked deal: its public description, and what joining is worth.
  await expect(names.first()).toHaveText(
    /^\S.* (Members save \$[\d,]+\.\d\d|Join to unlock this deal)$/,
  )
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(names).toHaveCount(24)
  await expect(page).toHaveURL(/page=2/)
  await expect.poll(() => asked).toEqual([1, 2, 3])

  const logged = page.waitForRequest('**/api/log-event')
  await names.nth(13).click()
  await page.waitForURL('**/deal/*')
  expect((await logged).postDataJSON()).toMatchObject({ eventType: 'locked-deal-click' })
  await expect(page.getByText('Unlock the Deal Feed')).toBeVisible()
  await expect(page.getByText('Join to unlock this deal').first()).toBeVisible()
  await page.goBack()
  await expect(names).toHaveCount(24)

  await signIn(page, 'member@demo.test')
  await expect(names.first()).not.toHaveText(/Members save|Join to unlock/)
  const name = ((await names.first().textContent()) ?? '').replace(' (opens in a new tab)', '')

  const opening = context.waitForEvent('page')
  await names.first().click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/track\?deal_id=.+&click_type=deal-card/)
  await expect(tab.getByText(/Now taking you to [A-Z]/)).toBeVisible()
  await tab.waitForURL('**/sandbox/retailers?to=**')
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(tab.getByText(/^\$[\d,]+\.\d\d/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/$/)
  await page.goto('/daily-deals')
  await expect(names.first()).toHaveText(/Members save|Join to unlock/)
})

test('a free user finds the day’s three free deals first, opens one, and no other', async ({
  page,
  context,
}) => {
  await signIn(page, 'free@demo.test')
  const free = page.getByRole('region', { name: 'Open for you today' })
  const open = free.locator('.card a[target=_blank]')
  await expect(open).toHaveCount(3)
  const opening = context.waitForEvent('page')
  await open.first().click()
  await (await opening).waitForURL('**/sandbox/retailers?to=**')

  const { deals } = await (await page.request.get('/api/deals?limit=12')).json()
  const locked = deals.find((deal: { isAccessible: boolean }) => !deal.isAccessible)
  const refused = await page.request.get(`/api/track/deal/${locked.id}`)
  expect(refused.status()).toBe(403)
})

test('the whole feed can be walked to its end', async ({ page, complaints }) => {
  const isNext = (url: URL) => url.searchParams.get('page') === '2'
  await page.route(isNext, (route) => route.abort())
  await open(page, '/daily-deals')
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect
    .poll(() => complaints.splice(0))
    .toEqual([expect.stringContaining('Could not load more deals')])
  const failure = page.getByText('More deals could not be loaded. Try again in a moment.')
  await expect(failure).toBeVisible()
  await expectAccessible(page, 'the feed that could not go on')
  await page.unroute(isNext)
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  await expect(failure).toBeHidden()
  await expect(page.getByText(/^Showing 24 of/)).toBeVisible()

  await open(page, '/daily-deals?page=33')
  await page.getByRole('button', { name: 'Show More Deals' }).click()
  // About four hundred cards take time on a busy machine.
  await expect(page.getByText(/^You've seen all \d+ deals$/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show earlier deals' })).toHaveCount(0)
  for (const [width, columns] of [
    [1440, 3],
    [768, 2],
    [375, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .locator('.cards')
      .last()
      .locator('.card')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(columns)
  }
})
