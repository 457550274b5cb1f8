import type { Page } from '@playwright/test'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { expectGood, expectRoomForLargeText } from '#test/e2e/support/accessible.ts'
import { publishAnyway, signInAsAdmin, test } from '#test/e2e/support/back-office.ts'
import { expect, open } from '#test/e2e/support/browser.ts'
import { createDeal } from '#test/support/factories.ts'

const NAMES = ['Pale coat', 'Red scarf', 'Low boots']
const tiles = (page: Page) => page.locator('[data-tile]')
const order = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((each) => each.querySelector('.tile-name')?.textContent))

test('a day of another year says which, and one that cannot be read leads back', async ({
  page,
  server,
  context,
}) => {
  await signInAsAdmin(server, context, 'Ines')
  const year = Number(businessDay(server.ctx.now()).slice(0, 4))
  await open(page, `/admin/editions/${year}-12-31`)
  await expect(page.getByRole('heading', { name: /, December 31$/ })).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`January 1, ${year + 1}`) }).click()
  await expect(page.getByRole('heading', { name: `January 1, ${year + 1}` })).toBeVisible()
  await open(page, '/admin/editions/9999-12-31')
  await page.getByRole('link', { name: 'All editions' }).click()
  await expect(page.getByRole('heading', { name: 'Editions' })).toBeVisible()
})

test('the board is worked on by keys alone: what goes away takes the keyboard nowhere', async ({
  page,
  server,
  context,
}) => {
  for (const productName of [...NAMES, 'Grey cape']) {
    const gap = productName === 'Grey cape' ? {} : { category: 'boots' }
    await createDeal(server.ctx, {
      ...{ productName, brandName: 'Maison Touche', isPublished: false, ...gap },
    })
  }
  await signInAsAdmin(server, context, 'Ines')
  await open(page, `/admin/editions/${addDays(businessDay(server.ctx.now()), 3)}`)
  const { keyboard } = page
  const focused = page.locator(':focus')
  /** Tabs on until it has the focus, as a keyboard user does. */
  async function tabTo(name: RegExp) {
    for (let presses = 0; presses < 80; presses += 1) {
      await keyboard.press('Tab')
      // Past the last element of the page, the browser's own controls have the focus.
      const text = await page.evaluate(() => {
        const each = document.activeElement
        return each === document.body ? '' : (each?.ariaLabel ?? each?.textContent ?? '')
      })
      if (name.test(text)) return
    }
    throw new Error(`no Tab leads to ${name}`)
  }
  await tabTo(/^Search the drafts$/)
  await keyboard.type('touche')
  await expect(page.getByText('4 drafts found')).toBeAttached()
  const said = page.locator('[data-said]')

  // One draft after the other, without moving back to the list.
  await tabTo(/^Into the edition: Maison Touche Pale coat$/)
  await keyboard.press('Enter')
  await expect(said).toHaveText('1 deal put into the edition.')
  await expect(focused).toHaveAttribute('aria-label', /^Into the edition: Maison Touche/)
  await keyboard.press('Shift+Tab')
  for (let back = 0; back < 8; back += 1) {
    if (/^Put these/.test((await focused.textContent()) ?? '')) break
    await keyboard.press('Shift+Tab')
  }
  // While the board reloads, it accepts no press.
  await expect(focused).not.toHaveAttribute('aria-disabled', 'true')
  await keyboard.press('Enter')
  await expect(tiles(page)).toHaveCount(4)
  await expect(said).toBeFocused()

  // After two removals the focus is on the next tile; after the last one it is on the message.
  await tabTo(/Maison Touche/)
  await keyboard.press('e')
  await expect(page.getByRole('dialog').getByLabel('Buy URL')).toBeFocused()
  await keyboard.press('Escape')
  await expect(focused).toHaveAttribute('data-tile', /./)
  for (const count of [3, 2]) {
    await keyboard.press('Delete')
    await expect(tiles(page)).toHaveCount(count)
    await expect(focused).toHaveAttribute('data-tile', /./)
  }
  await keyboard.press('Space')
  await tabTo(/^Choose none$/)
  await keyboard.press('Enter')
  await expect(focused).toHaveAttribute('data-tile', /./)
  await keyboard.press('Delete')
  await expect(tiles(page)).toHaveCount(1)
  await keyboard.press('Delete')
  await expect(tiles(page)).toHaveCount(0)
  await expect(said).toBeFocused()

  // A missing field is asked for in the form that sets it.
  const into = page.getByRole('button', { name: 'Into the edition: Maison Touche Grey cape' })
  await expect(into).not.toHaveAttribute('aria-disabled', 'true')
  await into.press('Enter')
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: /^No category/ }).focus()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await page.getByRole('button', { name: 'Choose one: Maison Touche Grey cape' }).press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Category', { exact: true })).toBeFocused()
})

test('tomorrow is planned by keyboard, goes out at seven, and minds are changed', async ({
  page,
  server,
  context,
}) => {
  for (const productName of NAMES) {
    await createDeal(server.ctx, {
      ...{ productName, brandName: 'Maison Demain', isPublished: false, category: 'boots' },
    })
  }
  await signInAsAdmin(server, context, 'Ines')
  const tomorrow = addDays(businessDay(server.ctx.now()), 1)
  await open(page, '/admin/editions')
  await expectGood(page, 'calendar of editions')
  await page.getByRole('link', { name: /^Tomorrow/ }).click()
  await expect(page.getByText('Nothing is in this edition yet.')).toBeVisible()

  // Added to the edition by keyboard alone.
  await page.getByRole('searchbox', { name: 'Search the drafts' }).fill('demain')
  await expect(page.getByText('3 drafts found')).toBeAttached()
  for (const name of NAMES) {
    const into = page.getByRole('button', { name: `Into the edition: Maison Demain ${name}` })
    // Keys are ignored while the previous deal is being added.
    await expect(into).toBeEnabled()
    await into.press('Enter')
    await expect(tiles(page).filter({ hasText: name })).toBeVisible()
  }
  expect(await order(page)).toEqual(NAMES)
  const said = page.locator('[data-said]')
  await expect(said).toHaveText('1 deal put into the edition.')
  await expect(page.getByText('3 of 30', { exact: true })).toBeVisible()
  const other = await context.newPage()
  await open(other, `/admin/editions/${tomorrow}`)

  await tiles(page).first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Home')
  await expect(said).toHaveText('Maison Demain Low boots: now 1 of 3.')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(said).toHaveText('Maison Demain Low boots: now 2 of 3.')
  await expect(tiles(page).nth(1)).toBeFocused()
  const planned = ['Pale coat', 'Low boots', 'Red scarf']
  expect(await order(page)).toEqual(planned)
  // Another administrator with the same board open sees it.
  await expect.poll(() => order(other)).toEqual(planned)
  // After a failed move the tile is back in its place.
  await page.route('**/moves', (route) => route.abort('connectionreset'), { times: 1 })
  await page.keyboard.press('Alt+Home')
  await expect(page.locator('.toast')).toContainText('Not moved')
  await expect.poll(() => order(page)).toEqual(planned)

  await page.getByRole('button', { name: 'Publish at 7:00' }).press('Enter')
  await publishAnyway(page)
  await expect(said).toHaveText('3 deals will go out at 7:00.')
  await expect(page.getByRole('heading', { name: '7:00 · 3 deals' })).toBeVisible()
  // One gets a minute of its own, then a change of mind.
  await tiles(page).nth(2).press('Space')
  const chosen = page.getByRole('toolbar', { name: 'What is chosen' })
  for (const [way, place] of [
    ['Move to top', 1],
    ['Later', 2],
    ['Later', 3],
    ['Earlier', 2],
    ['Later', 3],
  ] as const) {
    await chosen.getByRole('button', { name: way }).click()
    await expect(said).toHaveText(`Maison Demain Red scarf: now ${place} of 3.`)
  }
  await chosen.getByLabel('Time in Toronto').fill('12:30')
  await chosen.getByRole('button', { name: 'Publish at 12:30' }).click()
  await expect(page.getByRole('heading', { name: '12:30 · 1 deal' })).toBeVisible()
  expect(await order(page)).toEqual(['Red scarf', 'Pale coat', 'Low boots'])
  await expectGood(page, 'edition board')
  await expectRoomForLargeText(page, 'edition board')
  // The other button withdraws everything that has not gone out yet, whatever its time.
  const asked: string[][] = []
  await page.route('**/unschedule', (route) => {
    asked.push(route.request().postDataJSON().ids)
    return route.fulfill({ json: { changed: [], left: [] } })
  })
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect.poll(() => asked.map((ids) => ids.length)).toEqual([3])
  await page.unrouteAll()
  await expect(chosen.getByRole('button', { name: 'Take back' })).toBeEnabled()
  await chosen.getByRole('button', { name: 'Take back' }).click()
  await expect(
    page.getByRole('heading', { name: '7:00 · 3 deals, 1 draft among them' }),
  ).toBeVisible()

  // By mouse: the last tile is dragged to the first place.
  await page.getByRole('button', { name: 'Choose none' }).click()
  await tiles(page).nth(2).hover()
  // Once a tile is held, the others make room for it.
  const first = await tiles(page).first().boundingBox()
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 40, (first?.y ?? 0) + 60, { steps: 10 })
  // The drop target is drawn a moment after the pointer has arrived.
  await expect(page.locator('.tile').first()).not.toHaveCSS('transform', 'none')
  await page.mouse.up()
  await expect(said).toHaveText('Maison Demain Red scarf: now 1 of 3.')
  await expect.poll(() => order(other)).toEqual(['Red scarf', 'Pale coat', 'Low boots'])

  // The preview shows the real pages in a frame in which nothing can be pressed.
  await page.getByRole('link', { name: 'Visitor', exact: true }).click()
  const seen = page.frameLocator('iframe')
  await page.getByRole('link', { name: 'Edition page' }).click()
  await expect(seen.getByText('Maison Demain').first()).toBeVisible()
  await expect(seen.getByText('Red scarf')).toHaveCount(0)
  await expectGood(page, 'an edition as a visitor will see it')
  await page.getByRole('link', { name: 'Member', exact: true }).click()
  await expect(seen.getByText('Red scarf').first()).toBeVisible()
  await seen
    .getByRole('link', { name: /Red scarf/ })
    .first()
    .click()
  await expect(seen.getByRole('heading', { name: /Red scarf/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(tiles(page)).toHaveCount(3)
})

test('who is asked leaves out what is warned of, and the others go out', async ({
  page,
  server,
  context,
}) => {
  for (const [productName, salePriceCents] of [
    ['Plain belt', 40_000],
    ['Dear belt', 99_000],
    ['Thin belt', 40_000],
  ] as const) {
    await createDeal(server.ctx, {
      ...{ productName, salePriceCents, brandName: 'Maison Restante', isPublished: false },
    })
  }
  await signInAsAdmin(server, context, 'Ines')
  await open(page, `/admin/editions/${addDays(businessDay(server.ctx.now()), 2)}`)
  await page.getByRole('searchbox', { name: 'Search the drafts' }).fill('restante')
  await page.getByRole('button', { name: 'Put these 3 in' }).click()
  await expect(tiles(page)).toHaveCount(3)
  // In the night when the clocks go back, the form asks which of the two times is meant; deals that stay behind
  // are named.
  const [id = ''] = await tiles(page).evaluateAll((all) =>
    all.map((each) => each.getAttribute('data-tile') ?? ''),
  )
  const whiches: unknown[] = []
  await page.route('**/schedule', (route) => {
    const { which } = route.request().postDataJSON()
    whiches.push(which)
    return which
      ? route.fulfill({ json: { changed: [], left: [{ id, reason: 'Too dear.' }], at: null } })
      : route.fulfill({ status: 409, json: { error: 'It comes twice.', code: 'time-twice' } })
  })
  await page.getByRole('button', { name: 'Publish at 7:00' }).click()
  await page.getByRole('button', { name: 'The second' }).click()
  await expect(page.getByText(/^Maison Restante .* belt: Too dear\.$/)).toBeVisible()
  expect(whiches).toEqual([undefined, 'second'])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Publish at 7:00' }).click()
  const asked = page.getByRole('dialog', { name: 'Before this goes out' })
  await asked.getByRole('button', { name: /^Leave it out/ }).click()
  await expect(asked.getByText('Dear belt')).toHaveCount(0)
  await expect(asked.getByText('Plain belt').first()).toBeAttached()
  await publishAnyway(page)
  await expect(page.locator('[data-said]')).toHaveText('2 deals will go out at 7:00.')
  await expect(page.getByRole('heading', { name: /^7:00 · 3 deals, 1 draft/ })).toBeVisible()
})
