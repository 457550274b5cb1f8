import { z } from 'zod'

/** What a cell holds. A formula is what its result was when the file was saved. */
const Cell = z.union([
  z.null(),
  z.string(),
  z.number(),
  z.boolean(),
  /** Wall-clock time as YYYY-MM-DDTHH:mm:ss: sheets know no time zones. */
  z.object({ date: z.string() }),
  /** Why there is no value, as the office program shows it: `#REF!` and the like. */
  z.object({ error: z.string() }),
])
export type Cell = z.infer<typeof Cell>

const SheetRow = z.object({
  /** As the office program counts it, from 1. */
  row: z.int().positive(),
  cells: z.array(Cell),
  /** Hidden in its office program, as by a filter. */
  isHidden: z.literal(true).optional(),
  /** Where the text of a cell leads to, by its place from 0. */
  links: z.record(z.string(), z.string()).optional(),
  /** Cells that are only merged with one to their left, by their places from 0: they have its value. */
  spread: z.array(z.int()).optional(),
})
export type SheetRow = z.infer<typeof SheetRow>

/**
 * One line of the parsing process's output. The process reads hostile files, so nothing is taken on
 * trust.
 */
export const SheetMessage = z.union([
  z.object({ rows: z.array(SheetRow) }),
  z.object({
    rowCount: z.int(),
    notes: z.array(z.string()),
    /** Those that can be seen, by name; none in a .csv. */
    names: z.array(z.string()),
    /** The one that was read; null in a .csv. */
    name: z.string().nullable(),
  }),
  z.object({ refused: z.string() }),
  z.object({ isComplete: z.literal(true) }),
])
export type SheetMessage = z.infer<typeof SheetMessage>

/** One line of the writing process's input; rows belong to the sheet that was named last. */
export type WriterMessage = { sheet: string; widths: number[] } | { rows: SheetRow[] }
