import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  open,
  test as withoutTags,
} from '#test/e2e/support/browser.ts'
import {
  answers,
  banner,
  entries,
  focusedUnderBanner,
  grant,
  hasDataLayer,
  kept,
  settled,
  test,
} from '#test/e2e/support/measured-server.ts'

withoutTags('nothing is asked, loaded or noted where nothing is configured', async ({ page }) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await open(page, '/?fbclid=IwAR0-abc')
  await settled(page)
  await expect(page).toHaveURL('/')
  expect(urls.filter((url) => /consent|track-|Measured/.test(url))).toEqual([])
  expect(await hasDataLayer(page)).toBe(false)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Privacy choices' })).toHaveCount(0)
  expect(await kept(page.context())).toEqual([])
})

test('who declines, by keyboard on a small screen, is never measured', async ({
  page,
  context,
  outside,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/terms?fbclid=IwAR0-abc')
  await expect(banner(page)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScrolling(page)
  const [yes, no] = await answers(page)
  for (const side of ['y', 'width', 'height'] as const) {
    expect(yes?.[side]).toBeCloseTo(no?.[side] ?? 0, 1)
  }

  // Tab reaches the skip link, the banner's three controls, then the page, never hidden behind it.
  await page.keyboard.press('Tab')
  for (const name of ['What exactly', 'Accept', 'Decline']) {
    await page.keyboard.press('Tab')
    await expect(banner(page).getByText(name, { exact: true })).toBeFocused()
  }
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Tab')
    expect(await focusedUnderBanner(page)).toBeUndefined()
  }
  await page.getByRole('link', { name: 'Terms of Service' }).focus()
  expect(await focusedUnderBanner(page)).toBeUndefined()

  await page.route('**/api/consent', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(banner(page).getByRole('alert')).toContainText('Your choice could not be kept.')
  await page.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await open(page, '/join-now')
  await page.getByRole('link', { name: 'Privacy choices' }).click()
  await expect(page.getByText('You have declined.')).toBeVisible()
  await expectNoSidewaysScrolling(page)
  await expect(banner(page)).toHaveCount(0)

  expect(outside).toEqual([])
  expect(await hasDataLayer(page)).toBe(false)
  expect(await kept(context)).toEqual(['consent=denied'])
})

test('taking it back ends it in every tab and leaves nothing behind', async ({
  page,
  context,
  server,
}) => {
  await grant(context, server.url)
  const second = await context.newPage()
  await open(second, '/terms')
  const typing = await context.newPage()
  await open(typing, '/sign-in')
  await typing.getByLabel('Email').fill('half@typed.test')
  await open(page, '/')
  await expect.poll(() => entries(second, 'PageView')).toHaveLength(1)
  await page.getByRole('link', { name: 'Privacy choices' }).click()
  const answer = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(answer('Accept')).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(async () => (await kept(context)).map((cookie) => cookie.split('=')[0]))
    .toEqual(['_fbp', '_ga', '_ga_TEST1', 'consent'])
  await expectAccessible(page)
  const reloading = second.waitForEvent('load')
  await answer('Decline').click()
  await reloading
  await expect(
    page.getByText('Nothing is measured for marketing any more', { exact: true }),
  ).toBeVisible()
  await expect(answer('Decline')).toHaveAttribute('aria-pressed', 'true')
  // The reader stays where they answered, and no tab loses a half-typed form.
  await expect(page.locator('#consent-choice')).toBeFocused()
  await expect(page.locator('#consent-choice')).toBeInViewport()
  await expect(typing.getByLabel('Email')).toHaveValue('half@typed.test')
  for (const each of [page, second]) {
    await expect.poll(() => hasDataLayer(each)).toBe(false)
  }
  expect(await kept(context)).toEqual(['consent=denied'])
})

test('Global Privacy Control is an answer, and the page says so', async ({
  page,
  context,
  server,
  outside,
}) => {
  // An earlier consent does not override the signal.
  await grant(context, server.url)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await open(page, '/privacy-policy#your-choices')
  await expect(
    page.getByText('Your browser sends Global Privacy Control. We honour it'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0)
  await expectAccessible(page)

  // A signal that only the server can see counts as well.
  const other = await context.newPage()
  await other.setExtraHTTPHeaders({ 'sec-gpc': '1' })
  const asked = other.waitForResponse('**/api/consent')
  await open(other, '/')
  await asked
  await settled(other)
  for (const each of [page, other]) {
    await expect(banner(each)).toHaveCount(0)
    expect(await hasDataLayer(each)).toBe(false)
  }
  expect(outside).toEqual([])
})
