import { z } from 'zod'
import { LONGEST_SEARCH } from '#app/admin/admin.facts.ts'
import { EditionDay } from '#app/deals/deals.contract.ts'
import { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { LONGEST_ALTERNATIVE } from '#app/deals/editing/picture-notes.facts.ts'
import { SeenOfWarnings } from '#app/deals/editing/warnings.contract.ts'
import { EDITION_GAPS, MOST_IN_EDITION } from '#app/deals/editions.facts.ts'
import { SEEN_AS } from './editions.facts.ts'

export const BoardParams = z.object({ day: EditionDay.describe('The business day in Toronto') })

export const SeenParams = BoardParams.extend({ viewer: z.enum(SEEN_AS) })
export const SeenQuery = z.object({
  at: z
    .string()
    .max(600)
    .regex(/^\/[^\0\\]*$/, 'must be an address on this site')
    .optional()
    .describe('The page, with its parameters; the feed where it is not said'),
})

const NO_MONTH = 'must be a month, as 2026-11'

export const CalendarQuery = z.object({
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, NO_MONTH)
    .optional()
    .describe('This month where it is not said'),
})

export const EditionCalendar = z.object({
  month: z.string(),
  today: z.iso.date(),
  promised: z.int().describe('Deals a day that the club promises'),
  days: z.array(
    z.object({
      day: z.iso.date(),
      out: z.int(),
      scheduled: z.int(),
      drafts: z.int().describe('In the edition, without a time'),
      lacking: z.int().describe('How many of those that wait lack something'),
      at: z.iso.datetime().nullable().describe('When the first of them goes out'),
    }),
  ),
})
export type EditionCalendar = z.infer<typeof EditionCalendar>

export const BoardDeal = z.object({
  deal: ManagedDeal,
  at: z.iso.datetime().nullable().describe('When it came out, or is to; null for a draft'),
  version: z.int().describe('Of its place: whoever moves it says which one they saw'),
  lookedAt: z.iso.datetime().nullable().describe('When somebody last looked for certain'),
  gaps: z.array(z.enum(EDITION_GAPS)),
})
export type BoardDeal = z.infer<typeof BoardDeal>

export const EditionBoard = z.object({
  day: z.iso.date(),
  today: z.iso.date(),
  promised: z.int(),
  usualAt: z.iso.datetime().nullable().describe('When what has no time of its own would go out'),
  deals: z.array(BoardDeal).describe('In the order in which members will see them'),
})
export type EditionBoard = z.infer<typeof EditionBoard>

export const DraftsQuery = z.object({
  q: z
    .string()
    .max(LONGEST_SEARCH)
    .regex(/^[^\0]*$/, 'is not text')
    .default('')
    .describe('Every word occurs in brand, name or shop'),
  page: z.coerce.number().int().min(1).max(1000).default(1),
})

/** Drafts that are in no coming edition. */
export const EditionDrafts = z.object({
  deals: z.array(BoardDeal).describe('The newest first'),
  total: z.int(),
})
export type EditionDrafts = z.infer<typeof EditionDrafts>

const Id = z.string().min(1).max(40)
const Ids = z.array(Id).min(1).max(MOST_IN_EDITION)

export const PutIntoEdition = z.object({
  ids: Ids,
  after: Id.nullable()
    .optional()
    .describe('Behind which deal; null for the top, nothing for the end'),
})
export const DealsOfEdition = z.object({ ids: Ids })
export const MoveInEdition = z.object({
  id: Id,
  version: z.int().min(0),
  after: Id.nullable().describe('Behind which deal; null for the top of those that go out with it'),
})
export const ScheduleEdition = z.object({
  ids: Ids,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time, as 07:00')
    .describe('On the clock in Toronto'),
  which: z
    .enum(['first', 'second'])
    .optional()
    .describe('Where the clocks go back and the time comes twice'),
  seenWarnings: SeenOfWarnings,
})

export const SayAlternatives = z.object({
  texts: z
    .array(
      z.object({
        id: Id,
        picture: z.string().max(80).describe('The key of the picture it is about'),
        text: z
          .string()
          .trim()
          .min(1)
          .max(LONGEST_ALTERNATIVE)
          .regex(/^\P{Cc}*$/u, 'is not text'),
      }),
    )
    .min(1)
    .max(MOST_IN_EDITION),
})
export type SayAlternatives = z.infer<typeof SayAlternatives>

const Left = z
  .array(z.object({ id: z.string(), reason: z.string() }))
  .describe('Those that were not changed, each with the reason')

export const EditionChanged = z.object({ changed: z.array(z.string()), left: Left })
export type EditionChanged = z.infer<typeof EditionChanged>

export const EditionScheduled = EditionChanged.extend({ at: z.iso.datetime() })
export type EditionScheduled = z.infer<typeof EditionScheduled>

export const EditionMoved = z.object({
  from: z.int().describe('Its place before, from 1'),
  to: z.int(),
  version: z.int(),
})
export type EditionMoved = z.infer<typeof EditionMoved>
