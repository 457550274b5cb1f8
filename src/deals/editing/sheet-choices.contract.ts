import { z } from 'zod'
import {
  LONGEST_CELL,
  LONGEST_FIELD,
  LONGEST_SHEET_NAME,
  MOST_MENDED_CELLS,
  MOST_SHEET_COLUMNS,
  MOST_SHEET_ROWS,
} from '#app/deals/deals.facts.ts'

const row = z
  .int()
  .min(1)
  .max(MOST_SHEET_ROWS * 2)
const column = z.int().min(0).max(MOST_SHEET_COLUMNS)

/** A person's choices for a sheet that is ambiguous by itself; all optional. */
export const SheetChoices = z.strictObject({
  sheet: z
    .string()
    .max(LONGEST_SHEET_NAME)
    .regex(/^[^\0]*$/)
    .optional(),
  headingRow: row.optional().describe('As the office program counts it, from 1'),
  columns: z
    .record(z.string().regex(/^\d{1,2}$/), z.string().max(LONGEST_FIELD))
    .optional()
    .describe('What a column means, by its place from 0; empty for nothing'),
  hiddenRows: z.enum(['take', 'leave']).optional(),
  cells: z
    .array(z.strictObject({ row, column, value: z.string().max(LONGEST_CELL) }))
    .max(MOST_MENDED_CELLS)
    .optional()
    .describe('Cells as they should have been'),
  without: z.array(row).max(MOST_SHEET_ROWS).optional().describe('Rows that are left out'),
  withoutPictures: z.boolean().optional().describe('Leaves out pictures that cannot be had'),
  isUpdating: z
    .boolean()
    .optional()
    .describe('Rows of deals that are there, by link or by GTIN at the same retailer, change them'),
})
export type SheetChoices = z.infer<typeof SheetChoices>

/** How a sheet was read, so that a person can correct it. */
export const SheetFacts = z.object({
  name: z.string().nullable(),
  names: z.array(z.string()).describe('Of all sheets in the file that can be seen'),
  headingRow: z.int(),
  columns: z.array(
    z.object({
      index: z.int(),
      heading: z.string(),
      field: z.string().nullable().describe('Null for a column that is left aside'),
      isChosen: z.boolean().describe('By hand'),
      samples: z.array(z.string()).describe('The first few of what stands in it'),
    }),
  ),
  offers: z
    .array(
      z.object({
        retailer: z.string(),
        columns: z.record(z.string(), z.string()).describe('As it would be said'),
        words: z.string(),
      }),
    )
    .describe('What was said of such columns before'),
  fields: z.array(z.object({ field: z.string(), heading: z.string(), isNeeded: z.boolean() })),
  hiddenRows: z.int().describe('Hidden in their office program, as by a filter'),
  withoutRows: z.int().describe('Left out by hand'),
  mendedCells: z.int(),
  missingPictures: z.int().describe('Named, and not to be had'),
})
export type SheetFacts = z.infer<typeof SheetFacts>
