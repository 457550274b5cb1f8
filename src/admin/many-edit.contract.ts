import { z } from 'zod'
import { LAST_CAROUSEL, LONGEST_SIZES, LONGEST_TERM } from '#app/deals/deals.facts.ts'
import { PERCENT_FROM, PERCENT_TO } from '#app/deals/editing/many-edit.facts.ts'
import { SeenOfWarnings } from '#app/deals/editing/warnings.contract.ts'
import { MOST_AT_ONCE } from './admin.facts.ts'
import { ManyChanged } from './admin-deals.contract.ts'

const term = z.string().max(LONGEST_TERM).optional().describe('Empty for none')
const time = z.string().max(60).optional().describe('On the clock in Toronto; empty for none')
const price = z
  .union([
    z.strictObject({ set: z.string().max(60).describe('Empty for unknown') }),
    z.strictObject({ percent: z.number().min(PERCENT_FROM).max(PERCENT_TO) }),
  ])
  .optional()
const some = z.string().max(LONGEST_SIZES)

/** The fields to change of deals; missing ones stay as they are. */
const Edit = z
  .strictObject({
    department: term,
    category: term,
    colour: term,
    sizes: z
      .union([
        z.strictObject({ set: some }),
        z.strictObject({ add: some }),
        z.strictObject({ remove: some }),
      ])
      .optional(),
    originalPrice: price,
    salePrice: price,
    startsAt: time,
    endsAt: time,
    isPreview: z.boolean().optional(),
    carouselAssignment: z.int().min(0).max(LAST_CAROUSEL).optional(),
  })
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), {
    message: 'Nothing to change was given.',
  })

const id = z.string().max(40)
export const PreviewEdit = z.object({ ids: z.array(id).min(1).max(MOST_AT_ONCE), edit: Edit })

/** The outcome for each deal, before anything is written. */
export const EditPreview = z.object({
  changed: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      version: z.int().describe('Given with the edit, it is not done to what was saved since'),
      changes: z.array(
        z.object({
          field: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      ),
    }),
  ),
  left: z.array(z.object({ id: z.string(), label: z.string(), reason: z.string() })),
})
export type EditPreview = z.infer<typeof EditPreview>

/** Edits are slow, so larger ones are sent in parts, each with an undo of its own. */
const MOST_EDITED_AT_ONCE = 100
export const EditDeals = z.object({
  deals: z
    .array(z.object({ id, version: z.int().optional() }))
    .min(1)
    .max(MOST_EDITED_AT_ONCE),
  edit: Edit,
  seenWarnings: SeenOfWarnings,
})
export const EditedMany = ManyChanged.extend({
  batchId: z.string().describe('By which it is undone'),
})
export type EditedMany = z.infer<typeof EditedMany>
export const UndoEdit = z.object({
  batchId: z.string().max(60),
  ids: z.array(id).min(1).max(MOST_EDITED_AT_ONCE),
  seenWarnings: SeenOfWarnings,
})

/** The changes of a deal by field, in the order of the form; the newest change first. */
export const FieldHistory = z.object({
  version: z.int(),
  fields: z.array(
    z.object({
      field: z.string(),
      label: z.string(),
      now: z.string().nullable(),
      changes: z.array(
        z.object({
          entryId: z.int().nullable().describe('Null for what nobody did by hand'),
          happenedAt: z.iso.datetime(),
          actorName: z.string(),
          before: z.string().nullable(),
          after: z.string().nullable(),
          mayComeBack: z.boolean().describe('What was before is not what is now'),
        }),
      ),
    }),
  ),
})
export type FieldHistory = z.infer<typeof FieldHistory>
export const BringBackField = z.object({
  field: z.string().max(60),
  entryId: z.int().min(1),
  version: z.int().describe('On which it was decided: what was saved since is not overwritten'),
  seenWarnings: SeenOfWarnings,
})
