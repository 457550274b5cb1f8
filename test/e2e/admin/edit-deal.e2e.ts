import {
  enterDeal,
  hand,
  newLink,
  openBackOffice,
  openEditor,
} from '#test/e2e/support/admin-deal-forms.ts'
import { loseAnswer } from '#test/e2e/support/answers.ts'
import { expect, reload } from '#test/e2e/support/browser.ts'
import { test } from '#test/e2e/support/own-server.ts'
import { openAdmin } from '#test/support/admin.ts'
import { multipart } from '#test/support/multipart.ts'

test('a deal is edited: its pictures change places and nothing else changes', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  const deal = await enterDeal(page, { link: newLink('bag'), brand: 'Marrow', name: 'Hobo bag' })
  const dialog = await openEditor(page, 'Hobo bag')
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/admin/pictures', async (route) => {
    await held
    await route.continue()
  })
  await hand(dialog.getByLabel('Product name'), 'drop', ['tote-2', 'tote-3'])
  // Pressed during the uploads: saving waits for them, unless it is cancelled.
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await dialog.getByRole('button', { name: 'Do not wait' }).click()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('button', { name: 'Do not wait' })).toBeVisible()
  goOn()
  await expect(page.getByText('Deal updated successfully', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()

  const again = await openEditor(page, 'Hobo bag')
  const thumb = (place: number) => again.getByRole('listitem').nth(place).locator('img')
  const [card, other] = await Promise.all([0, 1].map((place) => thumb(place).getAttribute('src')))
  await again.getByRole('button', { name: 'Move right: Card picture' }).click()
  await expect(thumb(0)).toHaveAttribute('src', other ?? '')
  await expect(thumb(1)).toHaveAttribute('src', card ?? '')
  await again.getByLabel('Colour').selectOption('Green')
  // Suggestions from the name are offered, and applied on a press.
  await again.getByRole('button', { name: 'Shoulder Bags' }).click()
  await expect(again.getByLabel('Category')).toHaveValue('shoulder-bags')
  await expect(again.getByLabel('Category')).toBeFocused()
  await again.getByLabel('Sizes').fill('os, gizmo')
  await expect(again.getByText('“gizmo” is no size that we know.')).toBeVisible()
  await again.getByLabel('Sizes').fill('os')
  await expect(again.getByText('Found as One size.')).toBeVisible()
  await again.getByLabel('Sale price').fill('450')
  await expect(again.getByLabel('Sizes')).toHaveValue('One size')
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
    category: 'shoulder-bags',
    colour: 'green',
    sizes: ['One size'],
    version: 3,
  })
  expect(stored.guessed).toEqual({})
  expect(stored.images).toHaveLength(1)
})

test('going back in the browser asks before it loses what was changed in a deal', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  await enterDeal(page, { link: newLink('cape'), brand: 'Marrow', name: 'Cape' })
  await page.getByRole('link', { name: 'Imports' }).click()
  await expect(page).toHaveURL(/\/admin\/imports$/)
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(page).toHaveURL(/\/admin#manage-deals$/)
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
  await expect(page).toHaveURL(/\/admin#manage-deals$/)
  await expect(dialog.getByLabel('Sale price')).toHaveValue('450')

  isLeaving = true
  await goBack()
  await expect.poll(() => asked.length).toBe(2)
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/admin\/imports$/)
  // No unsaved changes are left.
  await page.getByRole('link', { name: 'Deals', exact: true }).click()
  await expect(page).toHaveURL(/\/admin#manage-deals$/)
  expect(asked).toHaveLength(2)
})

test('two administrators save the same deal, and nothing is overwritten unseen', async ({
  browser,
  context,
  server,
}) => {
  const ada = await openBackOffice(context, server, 'Ada')
  const deal = await enterDeal(ada, { link: newLink('knit'), brand: 'Marrow', name: 'Fair knit' })
  const mine = await openEditor(ada, 'Fair knit')

  // Nothing has been typed yet, so what others save is shown at once.
  const cleo = await openAdmin(server, 'Cleo')
  const save = ({ payload, headers }: ReturnType<typeof multipart>) =>
    server.as(cleo).inject({
      method: 'PUT',
      url: `/api/deals/${deal.id}`,
      payload,
      headers: { ...headers, ...cleo.csrf },
    })
  const sent = multipart({ originalPrice: '950' })
  expect((await save(sent)).statusCode).toBe(200)
  await expect(mine.getByText(/^Cleo saved it at .* You see it as it is now\.$/)).toBeVisible()
  await expect(mine.getByLabel('Original price')).toHaveValue('950.00')

  const name = mine.getByRole('textbox', { name: 'Product name' })
  await name.fill('Fairest knit')

  const other = await browser.newContext()
  const bea = await openBackOffice(other, server, 'Bea')
  const theirs = await openEditor(bea, 'Fair knit')
  await theirs.getByLabel('Product name').fill('Fair isle knit')
  await theirs.getByLabel('Sale price').fill('600')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await expect(theirs).toBeHidden()

  // The update arrives at once and is announced quietly.
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

  // Before saving, all of the other version can be taken over; discarding what was typed asks for confirmation.
  const again = await openEditor(ada, 'Fairest knit')
  const nameAgain = again.getByRole('textbox', { name: 'Product name' })
  await nameAgain.fill('Dear knit')
  await again.getByLabel('Sale price').fill('500')
  expect((await save(multipart({ productName: 'Plain knit', salePrice: '550' }))).statusCode).toBe(
    200,
  )
  await again.getByRole('button', { name: 'See what changed' }).click()
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: 'Take all of theirs' }).click()
  await expect(panel.getByText('Nothing of yours is against theirs any more.')).toBeVisible()
  await expect(nameAgain).toHaveValue('Plain knit')
  await expect(again.getByRole('textbox', { name: 'Sale price' })).toHaveValue('550.00')
  await nameAgain.fill('Dear knit')
  await ada.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Discard changes' }).click()
  await expect(again).toBeHidden()
  await expect(ada.getByRole('button', { name: /^Edit .*Plain knit$/ })).toBeVisible()
})

test('a deal that is deleted while it is edited can be brought back, with what was typed', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  const deal = await enterDeal(page, { link: newLink('skirt'), brand: 'Marrow', name: 'Kilt' })
  const missing = { status: 404, json: { error: 'No.', code: 'not-found', requestId: 'x' } }
  const call = `**/api/admin/deals/${deal.id}`
  await page.route(call, (route) => route.fulfill(missing), { times: 1 })
  await reload(page)
  await page.getByRole('button', { name: /Edit.*Kilt/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Deal', exact: true })
  await expect(dialog.getByRole('alert')).toContainText('This deal has been deleted.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
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

test('saving once more after the answer was lost is no conflict with oneself', async ({
  context,
  server,
}) => {
  const page = await openBackOffice(context, server, 'Ada')
  await enterDeal(page, { link: newLink('lost'), brand: 'Marrow', name: 'Lost bag' })
  const dialog = await openEditor(page, 'Lost bag')
  await dialog.getByLabel('Product name').fill('Found bag')
  await loseAnswer(page, '**/api/deals/*')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByText('The connection to the server broke off.')).toBeVisible()
  // The toast may say so while the form is still saving: a press does nothing until the button says Save again.
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.toast').last()).toContainText('Deal updated successfully')
  await expect(page.locator('[data-deal]').filter({ hasText: 'Found bag' })).toBeVisible()
})
