import { z } from 'zod'
import { Deal, wholeNumber } from '#app/deals/deals.contract.ts'
import { OUTCOMES, REPORT_KINDS } from '#app/reports/reports.facts.ts'
import { LAST_INBOX_PAGE, NOTICE_KINDS } from './notices.facts.ts'

/** The facts at the time of the notice. Contains no details of locked deals. */
export const NoticeFacts = z.object({
  fromCents: z.int().optional().describe('The price when it was saved, or told of last'),
  toCents: z.int().optional(),
  wasTold: z.boolean().optional().describe('Whether `fromCents` was told of before'),
  targetCents: z.int().optional().describe('The price at which they asked to be told'),
  endsAt: z.iso.datetime().optional(),
  reason: z.string().optional().describe('Why it ended'),
  day: z.iso.date().optional().describe('Of which day the edition is'),
  sinceDay: z.iso.date().optional().describe('After which day, where it is of more than one'),
  news: z.string().optional().describe('What of the guarantee it tells'),
  key: z.string().optional().describe('Of the fact, so that it is told once'),
  meterCents: z.int().optional(),
  endsOn: z.iso.date().optional(),
  until: z.iso.date().optional(),
  more: z.int().optional().describe('How many others came with it'),
  others: z.array(z.string()).optional().describe('Which deals those are, as many as a mail shows'),
  told: z.array(z.enum(REPORT_KINDS)).optional().describe('What they had told us of it'),
  outcome: z.enum(OUTCOMES).optional().describe('What was found'),
})
export type NoticeFacts = z.infer<typeof NoticeFacts>

/** A notice as its owner may see it now. */
export const Notice = z.object({
  id: z.int(),
  kind: z.enum(NOTICE_KINDS),
  happenedAt: z.iso.datetime(),
  isRead: z.boolean(),
  facts: NoticeFacts,
  dealId: z.string().nullable(),
  brandName: z.string(),
  deal: Deal.nullable().describe('Null for one that is not listed any more'),
  why: z.string().optional().describe('Why what came out is for them, as ‘For you’ says it'),
})
export type Notice = z.infer<typeof Notice>

export const Notices = z.object({
  notices: z.array(Notice),
  total: z.int(),
  unread: z.int(),
  newestId: z.int().nullable().describe('Of all of them; null where there is none'),
  now: z.iso.datetime(),
})
export type Notices = z.infer<typeof Notices>

export const NoticesQuery = z.object({
  page: wholeNumber(1, LAST_INBOX_PAGE).default(1),
})

export const UnreadNotices = z.object({ unread: z.int() })
export type UnreadNotices = z.infer<typeof UnreadNotices>

export const NoticeParams = z.object({
  noticeId: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be a whole number')
    .transform(Number),
})
/** Notices that arrive meanwhile stay unread. */
export const ReadThrough = z.object({ through: z.int().min(1) })
