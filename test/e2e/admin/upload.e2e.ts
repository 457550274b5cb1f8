import { readFileSync } from 'node:fs'
import type { WorkSheet } from '@e965/xlsx'
import { expectGood } from '#test/e2e/support/accessible.ts'
import {
  dealRow,
  enterBackOffice,
  pictureInput,
  readSheetRows,
  sheetFile,
  sheetInput,
  sheetOf,
} from '#test/e2e/support/admin-sheets.ts'
import { openRoom, publishAnyway } from '#test/e2e/support/back-office.ts'
import { expect, reload } from '#test/e2e/support/browser.ts'
import { test } from '#test/e2e/support/own-server.ts'

const HELD_UP = 'Put the 2 wrong rows right first: either every row is imported or none.'

test('a sheet with two wrong rows is corrected, imported, undone and published', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await enterBackOffice(page)
  const heading = page.getByRole('heading', { name: 'Bulk Upload New Deals', exact: true })
  await expect(page.locator('details[open]').filter({ has: heading })).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Download the template', exact: true }),
  ).toHaveAttribute('href', '/api/admin/imports/template')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
  await expect(
    page.getByText('Drop it here or choose it: .xlsx, .xls or .csv, at most 8 MB and 10,000 rows.'),
  ).toBeVisible()
  await expect(sheetInput(page)).toHaveAttribute('accept', '.xlsx,.xls,.csv')

  const good = ['Wool coat', 'Silk scarf', 'Suede boots'].map((name) => dealRow(name))
  const [shawl, belt] = ['Mohair shawl', 'Calf belt']
  const spoiled = [
    dealRow(shawl, { 'Sale Price': '€ 189,50' }),
    dealRow(belt, { 'Buy URL': 'the shop' }),
  ]
  await sheetInput(page).setInputFiles(sheetFile('morning.xlsx', [...good, ...spoiled]))
  await expect(page.getByRole('heading', { name: /3 new · 2 wrong/ })).toBeVisible()
  const rows = page.getByRole('region', { name: 'Rows of the sheet' }).getByRole('row')
  await expect(rows.filter({ hasText: shawl })).toContainText(
    /Sale Price.*€ 189,50.*another currency/,
  )
  await expect(rows.filter({ hasText: belt })).toContainText(/Buy URL.*the shop/)
  await expect(page.getByText(HELD_UP, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download this sheet with what is wrong' }).click()
  const annotated = readSheetRows(readFileSync(await (await downloading).path()))
  expect(annotated.map((row) => Boolean(row['What is wrong']))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])

  // Corrected in the downloaded file itself: its two extra columns do no harm.
  const corrected = annotated.map((row) =>
    row['What is wrong'] ? { ...row, ...dealRow(String(row['Product Name'])) } : row,
  )
  await sheetInput(page).setInputFiles(sheetFile('morning.xlsx', corrected))
  await page.getByRole('button', { name: 'Import 5 deals' }).click()
  await expect(page.getByText('Bulk upload completed successfully', { exact: true })).toBeVisible()
  const last = page.getByRole('region', { name: 'The last upload' })
  await expect(last).toContainText('5 deals imported from morning.xlsx, not published yet.')
  await expect(last).toBeFocused()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await page.getByRole('button', { name: 'Undo this upload' }).click()
  const question = page.getByRole('dialog', { name: 'Take back this upload?' })
  await expect(question).toContainText('morning.xlsx: 5 deals.')
  await question.getByRole('button', { name: 'Take it back' }).click()
  await expect(last).toContainText('5 deals were taken back.')

  await sheetInput(page).setInputFiles(sheetFile('again.xlsx', corrected))
  // Stays in view beside a report of any length.
  await page.setViewportSize({ width: 768, height: 400 })
  const report = page.getByRole('heading', { name: /5 new/ })
  await report.evaluate((heading) => heading.scrollIntoView())
  await expect(page.getByRole('button', { name: 'Import and publish' })).toBeInViewport()
  await page.getByRole('button', { name: 'Import and publish' }).click()
  await publishAnyway(page)
  await expect(last).toContainText('5 deals imported from again.xlsx, published.')
  await page.getByRole('link', { name: 'Show them' }).click()
  await expect(page).toHaveURL(/importId=/)
  await expect(page.getByText(shawl).first()).toBeVisible()
  const feed = await (await page.request.get('/api/deals?limit=48')).json()
  expect(feed.pagination.totalDeals).toBeGreaterThanOrEqual(5)

  await openRoom(page, 'Imports')
  const uploads = page.getByRole('row')
  await expect(uploads.filter({ hasText: 'again.xlsx' }).first()).toContainText(
    '5 deals, all published',
  )
  await expect(uploads.filter({ hasText: 'morning.xlsx' }).first()).toContainText(
    'Taken back: 5 deals',
  )

  await openRoom(page, 'Audit')
  await expect(page.getByText(/^took back 5 deals of/).first()).toBeVisible()
  await expect(page.getByText(/^imported 5 deals from/).first()).toBeVisible()
  await page.getByLabel('To what').selectOption('Uploads')
  await expect(page).toHaveURL(/kind=import/)
  await expect(page.getByText('opened the back office')).toHaveCount(0)
})
test('pictures are sent one after the other and matched to the sheet by name', async ({ page }) => {
  await enterBackOffice(page)
  await pictureInput(page).setInputFiles(['demo/pictures/tote-1.jpg', 'demo/pictures/belt-1.jpg'])
  await expect(page.getByText('2 pictures stored, matched to the sheet by name.')).toBeVisible()
  await sheetInput(page).setInputFiles(
    sheetFile('pictures.xlsx', [
      dealRow('Tote with picture', { 'Card Image': 'tote-1.jpg' }),
      dealRow('Tote without', { 'Card Image': 'nowhere.jpg' }),
    ]),
  )
  await expect(page.getByRole('heading', { name: /1 new · 1 wrong/ })).toBeVisible()
  await expect(page.getByText('No new row uses these pictures: belt-1.jpg.')).toBeVisible()
  const wrong = page.getByRole('row').filter({ hasText: 'Tote without' })
  await expect(wrong).toContainText('nowhere.jpg')
  await page.getByLabel('Without the 1 picture that cannot be had').check()
  await expect(page.getByRole('heading', { name: /2 new/ })).toBeVisible()

  await sheetInput(page).setInputFiles(
    sheetFile('pictures.xlsx', [
      dealRow('Tote with picture', { 'Card Image': 'tote-1.jpg' }),
      dealRow('Belt with picture', { 'Card Image': 'belt-1.jpg' }),
    ]),
  )
  await page.getByRole('button', { name: 'Import and publish' }).click()
  await publishAnyway(page)
  await expect(page.getByRole('region', { name: 'The last upload' })).toContainText(
    '2 deals imported from pictures.xlsx, published.',
  )
  const feed = await (await page.request.get('/api/deals?limit=48')).json()
  const pictures = feed.deals
    .slice(0, 2)
    .map((deal: { dealCardImageUrl: string | null }) => Boolean(deal.dealCardImageUrl))
  expect(pictures).toEqual([true, true])
})

test('a connection that breaks off loses nothing, and trying again doubles nothing', async ({
  page,
}) => {
  await enterBackOffice(page)
  await page.route('**/api/deals/bulk-upload', (route) => route.abort('connectionreset'))
  await sheetInput(page).setInputFiles(sheetFile('lost.xlsx', [dealRow('Lost and found')]))
  const failure = page.getByRole('main').getByRole('alert')
  await expect(failure).toContainText('The connection was lost. Your files are still chosen')
  await expect(page.getByText('Error processing bulk upload').first()).toBeVisible()
  await expect(page.getByText('lost.xlsx')).toBeVisible()
  await page.unroute('**/api/deals/bulk-upload')
  await failure.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('button', { name: 'Import 1 deal' })).toBeEnabled()

  // The deals are stored, but the answer is lost.
  await page.route('**/api/deals/bulk-upload', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Import 1 deal' }).click()
  await expect(failure).toContainText('Either every row was imported or none')
  await page.unroute('**/api/deals/bulk-upload')
  await failure.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: /1 already there/ })).toBeVisible()
  await expect(page.getByText('There is nothing new in this sheet.', { exact: true })).toBeVisible()
})

test('leaving in the middle asks first, and a file that is no sheet is named', async ({ page }) => {
  await enterBackOffice(page)
  await sheetInput(page).setInputFiles({
    name: 'notes.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  })
  await expect(page.getByText('notes.pdf is neither a sheet')).toBeVisible()

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/deals/bulk-upload', async (route) => {
    await held
    await route.continue()
  })
  await sheetInput(page).setInputFiles(sheetFile('slow.xlsx', [dealRow('Slow coat')]))
  await expect(page.getByRole('progressbar', { name: 'Checking the sheet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checking ...' })).toBeDisabled()
  const asked = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Audit', exact: true }).click()
  const dialog = await asked
  expect(dialog.message()).toContain('still under way')
  await dialog.dismiss()
  await leaving
  await expect(page).toHaveURL(/\/admin$/)
  release()
  await expect(page.getByRole('button', { name: 'Import 1 deal' })).toBeEnabled()
})

test('a sheet as shops make them is understood, said by hand, mended, and survives a reload', async ({
  page,
}) => {
  await enterBackOffice(page)
  await page.getByRole('link', { name: 'Upload a sheet', exact: true }).click()
  const panel = page.locator('summary').filter({ hasText: 'Bulk Upload New Deals' })
  await expect(panel).toBeFocused()
  const rows = [
    ['Spring list of Atelier Nord'],
    ['Maker', 'Designation', 'Prix initial', 'Prix soldé', 'Lien'],
    ['Solvane', 'Overcoat', 900, '45O', 'https://atelier.example/overcoat'],
    ['Solvane', 'Mittens', 90, 45, 'https://atelier.example/mittens'],
    ['Solvane', 'Beret', 120, 300, 'https://atelier.example/beret'],
    ['Total', null, 1110],
  ]
  const draw = (sheet: WorkSheet) => {
    sheet['!autofilter'] = { ref: 'A2:E5' }
    sheet['!rows'] = [{}, {}, {}, { hidden: true }]
  }
  await sheetInput(page).setInputFiles(sheetOf('Nord.xlsx', rows, draw))
  const understood = page.getByText('4 columns understood, 1 left aside; needed: Brand')
  await expect(understood).toBeVisible()
  await page.getByLabel('Maker').selectOption('Brand (needed)')
  await expect(page.getByText('5 columns understood')).toBeVisible()
  await expect(page.getByText('1 row of the sheet is hidden, as by a filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Take it', exact: true }).click()
  await expect(page.getByRole('heading', { name: /1 new · 2 wrong/ })).toBeFocused()
  await expectGood(page, 'a sheet that is worked on')

  const price = page.getByLabel('Prix soldé of row 3')
  await price.fill('450')
  await expect(page.getByText('1 cell mended, and not checked yet.')).toBeVisible()
  await price.press('Enter')
  await expect(page.getByRole('heading', { name: /2 new · 1 wrong/ })).toBeVisible()
  await page.getByRole('button', { name: 'As in the sheet' }).click()
  await expect(page.getByRole('heading', { name: /1 new · 2 wrong/ })).toBeVisible()
  await price.fill('450')
  await price.press('Enter')
  await expect(page.getByRole('heading', { name: /2 new · 1 wrong/ })).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { name: /2 new · 1 wrong/ })).toBeVisible()
  await page.getByRole('button', { name: 'Leave out row 5' }).click()
  await page.getByRole('button', { name: 'Take it in again' }).click()
  await expect(page.getByRole('heading', { name: /2 new · 1 wrong/ })).toBeVisible()
  await page.getByRole('button', { name: 'Leave it out', exact: true }).click()
  await expect(page.getByRole('heading', { name: /1 new · 1 wrong/ })).toBeVisible()
  await page.getByRole('button', { name: 'Take it', exact: true }).click()
  await page.getByRole('button', { name: 'Leave out row 5' }).click()
  await expect(page.getByText('1 row is left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Import 2 deals' }).click()
  await expect(page.getByRole('region', { name: 'The last upload' })).toContainText(
    '2 deals imported from Nord.xlsx, not published yet.',
  )
  await page.getByRole('button', { name: 'Put all 2 in' }).click()
  await expect(page.getByText('2 deals are in.', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open the edition of/ })).toBeFocused()
  await reload(page)
  await expect(page.getByRole('button', { name: 'Choose a sheet' })).toBeAttached()

  // The shop sends its prices again: existing deals change once both versions were shown.
  const again = [
    ['Lien', 'Prix soldé'],
    ['https://atelier.example/overcoat', 400],
    ['https://atelier.example/mittens', 45],
  ]
  await sheetInput(page).setInputFiles(sheetOf('Prices.xlsx', again, () => {}))
  await page.getByLabel('Update deals that are there').click()
  await expect(page.getByRole('heading', { name: /1 updated · 1 unchanged/ })).toBeFocused()
  const told = page.getByRole('region', { name: 'Rows of the sheet' })
  const changed = told.getByRole('row').filter({ hasText: 'Overcoat' })
  await expect(changed).toContainText(/Sale price\s*\$450\.00 →, then\s+\$400\.00/)
  await expectGood(page, 'a sheet that updates')
  await page.getByRole('button', { name: 'Update 1 deal' }).click()
  const last = page.getByRole('region', { name: 'The last upload' })
  await expect(last).toContainText('1 deal updated from Prices.xlsx.')
  await page.getByRole('button', { name: 'Undo this upload' }).click()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(last).toContainText('1 deal has again what it had before.')

  const large = { name: 'Large.xlsx', mimeType: '', buffer: Buffer.alloc(3.2 * 1024 * 1024) }
  await sheetInput(page).setInputFiles(large)
  await expect(page.getByText('Error processing bulk upload').first()).toBeVisible()
  await reload(page)
  // A file too large for the tab's storage is restored too, and is checked again.
  await expect(page.getByText('Large.xlsx').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeVisible()
  await expect(page.getByText('Error processing bulk upload').first()).toBeVisible()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined })
  })
  await reload(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Large.xlsx' })).toContainText(
    'is larger than 3 MB and was not kept when the page was loaded again',
  )
})
