import { z } from 'zod'
import { MOST_REPORTED_ROWS } from '#app/deals/deals.facts.ts'
import { SheetFacts } from '#app/deals/editing/sheet-choices.contract.ts'
import { SeenOfWarnings, WarningGroup } from '#app/deals/editing/warnings.contract.ts'

const Problem = z.object({
  row: z.int().describe('As the office program counts it, from 1'),
  column: z.string(),
  value: z.string(),
  reason: z.string().describe('Continues a sentence that begins with the column'),
})

const Duplicate = z.object({
  row: z.int(),
  buyUrl: z.string(),
  sameAs: z.union([
    z.object({ row: z.int() }),
    z.object({ dealId: z.string(), brandName: z.string(), productName: z.string() }),
  ]),
})

/** What a sheet would change, or has changed. */
export const BulkUploadReport = z.object({
  isDryRun: z.boolean(),
  isCommitted: z.boolean(),
  importId: z.string().nullable().describe('Names the batch, to undo it'),
  fileName: z.string(),
  rowCount: z.int(),
  createdCount: z.int().describe('In a dry run: how many would be created'),
  publishedCount: z.int().describe('How many of them are published at once'),
  updatedCount: z.int().describe('Deals that are there and are changed, or would be'),
  unchangedCount: z.int().describe('Rows that say nothing new of a deal that is there'),
  problems: z.array(Problem),
  duplicates: z.array(Duplicate),
  updates: z
    .array(
      z.object({
        row: z.int(),
        dealId: z.string(),
        changes: z.array(
          z.object({
            field: z.string(),
            before: z.string().nullable(),
            after: z.string().nullable(),
          }),
        ),
      }),
    )
    .describe(`Before and after of the first ${MOST_REPORTED_ROWS} deals that are changed`),
  updateStamp: z
    .string()
    .nullable()
    .describe('Names these changes: sent back as `seenUpdates`, it says that a person saw them'),
  notes: z.array(z.string()),
  warnings: z.array(WarningGroup).describe('Of every new row, as if it went out'),
  sheet: SheetFacts,
  rows: z
    .array(
      z.object({
        row: z.int(),
        state: z.enum(['new', 'update', 'unchanged', 'duplicate', 'problem']),
        brandName: z.string(),
        productName: z.string(),
        originalPrice: z.number().nullable(),
        salePrice: z.number().nullable(),
        domain: z.string(),
        retailer: z
          .object({ name: z.string(), isKnown: z.boolean() })
          .describe('Who will be stored as its seller; a new one is not known yet'),
        picture: z.string().nullable().describe('Key under /ndc-images/ when it is known'),
      }),
    )
    .describe(`The first ${MOST_REPORTED_ROWS} rows, those with problems before the others`),
  pictures: z
    .record(z.string(), z.string())
    .describe('Keys of pictures that are stored by now, by their name in the sheet'),
})
export type BulkUploadReport = z.infer<typeof BulkUploadReport>

/** A line of a streamed response, sent to callers that accept `application/x-ndjson`. */
export const BulkUploadLine = z.union([
  z.object({
    stage: z.enum(['reading', 'checking', 'pictures', 'writing']),
    done: z.int(),
    total: z.int().describe('0 while it is not known'),
  }),
  z.object({ report: BulkUploadReport }),
  z.object({
    status: z.int(),
    error: z.string(),
    code: z.string(),
    about: z.unknown().optional(),
    requestId: z.string(),
  }),
])
export type BulkUploadLine = z.infer<typeof BulkUploadLine>

export const ImportRecord = z.object({
  id: z.string(),
  fileName: z.string(),
  createdAt: z.iso.datetime(),
  actorName: z.string().nullable().describe('Null for an import made on the server itself'),
  state: z.enum(['imported', 'refused', 'undone']),
  rowCount: z.int().nullable(),
  createdCount: z.int(),
  duplicateCount: z.int(),
  updatedCount: z.int().describe('Deals that were there and that it has changed'),
  problemCount: z.int().describe('Rows with something wrong'),
  undoneAt: z.iso.datetime().nullable(),
  undoneCount: z.int().nullable(),
  remaining: z.int().describe('Deals of the batch that are there now'),
  published: z.int().describe('Those of them that are published'),
  edited: z.int().describe('Those of them that were edited since'),
  noted: z.int().describe('Those of them with words of the sheet that were not understood'),
  restorable: z
    .int()
    .describe('Deals of the batch that were taken back with it and are away still'),
})
export type ImportRecord = z.infer<typeof ImportRecord>

export const ImportHistory = z.object({ imports: z.array(ImportRecord) })
export type ImportHistory = z.infer<typeof ImportHistory>

/** The outcome for the deals that an upload changed: those that were changed again since stay as they are. */
const Retraced = z.object({
  changedCount: z.int(),
  left: z.array(z.object({ id: z.string(), label: z.string(), reason: z.string() })),
})
export type Retraced = z.infer<typeof Retraced>

export const RetraceImport = z.object({ seenWarnings: SeenOfWarnings }).nullish()

export const ImportUndone = z.object({
  undoneCount: z.int(),
  updates: Retraced.optional().describe('What its changed deals have again'),
})
export type ImportUndone = z.infer<typeof ImportUndone>

export const ImportRestored = z.object({
  restoredCount: z.int(),
  leftCount: z.int().describe('Deals that stay away: another deal has their link by now'),
  updates: Retraced.optional().describe('What its changed deals have again'),
})
export type ImportRestored = z.infer<typeof ImportRestored>

export const ImportParams = z.object({
  importId: z.string().regex(/^[\w-]{1,40}$/, 'is not the id of an import'),
})
