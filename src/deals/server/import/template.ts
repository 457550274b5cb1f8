import { createHash } from 'node:crypto'
import {
  FREE_DEALS_A_DAY,
  LAST_CAROUSEL,
  MOST_MORE_PICTURES,
  MOST_SHEET_BYTES,
  MOST_SHEET_ROWS,
} from '#app/deals/deals.facts.ts'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { type WrittenSheet, writeSheets } from '#app/deals/server/sheets/writing.ts'
import { formatCount, formatMegabytes, spellNumber } from '#app/shared/counts.ts'
import { EXAMPLE_SHOP } from './rows.rules.ts'

/** Heading, its width, two examples, and what it is for. */
const COLUMNS: Array<[string, number, Cell, Cell, string]> = [
  ['Brand', 22, 'Example House', 'Example House', 'Needed. The fashion house.'],
  ['Product Name', 34, 'Example: wool coat', 'Example: silk scarf', 'Needed. What members read.'],
  ['Original Price', 14, 1290, 240.5, 'US dollars, such as 1290.00. Empty when it is not known.'],
  ['Sale Price', 14, 645, 120.25, 'US dollars, not above the original price.'],
  [
    'Buy URL',
    46,
    `https://${EXAMPLE_SHOP}/coats/1`,
    `https://${EXAMPLE_SHOP}/scarves/2`,
    'Needed. The page of the piece at its retailer. The same page is imported once only.',
  ],
  ['Retailer', 20, 'Example Shop', null, 'Empty: whoever is known to sell at that address.'],
  [
    'Card Image',
    24,
    null,
    null,
    'The name of a picture file that is uploaded with the sheet, or a link to a picture.',
  ],
  [
    'More Images',
    24,
    null,
    null,
    `At most ${spellNumber(MOST_MORE_PICTURES)} more, separated by | signs.`,
  ],
  ['Category', 16, 'Coats', 'Accessories', 'Kind of piece; not shown yet.'],
  ['Sizes', 20, 'S | M | L', 'One size', 'Separated by | signs.'],
  [
    'Preview',
    10,
    'no',
    'no',
    `yes: one for people who are signed in but not members; they may open the first ${spellNumber(FREE_DEALS_A_DAY)} of a day.`,
  ],
  ['Published', 10, 'no', 'no', 'yes: members see it at once.'],
  ['Splash', 10, 'no', 'no', 'yes: it is shown on the landing page.'],
  ['Carousel', 10, 0, 0, `A carousel of the landing page from 1 to ${LAST_CAROUSEL}; 0 for none.`],
  [
    'Published At',
    18,
    null,
    null,
    'When it was published, such as 2026-11-20 09:30 in Toronto. Empty: now.',
  ],
]

const HOW_TO = [
  'Write over the two example rows, or delete them: they are never imported.',
  'Columns may stand in any order; those that are not needed may be left out.',
  'Either every row is imported or none. What is wrong is told row by row before anything is written.',
  `At most ${formatCount(MOST_SHEET_ROWS)} deals and ${formatMegabytes(MOST_SHEET_BYTES)} in one sheet, as .xlsx, .xls or .csv.`,
]

let made: Promise<Buffer> | undefined

/** An .xlsx to fill in, made once; its tag changes with what is in it. */
export async function importTemplate(): Promise<{ bytes: Buffer; tag: string }> {
  made ??= writeSheets(templateSheets()).catch((error: unknown) => {
    made = undefined
    throw error
  })
  const tag = createHash('sha256').update(JSON.stringify(templateSheets())).digest('hex')
  return { bytes: await made, tag: tag.slice(0, 32) }
}

function templateSheets(): WrittenSheet[] {
  const explained = COLUMNS.map(([heading, , , , purpose]): Cell[] => [heading, purpose])
  return [
    sheetOf(
      'Deals',
      COLUMNS.map(([, width]) => width),
      [
        COLUMNS.map(([heading]) => heading),
        COLUMNS.map(([, , first]) => first),
        COLUMNS.map(([, , , second]) => second),
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
