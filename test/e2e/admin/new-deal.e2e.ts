import type { Route } from '@playwright/test'
import {
  dropLink,
  hand,
  newLink,
  openBackOffice,
  openForm,
  paste,
  picture,
} from '#test/e2e/support/admin-deal-forms.ts'
import { publishAnyway } from '#test/e2e/support/back-office.ts'
import { expect, expectAccessible, reload } from '#test/e2e/support/browser.ts'
import { test } from '#test/e2e/support/own-server.ts'
import { twoBars } from '#test/pictures/sample-pictures.ts'

/** Backgrounds that the eye can hardly tell apart. */
const ALIKE = [200, 201, 202]

/** Creates the deal and loses the response. */
async function loseAnswer(route: Route) {
  await route.fetch()
  await route.fulfill({ status: 500, body: '' })
}

test('a deal is made from a pasted link and dropped pictures', async ({ context, server }) => {
  const page = await openBackOffice(context, server, 'Ada')
  await page.setViewportSize({ width: 1440, height: 900 })
  const tokens: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/csrf-token')) tokens.push(request.url())
  })
  const panel = await openForm(page)
  const brand = 'Aldergrove & Finch'
  const link = newLink('coat', 'shop-of-coats.example')
  await paste(page, link)
  await expect(panel.getByText('New shop: shop-of-coats.example')).toBeVisible()

  await panel.getByLabel('Brand name').fill(brand)
  await expect(panel.getByText('New brand')).toBeVisible()
  await panel.getByLabel('Product name').fill('Double wool coat')
  await panel.getByLabel('Original price').fill('$1,290')
  await expect(panel.getByRole('status').filter({ hasText: 'Price not available' })).toBeVisible()
  await panel.getByLabel('Sale price').fill('1300')
  await expect(panel.getByText('The sale price is above the original price.')).toBeVisible()
  await panel.getByLabel('Sale price').fill('774')
  await expect(panel.getByText('40.0% off').first()).toBeVisible()

  await hand(panel.getByLabel('Product name'), 'drop', ['wool-coat-1', 'belt-1'])
  await hand(panel.getByLabel('Product name'), 'paste', ['tote-1'])
  await expect(panel.getByText('3 of 6')).toBeVisible()
  const asked = page.waitForRequest('**/api/admin/pictures')
  await dropLink(panel.getByLabel('Product name'), 'https://shop-of-coats.example/coat.jpg')
  expect((await asked).postData()).toContain('https://shop-of-coats.example/coat.jpg')
  await panel.getByRole('button', { name: /^(Remove|Cancel): Picture 4/ }).click()
  await expect(panel.getByText('3 of 6')).toBeVisible()
  await panel.getByRole('button', { name: 'Make card picture: Picture 3' }).click()
  await expect(panel.getByRole('progressbar')).toHaveCount(0)
  // All pictures are uploaded at once by a browser without a token: it fetches one token for all of them.
  expect(tokens).toHaveLength(1)

  const card = panel.getByRole('tabpanel')
  await expect(card).toContainText('Double wool coat')
  await panel.getByRole('tab', { name: 'Visitor' }).click()
  await expect(card).toContainText('Members save $516.00')
  await expect(card).not.toContainText('Double wool coat')
  await panel.getByRole('tab', { name: 'Free user' }).click()
  await expect(card).not.toContainText('Double wool coat')
  await panel.getByLabel(/^Free preview/).check()
  await expect(card).toContainText('Double wool coat')
  await expect(card).toContainText('Open today')

  await panel.getByRole('button', { name: 'Create deal' }).click()
  await expect(
    panel.getByText(`Created: ${brand} Double wool coat, not published yet.`),
  ).toBeVisible()
  await expect(panel.getByLabel('Buy URL')).toBeFocused()
  await expect(panel.getByLabel('Buy URL')).toHaveValue('')
  await expect(panel.getByText('0 of 6')).toBeVisible()

  // The same piece again, with the link as an advertisement has it.
  await paste(page, `${link.replace('www.', '')}/?utm_source=letter`)
  const duplicate = panel.getByRole('alert')
  await expect(duplicate).toContainText('This link is already in the club.')
  await expect(duplicate).toContainText(`Double wool coat, $774.00`)
  await expect(duplicate).toContainText('Not published · entered')
  await duplicate.getByRole('button', { name: 'Edit that one' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Deal' })
  await expect(dialog.getByLabel('Sale price')).toHaveValue('774.00')
  await expect(dialog.getByText('3 of 6')).toBeVisible()
})
test('many deals in a row need no mouse, and the last can be taken back', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  const panel = await openForm(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel.getByText('Buy URL is required')).toBeVisible()
  await expect(panel.getByLabel('Buy URL')).toBeFocused()

  for (const name of ['Silk scarf', 'Suede boots', 'Calf belt']) {
    await page.keyboard.insertText(newLink('piece'))
    await page.keyboard.press('Tab')
    await page.keyboard.type('Osk', { delay: 20 })
    if (name === 'Silk scarf') await page.keyboard.type('elund')
    else await page.keyboard.press('ArrowDown')
    if (name !== 'Silk scarf') await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(name)
    // A single Enter does not submit an incomplete form.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('300')
    await page.keyboard.press('Tab')
    await page.keyboard.type('150')
    await page.keyboard.press(name === 'Calf belt' ? 'Control+Shift+Enter' : 'Control+Enter')
    if (name === 'Calf belt') await publishAnyway(page)
    await expect(panel.getByText(`Created: Oskelund ${name}`)).toBeVisible()
    await expect(panel.getByLabel('Buy URL')).toBeFocused()
  }
  await expect(panel.getByText('published. 3 deals since you opened this page.')).toBeVisible()
  await panel.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(panel.getByText('Taken back: Oskelund Calf belt.')).toBeVisible()
  await panel.getByRole('button', { name: 'Bring it back' }).press('Enter')
  await expect(panel.getByText('Created: Oskelund Calf belt')).toBeVisible()
  await expect(panel.getByText('3 deals since you opened this page.')).toBeVisible()

  // Its status in the list is shown here too.
  const row = page.getByRole('row').filter({ hasText: 'Calf belt' })
  await expect(row).toContainText('50.0% off')
  for (const said of ['not published yet', 'published']) {
    await row.getByRole('switch', { name: 'Published: ' }).click()
    if (said === 'published') await publishAnyway(page)
    await expect(panel.getByText(`Created: Oskelund Calf belt, ${said}.`)).toBeVisible()
  }
})

test('what was typed is there again after a reload and after the back office was locked', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  const panel = await openForm(page)
  await paste(page, newLink('gown'))
  await panel.getByLabel('Product name').fill('Evening gown')
  await hand(panel.getByLabel('Product name'), 'paste', ['gown-1'])
  await expect(panel.getByRole('progressbar')).toHaveCount(0)
  await reload(page)
  await expect(panel.getByLabel('Product name')).toHaveValue('Evening gown')
  await expect(panel.getByText('1 of 6')).toBeVisible()
  const create = panel.getByRole('button', { name: 'Create deal' })
  await page.route('**/api/deals', loseAnswer, { times: 1 })
  await create.click()
  await expect(panel.getByText('Failed to create deal')).toBeVisible()
  await reload(page)
  await expect(panel.getByLabel('Product name')).toHaveValue('Evening gown')

  await server.db.deleteFrom('adminSessions').execute()
  // The first call that is refused shows the gate, which may be before the press.
  const gate = page.getByRole('dialog', { name: 'Admin Login' })
  await create.click({ timeout: 5000 }).catch(() => {})
  await expect(gate).toBeVisible()
  await gate.getByLabel('Password', { exact: true }).fill('the-back-office-1')
  await gate.getByRole('button', { name: 'Enter' }).click()
  await expect(panel.getByLabel('Product name')).toHaveValue('Evening gown')
  await create.click()
  // The deal that the form created without receiving the response is the same one.
  await expect(panel.getByText('Created: Evening gown, not published yet.')).toBeVisible()
})

test('pictures go up one by one: one that fails is tried again, and all find their places', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  const panel = await openForm(page)
  const tiles = panel.getByRole('listitem')
  let isDown = true
  await page.route('**/api/admin/pictures', (route) => (isDown ? route.abort() : route.continue()))
  await hand(panel.getByLabel('Product name'), 'drop', ['loafer-1'])
  await expect(tiles.first()).toContainText('The connection to the server broke off.')
  await panel.getByLabel('Buy URL').fill(newLink('loafer'))
  await panel.getByRole('button', { name: 'Create deal' }).click()
  await expect(panel.getByText('A picture could not be used.')).toBeVisible()
  isDown = false
  await tiles.first().getByRole('button', { name: 'Try again' }).click()
  await expect(tiles.first().locator('img')).toBeVisible()

  const pictures = ['loafer-2', 'loafer-3', 'loafer-1'].map((name) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: picture(name),
  }))
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('More shoes') }
  await panel.getByLabel('Pictures', { exact: true }).setInputFiles([...pictures, notes])
  await expect(panel.getByText('That picture is there already.')).toBeVisible()
  const refused = tiles.filter({ hasText: 'Only JPEG, PNG and WebP pictures can be used.' })
  await refused.getByRole('button', { name: /^Remove/ }).click()
  await expect(panel.getByRole('button', { name: 'Choose pictures' })).toBeFocused()
  await expect(tiles.locator('img')).toHaveCount(3)

  const source = (place: number) => tiles.nth(place).locator('img').getAttribute('src')
  const before = [await source(0), await source(1), await source(2)]
  // By keyboard: picked up, moved, dropped.
  await tiles.first().getByRole('button', { name: /move$/ }).focus()
  for (const [key, said] of [
    ['Space', 'It is over place 1 of 3.'],
    ['ArrowRight', 'It is over place 2 of 3.'],
    ['Space', 'The picture is now at place 2 of 3.'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(panel.getByText(said)).toHaveCount(1)
    // The dragged tile handles the next key after a timer; a timer that is set later fires later.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await expect(tiles.first().locator('img')).toHaveAttribute('src', before[1] ?? '')
  // By mouse: the last tile is dragged to the first place.
  await tiles.nth(2).locator('img').hover()
  await page.mouse.down()
  await tiles.nth(0).locator('img').hover()
  await tiles
    .nth(0)
    .locator('img')
    .hover({ position: { x: 10, y: 20 } })
  await page.mouse.up()
  await expect(tiles.first().locator('img')).toHaveAttribute('src', before[2] ?? '')
  await expectAccessible(page)
  await page.route('**/api/deals', loseAnswer, { times: 1 })
  await panel.getByRole('button', { name: 'Create deal' }).click()
  const told = page.locator('.toast[data-tone=error][data-state=open]')
  await expect(told).toContainText('Error creating deal')
  await expect(told).toContainText('Failed to create deal')
  await panel.getByRole('button', { name: 'Create deal' }).click()
  await expect(panel.getByText(/^Created: /)).toBeVisible()
  // It disappears with its cause, not after a timeout.
  expect(await told.count()).toBe(0)

  // Similar pictures are kept or removed, as the administrator decides.
  const alike = await Promise.all(
    ALIKE.map(async (shade) => ({
      name: `bars-${shade}.png`,
      mimeType: 'image/png',
      buffer: await twoBars(shade).png().toBuffer(),
    })),
  )
  await panel.getByLabel('Pictures', { exact: true }).setInputFiles(alike)
  const same = panel.getByText(/^Looks the same as /)
  await expect(same).toHaveCount(2)
  await panel.getByRole('button', { name: 'Keep both' }).first().click()
  await expect(same).toHaveCount(1)
  await panel.getByRole('button', { name: 'Remove this one' }).click()
  await expect(tiles).toHaveCount(2)
  await expect(same).toHaveCount(0)
})
