import { z } from 'zod'

/** The value of a cell; for a formula the result stored in the file. */
const Cell = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.boolean(),
  /** Wall-clock time as YYYY-MM-DDTHH:mm:ss: spreadsheets have no time zones. */
  z.object({ date: z.string() }),
  /** The error that the spreadsheet program shows, such as `#REF!`. */
  z.object({ error: z.string() }),
])
export type Cell = z.infer<typeof Cell>

const SheetRow = z.object({
  /** Row number as spreadsheet programs count it, from 1. */
  row: z.int().positive(),
  cells: z.array(Cell),
  /** Hidden in the spreadsheet program, as by a filter. */
  isHidden: z.literal(true).optional(),
  /** Hyperlinks of cells, by column index from 0. */
  links: z.record(z.string(), z.string()).optional(),
  /** Column indexes, from 0, of cells that are merged with one to their left and have its value. */
  spread: z.array(z.int()).optional(),
})
export type SheetRow = z.infer<typeof SheetRow>

/** One line of output of the parsing process, which reads hostile files: validated, because it is not trusted. */
export const SheetMessage = z.union([
  z.object({ rows: z.array(SheetRow) }),
  z.object({
    rowCount: z.int(),
    notes: z.array(z.string()),
    /** Names of the visible sheets; none in a .csv. */
    names: z.array(z.string()),
    /** The sheet that was read; null in a .csv. */
    name: z.string().nullable(),
  }),
  z.object({ refused: z.string() }),
  z.object({ isComplete: z.literal(true) }),
])
export type SheetMessage = z.infer<typeof SheetMessage>

/** One line of input of the writing process; rows belong to the sheet named last. */
export type WriterMessage = { sheet: string; widths: number[] } | { rows: SheetRow[] }
