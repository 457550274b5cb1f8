import * as XLSX from '@e965/xlsx'
import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { open } from './browser.ts'

export type SheetRow = Record<string, string | number>

/** Returns a row that can be imported; `changes` may invalidate it. */
export function dealRow(name: string, changes: SheetRow = {}): SheetRow {
  return {
    Brand: 'Maison Orée',
    'Product Name': name,
    'Original Price': 420,
    'Sale Price': 189.5,
    'Buy URL': `https://shop.nordwest.example/products/${name.toLowerCase().replaceAll(' ', '-')}`,
    ...changes,
  }
}

/** Returns a sheet as a file input takes it. */
export function sheetFile(name: string, rows: SheetRow[]) {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet(rows), 'Deals')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name, mimeType: 'application/octet-stream', buffer }
}

/** Like `sheetFile`, but from raw rows, with a callback that changes the sheet. */
export function sheetOf(
  name: string,
  rows: Array<Array<string | number | null>>,
  draw: (sheet: XLSX.WorkSheet) => void,
) {
  const book = XLSX.utils.book_new()
  const sheet = XLSX.utils.aoa_to_sheet(rows)
  draw(sheet)
  XLSX.utils.book_append_sheet(book, sheet, 'Deals')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name, mimeType: 'application/octet-stream', buffer }
}

/** Reads the first sheet of a downloaded file; each row is keyed by its headings. */
export function readSheetRows(bytes: Buffer): SheetRow[] {
  const { Sheets, SheetNames } = XLSX.read(bytes)
  const sheet = Sheets[SheetNames[0] ?? '']
  return sheet ? XLSX.utils.sheet_to_json<SheetRow>(sheet) : []
}

/** Opens the back office through its password page. */
export async function enterBackOffice(page: Page) {
  await open(page, '/admin')
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('heading', { name: 'Bulk Upload New Deals' }).waitFor()
}

export const sheetInput = (page: Page) => page.locator('input[type=file][accept*=".xlsx"]')
export const pictureInput = (page: Page) => page.locator('input[type=file][accept*=".zip"]')
