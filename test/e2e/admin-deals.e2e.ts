import { readFileSync } from 'node:fs'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { openAdmin } from '#test/admin.ts'
import { multipart } from '#test/multipart.ts'
import { expect, expectAccessible, open } from './browser.ts'
import { type OwnServer, test } from './own-server.ts'

const picture = (name: string) => readFileSync(`demo/pictures/${name}.jpg`)
let nextLink = 1
const newLink = (piece: string, shop = 'lindqvist.example') =>
  `https://www.${shop}/${piece}-${nextLink++}`

/** The desk, open for somebody of this name. */
async function openDesk(context: BrowserContext, server: OwnServer, name: string) {
  const { cookie } = await openAdmin(server, name)
  const value = /admin=([^;]+)/.exec(cookie)?.[1] ?? ''
  await context.addCookies([{ name: 'admin', value, url: server.url, sameSite: 'Strict' }])
  const page = await context.newPage()
  await open(page, `${server.url}/admin`)
  return page
}

async function openForm(page: Page): Promise<Locator> {
  const panel = page.locator('details', { hasText: 'Create New Deal' })
  await panel.getByText('Create New Deal').click()
  await expect(panel.getByLabel('Buy URL')).toBeFocused()
  return panel
}

/** As from the address bar of another tab. */
async function paste(page: Page, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}

type Handed = { name: string; type: string; bytes: string }

/** A picture file, as it is dropped on a form or pasted into it. */
async function hand(target: Locator, by: 'drop' | 'paste', names: string[]) {
  const files: Handed[] = names.map((name) => ({
    name: `${name}.jpg`,
    type: 'image/jpeg',
    bytes: picture(name).toString('base64'),
  }))
  await target.evaluate(
    (element, { by, files }) => {
      const transfer = new DataTransfer()
      for (const { name, type, bytes } of files) {
        const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([content], name, { type }))
      }
      const options = { bubbles: true, cancelable: true }
      const event =
        by === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      element.dispatchEvent(event)
    },
    { by, files },
  )
}

/** A deal that is there, entered as anybody would enter it. */
async function enterDeal(page: Page, facts: { link: string; brand: string; name: string }) {
  const created = await page.evaluate(async ({ link, brand, name }) => {
    const { csrfToken } = await (await fetch('/api/csrf-token')).json()
    const body = new FormData()
    const texts = { buyUrl: link, brandName: brand, productName: name, originalPrice: '900' }
    for (const [field, text] of Object.entries(texts)) body.set(field, text)
    const headers = { 'x-csrf-token': csrfToken }
    return (await fetch('/api/deals', { method: 'POST', headers, body })).json()
  }, facts)
  return created as { id: string }
}

async function openEditor(page: Page, name: string): Promise<Locator> {
  await page.reload()
  await page.getByText(name).first().waitFor()
  await page.getByRole('button', { name: new RegExp(`Edit.*${name}`) }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Deal' })
  await expect(dialog.getByLabel('Product name')).toHaveValue(name)
  return dialog
}

for (const width of [1440, 768]) {
  test(`a deal is made from a pasted link and dropped pictures at ${width} px`, async ({
    context,
    server,
  }) => {
    const page = await openDesk(context, server, 'Ada')
    await page.setViewportSize({ width, height: 900 })
    const panel = await openForm(page)
    const brand = `Aldergrove & Finch ${width}`
    const link = newLink('coat', `shop-of-${width}.example`)
    await paste(page, link)
    await expect(panel.getByText(`New shop: shop-of-${width}.example`)).toBeVisible()

    await panel.getByLabel('Brand name').fill(brand)
    await expect(panel.getByText('New brand')).toBeVisible()
    await panel.getByLabel('Product name').fill(`Double wool coat ${width}`)
    await panel.getByLabel('Original price').fill('$1,290')
    await expect(panel.getByRole('status').filter({ hasText: 'Price not available' })).toBeVisible()
    await panel.getByLabel('Sale price').fill('1300')
    await expect(panel.getByText('The sale price is above the original price.')).toBeVisible()
    await panel.getByLabel('Sale price').fill('774')
    await expect(panel.getByText('40.0% off').first()).toBeVisible()

    await hand(panel.getByLabel('Product name'), 'drop', ['wool-coat-1', 'belt-1'])
    await hand(panel.getByLabel('Product name'), 'paste', ['tote-1'])
    await expect(panel.getByText('3 of 6')).toBeVisible()
    await panel.getByRole('button', { name: 'Make card picture: Picture 3' }).click()
    await expect(panel.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 })

    const card = panel.getByRole('tabpanel')
    await expect(card).toContainText(`Double wool coat ${width}`)
    await panel.getByRole('tab', { name: 'Visitor' }).click()
    await expect(card).toContainText('Members save $516.00')
    await expect(card).not.toContainText('Double wool coat')
    await panel.getByRole('tab', { name: 'Free user' }).click()
    await expect(card).not.toContainText('Double wool coat')
    await panel.getByLabel(/^Free preview/).check()
    await expect(card).toContainText(`Double wool coat ${width}`)
    await expect(card).toContainText('Open today')

    await panel.getByRole('button', { name: 'Create deal' }).click()
    await expect(
      panel.getByText(`Created: ${brand} Double wool coat ${width}, not published yet.`),
    ).toBeVisible()
    await expect(panel.getByLabel('Buy URL')).toBeFocused()
    await expect(panel.getByLabel('Buy URL')).toHaveValue('')
    await expect(panel.getByText('0 of 6')).toBeVisible()

    // The same piece again, as an advertisement links to it.
    await paste(page, `${link.replace('www.', '')}/?utm_source=letter`)
    const duplicate = panel.getByRole('alert')
    await expect(duplicate).toContainText('This link is already in the club.')
    await expect(duplicate).toContainText(`Double wool coat ${width}, $774.00`)
    await expect(duplicate).toContainText('Not published · entered')
    await duplicate.getByRole('button', { name: 'Edit that one' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Deal' })
    await expect(dialog.getByLabel('Sale price')).toHaveValue('774.00')
    await expect(dialog.getByText('3 of 6')).toBeVisible()
  })
}

test('many deals in a row need no mouse, and the last can be taken back', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
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
    // A single Enter sends nothing half done.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('300')
    await page.keyboard.press('Tab')
    await page.keyboard.type('150')
    await page.keyboard.press(name === 'Calf belt' ? 'Control+Shift+Enter' : 'Control+Enter')
    await expect(panel.getByText(`Created: Oskelund ${name}`)).toBeVisible()
    await expect(panel.getByLabel('Buy URL')).toBeFocused()
  }
  await expect(panel.getByText('published. 3 deals since you opened this page.')).toBeVisible()
  await panel.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(panel.getByText('Taken back: Oskelund Calf belt.')).toBeVisible()
  await panel.getByRole('button', { name: 'Bring it back' }).press('Enter')
  await expect(panel.getByText('Created: Oskelund Calf belt')).toBeVisible()
})

test('what was typed is there again after a reload and after the back office was locked', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
  const panel = await openForm(page)
  await paste(page, newLink('gown'))
  await panel.getByLabel('Product name').fill('Evening gown')
  await hand(panel.getByLabel('Product name'), 'paste', ['gown-1'])
  await expect(panel.getByRole('progressbar')).toHaveCount(0, { timeout: 30_000 })
  await page.reload()
  await expect(panel.getByLabel('Product name')).toHaveValue('Evening gown')
  await expect(panel.getByText('1 of 6')).toBeVisible()

  await server.db.deleteFrom('adminSessions').execute()
  await panel.getByRole('button', { name: 'Create deal' }).click()
  const gate = page.getByRole('dialog', { name: 'Admin Login' })
  await gate.getByLabel('Password', { exact: true }).fill('the-back-office-1')
  await gate.getByRole('button', { name: 'Enter' }).click()
  await expect(panel.getByLabel('Product name')).toHaveValue('Evening gown')
  await panel.getByRole('button', { name: 'Create deal' }).click()
  await expect(panel.getByText('Created: Evening gown, not published yet.')).toBeVisible()
})

test('pictures go up one by one: one that fails is tried again, and all find their places', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
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
  await expect(tiles.first().locator('img')).toBeVisible({ timeout: 30_000 })

  const pictures = ['loafer-2', 'loafer-3', 'loafer-1'].map((name) => ({
    name: `${name}.jpg`,
    mimeType: 'image/jpeg',
    buffer: picture(name),
  }))
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('More shoes') }
  await panel.getByLabel('Pictures', { exact: true }).setInputFiles([...pictures, notes])
  await expect(panel.getByText('That picture is there already.')).toBeVisible({ timeout: 30_000 })
  const refused = tiles.filter({ hasText: 'Only JPEG, PNG and WebP pictures can be used.' })
  await refused.getByRole('button', { name: /^Remove/ }).click()
  await expect(panel.getByRole('button', { name: 'Choose pictures' })).toBeFocused()
  await expect(tiles.locator('img')).toHaveCount(3, { timeout: 30_000 })

  const source = (place: number) => tiles.nth(place).locator('img').getAttribute('src')
  const before = [await source(0), await source(1), await source(2)]
  // By keyboard: taken up, moved, put down.
  await tiles.first().getByRole('button', { name: /move$/ }).focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(300)
  }
  await expect(tiles.first().locator('img')).toHaveAttribute('src', before[1] ?? '')
  // By mouse: the last to the first place.
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
  await page.route('**/api/deals', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await panel.getByRole('button', { name: 'Create deal' }).click()
  const told = page.locator('.toast[data-tone=error][data-state=open]')
  await expect(told).toContainText('Error creating deal')
  await expect(told).toContainText('Failed to create deal')
  await panel.getByRole('button', { name: 'Create deal' }).click()
  await expect(panel.getByText(/^Created: /)).toBeVisible()
  // Gone with its reason, not with time.
  expect(await told.count()).toBe(0)
})

test('a deal is edited: its pictures change places and nothing else changes', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
  const deal = await enterDeal(page, { link: newLink('bag'), brand: 'Marrow', name: 'Hobo bag' })
  const dialog = await openEditor(page, 'Hobo bag')
  await hand(dialog.getByLabel('Product name'), 'drop', ['tote-2', 'tote-3'])
  // Pressed while they are on their way: it waits for them.
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Deal updated successfully', { exact: true })).toBeVisible({
    timeout: 30_000,
  })
  await expect(dialog).toBeHidden()

  const again = await openEditor(page, 'Hobo bag')
  const thumb = (place: number) => again.getByRole('listitem').nth(place).locator('img')
  const [card, other] = await Promise.all([0, 1].map((place) => thumb(place).getAttribute('src')))
  await again.getByRole('button', { name: 'Move right: Card picture' }).click()
  await expect(thumb(0)).toHaveAttribute('src', other ?? '')
  await expect(thumb(1)).toHaveAttribute('src', card ?? '')
  await again.getByLabel('Sale price').fill('450')
  await page.keyboard.press('Escape')
  await expect(again.getByText('Your changes are not saved.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(again.getByLabel('Sale price')).toBeFocused()
  await page.route('**/api/deals/*', (route) => route.fulfill({ status: 500, body: '' }), {
    times: 1,
  })
  await page.keyboard.press('ControlOrMeta+Enter')
  const told = page.locator('.toast[data-tone=error][data-state=open]').last()
  await expect(told).toContainText('Error updating deal')
  await expect(told).toContainText('Failed to update deal')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(again).toBeHidden()
  const stored = await page.evaluate(
    async (id) => (await fetch(`/api/admin/deals/${id}`)).json(),
    deal.id,
  )
  expect(stored).toMatchObject({
    productName: 'Hobo bag',
    originalPrice: 900,
    salePrice: 450,
    version: 3,
  })
  expect(stored.images).toHaveLength(1)
})

test('going back in the browser asks before it loses what was changed in a deal', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
  await enterDeal(page, { link: newLink('cape'), brand: 'Marrow', name: 'Cape' })
  await page.getByRole('link', { name: 'Imports' }).click()
  await expect(page).toHaveURL(/\/admin\/imports$/)
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
  const dialog = await openEditor(page, 'Cape')
  await dialog.getByLabel('Sale price').fill('450')

  const asked: string[] = []
  let isLeaving = false
  page.on('dialog', (question) => {
    asked.push(question.message())
    return isLeaving ? question.accept() : question.dismiss()
  })
  const goBack = () => page.evaluate(() => history.back())
  await goBack()
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toBe('Your changes to this deal are not saved. Leave all the same?')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(dialog.getByLabel('Sale price')).toHaveValue('450')

  isLeaving = true
  await goBack()
  await expect.poll(() => asked.length).toBe(2)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/imports$/)
  // Nothing is left to be lost.
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
  expect(asked).toHaveLength(2)
})

test('two administrators save the same deal, and nothing is overwritten unseen', async ({
  browser,
  context,
  server,
}) => {
  const ada = await openDesk(context, server, 'Ada')
  const deal = await enterDeal(ada, { link: newLink('knit'), brand: 'Marrow', name: 'Fair knit' })
  const mine = await openEditor(ada, 'Fair knit')

  // Nothing has been typed yet: what others save is simply there.
  const cleo = await openAdmin(server, 'Cleo')
  const sent = multipart({ originalPrice: '950' })
  const saved = await server.as(cleo).inject({
    method: 'PUT',
    url: `/api/deals/${deal.id}`,
    payload: sent.payload,
    headers: { ...sent.headers, ...cleo.csrf },
  })
  expect(saved.statusCode).toBe(200)
  await expect(mine.getByText(/^Cleo saved it at .* You see it as it is now\.$/)).toBeVisible()
  await expect(mine.getByLabel('Original price')).toHaveValue('950.00')

  const name = mine.getByRole('textbox', { name: 'Product name' })
  await name.fill('Fairest knit')

  const other = await browser.newContext()
  const bea = await openDesk(other, server, 'Bea')
  const theirs = await openEditor(bea, 'Fair knit')
  await theirs.getByLabel('Product name').fill('Fair isle knit')
  await theirs.getByLabel('Sale price').fill('600')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await expect(theirs).toBeHidden()

  // Heard of at once, and said quietly.
  await expect(mine.getByText(/^Bea saved it at .* You have not seen that yet\.$/)).toBeVisible()
  await expect(name).toHaveValue('Fairest knit')
  await mine.getByRole('button', { name: 'Save changes' }).click()
  const panel = mine.getByRole('region', { name: /Somebody else has saved this deal/ })
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('row', { name: /Product name/ })).toContainText(
    'Fair isle knitFairest knit',
  )
  await expect(panel.getByText('Sale price $600.00')).toBeVisible()
  await expect(mine.getByLabel('Sale price')).toHaveValue('600.00')

  await panel.getByRole('button', { name: 'Take theirs: Product name' }).click()
  await expect(name).toHaveValue('Fair isle knit')
  await name.fill('Fairest knit')
  await panel.getByRole('button', { name: 'Keep mine and save' }).click()
  await expect(mine).toBeHidden()
  const stored = await ada.evaluate(
    async (id) => (await fetch(`/api/admin/deals/${id}`)).json(),
    deal.id,
  )
  expect(stored).toMatchObject({
    productName: 'Fairest knit',
    originalPrice: 950,
    salePrice: 600,
  })
  await other.close()
})

test('a deal that is deleted while it is edited can be brought back, with what was typed', async ({
  context,
  server,
}) => {
  const page = await openDesk(context, server, 'Ada')
  const deal = await enterDeal(page, { link: newLink('skirt'), brand: 'Marrow', name: 'Kilt' })
  const dialog = await openEditor(page, 'Kilt')
  await dialog.getByLabel('Original price').fill('250')
  const bea = await openAdmin(server, 'Bea')
  const gone = await server
    .as(bea)
    .inject({ method: 'DELETE', url: `/api/deals/${deal.id}`, headers: bea.csrf })
  expect(gone.statusCode).toBe(200)
  await expect(dialog.getByText('This deal was deleted meanwhile.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Restore it' }).click()
  await expect(dialog.getByText('This deal was deleted meanwhile.')).toBeHidden()
  await expect(dialog.getByLabel('Original price')).toHaveValue('250.00')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
})
