import { decodeText, parseCsv } from './csv.ts'
import type { Cell, SheetRow } from './messages.ts'
import { addRow, HIGHEST_ROW, type ReadSheet, Refusal, refuseRows, shorten } from './rows.ts'

/** What stands before a text in our own files so that no office program takes it for a formula. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/

/**
 * Reads the bytes of a sheet. A crafted file can keep it busy for ever or take all memory: it is
 * called by `parser.ts` alone, a program that may be killed. Throws a Refusal, or
 * whatever the workbook library throws at a file that is damaged.
 */
export async function readSheetBytes(
  format: 'csv' | 'xlsx' | 'xls',
  bytes: Buffer,
  wanted?: string,
): Promise<ReadSheet> {
  if (format === 'csv') return readCsv(bytes)
  // Its library is a megabyte of program, and none of it is needed for a .csv.
  const { readWorkbook } = await import('./workbook.ts')
  return readWorkbook(format, bytes, wanted)
}

/** The same in words, for whatever was thrown. */
export function refusalReason(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const text = error instanceof Error ? error.message : ''
  if (/password|encrypt/i.test(text)) {
    return 'The file is protected by a password. Save it without one and try again.'
  }
  return 'The file could not be read. It seems to be damaged: open it and save it again.'
}

function readCsv(bytes: Buffer): ReadSheet {
  const rows: SheetRow[] = []
  let row = 0
  for (const texts of readCsvRows(bytes)) {
    row += 1
    const cells = texts.map((text): Cell => shorten(text.replace(FORMULA_GUARD, '')))
    if (addRow(rows, { row, cells }) && row > HIGHEST_ROW) refuseRows(row)
  }
  return { rows, notes: [], names: [], name: null }
}

function* readCsvRows(bytes: Buffer) {
  try {
    yield* parseCsv(decodeText(bytes))
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal((error as Error).message)
  }
}
