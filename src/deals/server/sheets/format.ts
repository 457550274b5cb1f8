import { MOST_SHEET_BYTES } from '#app/deals/deals.facts.ts'
import { markedUtf16 } from '#app/server/byte-order-mark.ts'
import { formatMegabytes } from '#app/shared/counts.ts'
import { badSheet } from './problem.ts'
import { checkZip } from './zip.ts'

type SheetFormat = 'xlsx' | 'xls' | 'csv'

/**
 * Verifies that the bytes match the format of the file's name, and returns the bytes that are safe to parse.
 * Throws a Problem for anything that should not reach a parser.
 */
export async function checkFormat(
  fileName: string,
  bytes: Buffer,
): Promise<{ format: SheetFormat; checked: Buffer }> {
  const format = /\.(xlsx|xls|csv)$/i.exec(fileName)?.[1]?.toLowerCase() as SheetFormat | undefined
  if (!format) throw badSheet('Only .xlsx, .xls and .csv files can be imported.')
  if (bytes.length === 0) throw badSheet('The file is empty.')
  if (bytes.length > MOST_SHEET_BYTES) {
    throw badSheet(`The file is larger than ${formatMegabytes(MOST_SHEET_BYTES)}.`)
  }

  const content = sniff(bytes)
  if (content !== format) throw badSheet(mismatch(format, content, bytes))
  return { format, checked: format === 'xlsx' ? await checkZip(bytes) : bytes }
}

function sniff(bytes: Buffer): SheetFormat | undefined {
  const start = bytes.toString('hex', 0, 8)
  if (start.startsWith('504b0304')) return 'xlsx'
  if (start === 'd0cf11e0a1b11ae1') return 'xls'
  return bytes.includes(0) && !markedUtf16(bytes) ? undefined : 'csv'
}

function mismatch(format: SheetFormat, content: SheetFormat | undefined, bytes: Buffer): string {
  if (content === 'xls' && format === 'xlsx') {
    return 'The file is protected by a password or is really an .xls. Save it as .xlsx without a password.'
  }
  if (
    content === 'csv' &&
    /<(!doctype|html|table|\?xml)/i.test(bytes.toString('latin1', 0, 1024))
  ) {
    return `The file is a web page or XML named .${format}. Save it as .xlsx and try again.`
  }
  return `The file is not what its name says: it is not .${format} inside.`
}
