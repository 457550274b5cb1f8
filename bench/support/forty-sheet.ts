import * as XLSX from '@e965/xlsx'
import { guessTerm } from '#app/deals/server/deal/terms.rules.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Forty, Piece } from './forty-links.ts'

const NAME = 'Buyers, this week.xlsx'
const HEADINGS = ['Designer', 'Item', 'Was', 'Now', 'Link', 'Photo', 'Category']
const [ITEM, WAS, NOW, DESIGNER] = [1, 2, 3, 0]
/** The headings are below a title. */
const FIRST_ROW = 3

type Cells = Array<string | number | null>
type Mending = { row: number; column: string; text: string }
export type FortySheet = {
  file: { name: string; mimeType: string; buffer: Buffer }
  /** The cells to correct so that a bad row can be imported. */
  toMend: Mending[]
  /** Rows that cannot be repaired. */
  toLeaveOut: number[]
}

/**
 * The same forty links as a buyers' spreadsheet: a title, headings of their own, a total at the end. Ten rows
 * are bad: five cannot be repaired, two exist already, and three lack something a person can fill in.
 */
export function fortySheet({ rows }: Forty): FortySheet {
  const toMend: Mending[] = []
  const toLeaveOut: number[] = []
  const cells = rows.map(({ address, piece, fault }, index): Cells => {
    const row = FIRST_ROW + index
    const good = cellsOf(address, piece)
    const mend = (at: number, spoilt: string | null) => {
      toMend.push({ row, column: HEADINGS[at] ?? '', text: String(good[at] ?? '') })
      good[at] = spoilt
    }
    switch (fault) {
      case 'free':
        mend(NOW, 'on request')
        break
      case 'euros':
        mend(WAS, `€ ${Number(good[WAS]).toFixed(2)}`)
        mend(NOW, `€ ${Number(good[NOW]).toFixed(2)}`)
        break
      case 'refusing':
        mend(DESIGNER, null)
        break
      case 'sold-out':
        good[NOW] = 'sold out'
        toLeaveOut.push(row)
        break
      case 'list':
        good[ITEM] = null
        toLeaveOut.push(row)
        break
      case 'gone':
      case 'private':
      case 'no-link':
        toLeaveOut.push(row)
        break
    }
    return good
  })
  const total: Cells = ['Total', `${rows.length} pieces`, null, null, null, null, null]
  const sheet = XLSX.utils.aoa_to_sheet([
    ['For the edition of tomorrow'],
    HEADINGS,
    ...cells,
    total,
  ])
  return { file: fileOf(sheet), toMend, toLeaveOut }
}

/**
 * Edits a sheet of errors as in a spreadsheet program: corrects the wrong cells and deletes the rows that
 * cannot be repaired.
 */
export function mendSheet(bytes: Buffer, { toMend, toLeaveOut }: FortySheet): FortySheet['file'] {
  const { Sheets, SheetNames } = XLSX.read(bytes)
  const sheet = Sheets[SheetNames[0] ?? '']
  if (!sheet) throw new Error('The sheet of errors has no sheet.')
  const cells: Cells[] = XLSX.utils.sheet_to_json(sheet, { header: 1, defval: null })
  const headings = cells.find((row) => row.includes(HEADINGS[ITEM] ?? ''))
  // Rows keep the positions of the buyers' spreadsheet.
  const first = XLSX.utils.decode_range(sheet['!ref'] ?? 'A1').s.r + 1
  for (const { row, column, text } of toMend) {
    const at = headings?.indexOf(column) ?? -1
    const own = cells[row - first]
    if (at < 0 || !own) throw new Error(`The sheet of errors has no ${column} in row ${row}.`)
    own[at] = text
  }
  return fileOf(
    XLSX.utils.aoa_to_sheet(cells.filter((_, index) => !toLeaveOut.includes(index + first))),
  )
}

function cellsOf(address: string, piece: Piece | undefined): Cells {
  const dollars = (cents: number | null = null) => (cents === null ? null : cents / 100)
  const category = piece && guessTerm('category', piece.product)
  const photo = URL.parse(`/pictures/${piece?.picture ?? 'none.jpg'}`, address)?.href ?? null
  return [
    piece?.brand ?? 'Maison',
    piece?.product ?? 'As in the picture',
    dollars(piece?.originalPriceCents),
    dollars(piece?.salePriceCents) ?? 100,
    address,
    photo,
    category ? termLabel('category', category) : null,
  ]
}

function fileOf(sheet: XLSX.WorkSheet): FortySheet['file'] {
  const book = XLSX.utils.book_new()
  XLSX.utils.book_append_sheet(book, sheet, 'Pieces')
  const buffer: Buffer = XLSX.write(book, { type: 'buffer', bookType: 'xlsx' })
  return { name: NAME, mimeType: 'application/octet-stream', buffer }
}
