import { z } from 'zod'
import { COUNTED } from './claims.facts.ts'

/** A figure of our pages and what it is based on. */
export const CountedClaim = z.object({
  name: z.enum(COUNTED).describe('Also the part of `/how-we-count` that tells of it'),
  title: z.string(),
  figure: z.string().nullable().describe('As our pages say it; null while it may not be said'),
  because: z.string().nullable().describe('Why it may not be said, or that it is sample copy'),
  isSample: z.boolean().describe('Copy that nothing counted stands behind, where it is shown'),
  what: z.string().describe('What is counted'),
  how: z.string().describe('How'),
  since: z.iso.date().nullable().describe('Of which day on; null for what is so at the moment'),
  values: z
    .record(z.string(), z.number().nullable())
    .describe('What was counted: money in US dollars, shares in percent, times in hours'),
  countedAt: z.iso.datetime().nullable().describe('Null for what is not counted'),
})
export type CountedClaim = z.infer<typeof CountedClaim>

export const CountedClaims = z.object({ claims: z.array(CountedClaim) })
export type CountedClaims = z.infer<typeof CountedClaims>
