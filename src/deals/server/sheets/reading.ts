import { decodeText, parseCsv } from './csv.ts'
import type { Cell, SheetRow } from './messages.ts'
import { addRow, HIGHEST_ROW, type ReadSheet, Refusal, refuseRows, shorten } from './rows.ts'

/** Prefix that we write before texts so that spreadsheet programs do not take them for formulas. */
const FORMULA_GUARD = /^'(?=[=+\-@\t\r])/

/**
 * Reads the bytes of a sheet. A crafted file can keep it busy forever or exhaust memory, so only `parser.ts`
 * calls it, in a process that may be killed. Throws a Refusal, or whatever the workbook library throws for a
 * damaged file.
 */
export async function readSheetBytes(
  format: 'csv' | 'xlsx' | 'xls',
  bytes: Buffer,
  wanted?: string,
): Promise<ReadSheet> {
  if (format === 'csv') return readCsv(bytes)
  // Loaded on demand: the library is a megabyte of code that a .csv does not need.
  const { readWorkbook } = await import('./workbook.ts')
  return readWorkbook(format, bytes, wanted)
}

/** The reason for people, for anything that was thrown. */
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
