import { z } from 'zod'
import { FINDING_KINDS, FINDING_STATES } from '#app/checks/checks.facts.ts'
import { PRICE_BASES } from '#app/deals/prices/prices.facts.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'

const moment = z.iso.datetime()

/** A finding of a check of a shop's page. */
export const DeskFinding = z.object({
  id: z.int(),
  kind: z.enum(FINDING_KINDS),
  state: z.enum(FINDING_STATES),
  foundAt: moment,
  decidedBy: z.string().nullable(),
  retailerId: z.string(),
  retailer: z.string(),
  dealId: z.string().nullable(),
  deal: z.string().nullable().describe('What it is called; null for what is about a retailer'),
  link: z.string().nullable(),
  before: z.number().nullable().describe('In what it is sold in, as `now` and `was`'),
  now: z.number().nullable(),
  was: z.number().nullable(),
  basis: z.enum(PRICE_BASES).describe('What a price before on that page rests on'),
  soldIn: z.string().describe('Three letters'),
  currency: z.string().nullable().describe('What the page says'),
  ended: z.int().nullable(),
  living: z.int().nullable(),
  wouldEnd: z.int().nullable().describe('Of those that live, if a person says so'),
  evidence: z.string().nullable().describe('The page’s own structured data'),
})
export type DeskFinding = z.infer<typeof DeskFinding>

export const ChecksDesk = z.object({
  waiting: z.array(DeskFinding).describe('For a person, newest first'),
  waitingTotal: z.int(),
  done: z.array(DeskFinding).describe('What changed by itself or was decided, newest first'),
  failing: z.array(
    z.object({
      retailerId: z.string(),
      retailer: z.string(),
      deals: z.int(),
      since: moment.nullable(),
      refused: z.int(),
      unreadable: z.int(),
      noAnswer: z.int(),
      certainAt: moment.nullable(),
    }),
  ),
  isOn: z.boolean().describe('Whether pages are looked at'),
  coverage: z.object({
    deals: z.int().describe('All that live, also of shops that are not asked'),
    looked: z.int(),
    certain: z.int(),
    oldest: moment
      .nullable()
      .describe('The look that was longest ago; of what was never looked at, when it came out'),
  }),
  now: moment,
})
export type ChecksDesk = z.infer<typeof ChecksDesk>

export const FindingParams = z.object({ findingId: z.coerce.number().int().min(1) })
export const RetailerOfChecks = z.object({ retailerId: z.string().max(64) })

const dollars = z
  .number()
  .positive()
  .max(HIGHEST_PRICE_CENTS / 100)

export const DecideFinding = z
  .object({
    decision: z.enum(['accept', 'correct', 'ignore', 'look-again']),
    price: dollars.optional().describe('For `correct`: what it costs'),
    was: dollars
      .nullable()
      .optional()
      .describe('For `correct`: what it cost before; null says nothing of it'),
  })
  .refine(({ decision, price }) => (decision === 'correct') === (price !== undefined), {
    message: 'belongs to the decision `correct`, and to no other',
    path: ['price'],
  })
export type DecideFinding = z.infer<typeof DecideFinding>
