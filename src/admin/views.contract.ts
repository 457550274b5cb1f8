import { z } from 'zod'
import { LIST_COLUMNS, LONGEST_VIEW_ADDRESS, LONGEST_VIEW_NAME } from './views.facts.ts'

const View = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string().describe('Filters and sorting, as they stand in the address of the list'),
  hidden: z.array(z.enum(LIST_COLUMNS)).describe('Columns that are left out'),
})
/** The administrator's own views; sessions of the shared password have theirs in common. */
export const Views = z.object({ views: z.array(View).describe('By name') })
export type Views = z.infer<typeof Views>

export const SaveView = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(LONGEST_VIEW_NAME)
    .regex(/^\P{Cc}*$/u, 'is not text'),
  address: z
    .string()
    .max(LONGEST_VIEW_ADDRESS)
    .regex(/^[\w.~*+%=&-]*$/, 'is not the address of a list'),
  hidden: z.array(z.enum(LIST_COLUMNS)).max(LIST_COLUMNS.length),
})
export const ViewParams = z.object({ viewId: z.string().max(40) })
