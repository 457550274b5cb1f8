import { createHash } from 'node:crypto'
import { MOST_SHEET_BYTES, MOST_SHEET_ROWS } from '#app/deals/deals.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { type WrittenSheet, writeSheets } from '#app/deals/server/sheets/writing.ts'
import { formatCount, formatMegabytes } from '#app/shared/counts.ts'
import { SHEET_COLUMNS } from './columns.facts.ts'

const HOW_TO = [
  'Write over the two example rows, or delete them: they are never imported.',
  'Columns may stand in any order; those that are not needed may be left out.',
  'Either every row is imported or none. What is wrong is told row by row before anything is written.',
  `At most ${formatCount(MOST_SHEET_ROWS)} deals and ${formatMegabytes(MOST_SHEET_BYTES)} in one sheet, as .xlsx, .xls or .csv.`,
]

let made: Promise<Buffer> | undefined

/** An empty .xlsx to fill in, created once; its tag changes with the content. */
export async function importTemplate(): Promise<{ bytes: Buffer; tag: string }> {
  made ??= writeSheets(templateSheets()).catch((error: unknown) => {
    made = undefined
    throw error
  })
  const tag = createHash('sha256').update(JSON.stringify(templateSheets())).digest('hex')
  return { bytes: await made, tag: tag.slice(0, 32) }
}

function templateSheets(): WrittenSheet[] {
  const columns = Object.values(SHEET_COLUMNS)
  const explained = columns.map(({ heading, purpose }): Cell[] => [heading, purpose])
  return [
    sheetOf(
      'Deals',
      columns.map(({ width }) => width),
      [
        columns.map(({ heading }) => heading),
        columns.map(({ examples: [first] }) => first),
        columns.map(({ examples: [, second] }) => second),
      ],
    ),
    sheetOf(
      'How to',
      [22, 90],
      [
        ['How to fill in the sheet "Deals"'],
        ...HOW_TO.map((text): Cell[] => ['', text]),
        [],
        ['Column', 'What it is for'],
        ...explained,
      ],
    ),
  ]
}

function sheetOf(name: string, widths: number[], rows: Cell[][]): WrittenSheet {
  return { name, widths, rows: rows.map((cells, index) => ({ row: index + 1, cells })) }
}
