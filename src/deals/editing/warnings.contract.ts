import { z } from 'zod'
import { WARNING_KINDS } from './warnings.facts.ts'

/** The warnings of one kind and the deals they concern. */
export const WarningGroup = z.object({
  kind: z.enum(WARNING_KINDS),
  key: z
    .string()
    .describe('Names exactly these warnings: sent back, it says that a person saw them'),
  title: z.string(),
  count: z.int().describe('Of all deals it is about'),
  deals: z
    .array(
      z.object({
        dealId: z.string().nullable(),
        row: z.int().nullable(),
        name: z.string(),
        words: z.string(),
      }),
    )
    .describe('The first hundred of them'),
})
export type WarningGroup = z.infer<typeof WarningGroup>

/** The result of publishing many: how many go out, and which do not, each with its reason. */
export const StayingBehind = z.object({
  going: z.int(),
  deals: z.array(z.object({ dealId: z.string(), name: z.string(), reason: z.string() })).min(1),
})
export type StayingBehind = z.infer<typeof StayingBehind>

/** Keys of the warnings that a person has seen and publishes despite. */
export const SeenWarnings = z.array(z.string().max(40)).max(WARNING_KINDS.length)
/** For calls that may publish something; when missing, no warning counts as seen. */
export const SeenOfWarnings = SeenWarnings.optional().describe(
  'The keys of the warnings that a person has seen. Warnings that are not among them are answered 409 `warned`, and nothing goes out',
)
