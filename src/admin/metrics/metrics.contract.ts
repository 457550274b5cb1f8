import { z } from 'zod'
import { ADMIN_PAGE_SIZE, LARGEST_ADMIN_PAGE } from '#app/admin/admin.facts.ts'
import { UNPAID_CHECKOUT_KEPT_MS } from '#app/membership/membership.facts.ts'
import { formatDays } from '#app/shared/dates.ts'
import { BUSINESS_ROW_KINDS } from './business.facts.ts'

/** Days up to and including today, or this month and the eleven before it. */
export const PERIODS = ['7d', '30d', '90d', '12m'] as const
export const Period = z.enum(PERIODS)
export type Period = z.infer<typeof Period>

export const MetricsQuery = z.object({ period: Period.default('30d') })

const day = z.iso.date()
const dollars = z.number()

/** Business days in Toronto, first and last included. */
export const Span = z.object({ first: day, last: day })
export type Span = z.infer<typeof Span>

/** The period of a part, and the one it is compared with. */
const Times = z.object({
  period: Period,
  span: Span,
  before: Span.describe('As long, just before; of twelve months: the same days a year earlier'),
})

/** All parts cover the same period; a bar is a day, or a month in the longest period. */
export const DealMetrics = Times.extend({
  claim: z.int().describe('Deals a day that the club claims to bring'),
  since: day.nullable().describe('When the first was published; no day before it counts as one'),
  published: z.int(),
  publishedBefore: z.int(),
  daysOver: z.int().describe('Days that are over; today is not'),
  daysReached: z.int().describe('Those of them that reached the claim'),
  perDay: z.number().describe('Over the days that are over, to a tenth'),
  perDayBefore: z.number(),
  bars: z.array(
    Span.extend({
      published: z.int().describe('Deals in the feed now that were published then'),
      takenBack: z.int().describe('Published then, and deleted or unpublished since'),
      perDay: z.number(),
      daysReached: z.int(),
      daysOver: z.int(),
    }),
  ),
})
export type DealMetrics = z.infer<typeof DealMetrics>

const KINDS = ['click', 'repeat', 'prefetch', 'head', 'bot'] as const
export const ClickKind = z.enum(KINDS)
export type ClickKind = z.infer<typeof ClickKind>

const Ranked = z.object({
  id: z.string(),
  name: z.string(),
  isDeleted: z.boolean(),
  clicks: z.int(),
})
export type Ranked = z.infer<typeof Ranked>

/** The most clicked ones, and the number of all. */
const TopRanked = z.object({ top: z.array(Ranked), count: z.int() })
export type TopRanked = z.infer<typeof TopRanked>

export const ClickMetrics = Times.extend({
  clicks: z.int(),
  clicksBefore: z.int(),
  people: z.int().describe('Accounts that clicked; those deleted since count as none'),
  bars: z.array(Span.extend({ clicks: z.int(), before: z.int() })),
  deals: TopRanked,
  brands: TopRanked,
  retailers: TopRanked,
  kinds: z.record(ClickKind, z.int()).describe('Everything that arrived; only `click` counts'),
})
export type ClickMetrics = z.infer<typeof ClickMetrics>

const FUNNEL_STEPS = ['locked', 'started', 'completed', 'claimed', 'paid'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

export const JoiningMetrics = Times.extend({
  locked: z.int(),
  lockedBefore: z.int().nullable().describe('Null when it is no longer known'),
  lockedSpan: Span.describe('Within the period, as far back as it is known'),
  lockedDeals: TopRanked,
  funnel: z.object({
    span: Span.describe(
      `At most ${formatDays(UNPAID_CHECKOUT_KEPT_MS)}: payment pages nobody paid at are not kept longer`,
    ),
    steps: z.record(z.enum(FUNNEL_STEPS), z.int()),
    onTrial: z.int().describe('Completed, not paid yet, and still on trial'),
  }),
})
export type JoiningMetrics = z.infer<typeof JoiningMetrics>

/** The status of an account's decisive subscription; `none` for a free account. */
const MEMBERSHIP_STATUSES = [
  'active',
  'trialing',
  'ending',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
  'canceled',
  'none',
] as const
export const MembershipStatus = z.enum(MEMBERSHIP_STATUSES)
export type MembershipStatus = z.infer<typeof MembershipStatus>

const Waiting = z.object({ count: z.int(), amount: dollars, oldestAt: z.iso.datetime().nullable() })

/** Current values, without a period. */
export const MemberMetrics = z.object({
  at: z.iso.datetime(),
  members: z.int().describe('People to whom the feed is open'),
  people: z.int().describe('Accounts'),
  standings: z.array(z.object({ standing: z.string(), people: z.int() })),
  trials: z.array(
    Span.extend({
      ending: z.int().describe('Trials that end on this day'),
      leaving: z.int().describe('Those of them that are cancelled and will not be charged'),
    }),
  ),
  unclaimed: Waiting.describe('Payments that are complete and have no account yet'),
})
export type MemberMetrics = z.infer<typeof MemberMetrics>

const Money = z.object({
  payments: z.int(),
  taken: dollars,
  refunded: dollars,
  net: dollars,
})

export const RevenueMetrics = Times.extend({
  current: Money,
  earlier: Money.describe('In the period before'),
  months: z.array(Span.merge(Money)).describe('This month and the eleven before it'),
  otherCurrencies: z.int().describe('Payments in another currency than US dollars: not counted'),
})
export type RevenueMetrics = z.infer<typeof RevenueMetrics>

export const BroughtMetrics = Times.extend({
  trips: z.int(),
  tripsBefore: z.int(),
  recorded: z.int().describe('Of these trips: said by the member'),
  confirmed: z.int().describe('By a network'),
  returned: z.int(),
  rejected: z.int(),
  saved: dollars.describe('On confirmed purchases'),
  commission: dollars.describe('Confirmed, and not taken back'),
  checks: z.object({
    deals: z.int().describe('Living ones'),
    checked: z.int().describe('For certain, within 24 hours'),
    never: z.int(),
    oldestHours: z.number().nullable(),
  }),
  reports: z.object({
    reported: z.int(),
    answered: z.int(),
    medianHours: z.number().nullable().describe('Half of the answers took no longer'),
  }),
  kept: z.object({
    saves: z.int(),
    follows: z.int(),
    alerts: z.int().describe('Sent by mail'),
    opened: z.int().describe('People who came from an alert, each once a day for each page'),
    wentOn: z.int().describe('Clicks on deals by those who had come from a mail'),
  }),
})
export type BroughtMetrics = z.infer<typeof BroughtMetrics>

/** The lists behind the numbers. */
export const ROW_KINDS = [
  'clicks',
  'clicks-by-deal',
  'clicks-by-brand',
  'clicks-by-retailer',
  'clicks-by-day',
  'deals',
  'deals-by-day',
  'locked',
  'locked-by-deal',
  'checkouts',
  'members',
  'trials',
  'payments',
  'revenue-by-month',
  'unclaimed',
  'trips',
  'trips-by-deal',
  'trips-by-brand',
  'trips-by-retailer',
  'trips-by-day',
  'checks',
  'reports',
  'saves',
  'saves-by-deal',
  'follows',
  'follows-by-what',
  'kept-by-day',
  ...BUSINESS_ROW_KINDS,
] as const
export const RowKind = z.enum(ROW_KINDS)
export type RowKind = z.infer<typeof RowKind>

const id = z.string().max(120)

/** The filters of a list; those that it does not have are ignored. */
export const RowsQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(LARGEST_ADMIN_PAGE).default(ADMIN_PAGE_SIZE),
  from: day.optional().describe('First business day'),
  to: day.optional().describe('Last business day'),
  dealId: id.optional(),
  brandId: id.optional(),
  retailerId: id.optional(),
  click: z.enum([...KINDS, 'all']).default('click'),
  step: z.enum(['started', 'completed', 'claimed', 'paid']).default('started'),
  state: z.enum(['published', 'taken-back']).default('published'),
  standing: z.string().max(40).default('members').describe('`members` and `all` take in several'),
  trial: z.enum(['yes', 'no']).optional().describe('Whether it began as a trial'),
  outcome: z.enum(['paid', 'trialing', 'left', 'failed', 'kept']).optional(),
  reason: z.string().max(40).optional().describe('Why somebody left'),
  interval: z.enum(['month', 'year']).optional().describe('What the first payment was for'),
  site: z
    .string()
    .max(120)
    .optional()
    .describe('Where they came from; `none` where it is not said'),
  place: z.string().max(120).optional().describe('Where they went to join; `none` likewise'),
})
export type RowsQuery = z.infer<typeof RowsQuery>

export const RowsParams = z.object({ kind: RowKind })

/** How the cells of a column are formatted. */
export const ColumnType = z.enum(['text', 'count', 'hours', 'money', 'moment', 'day', 'month'])

export const MetricRows = z.object({
  kind: RowKind,
  title: z.string(),
  note: z.string().describe('What stands here and what does not'),
  columns: z.array(z.object({ label: z.string(), type: ColumnType })),
  rows: z.array(
    z.object({
      key: z.string(),
      cells: z.array(z.union([z.string(), z.number(), z.null()])),
      dealId: z.string().nullable().describe('The deal it is about, unless that is deleted'),
      leadsTo: z
        .record(z.string(), z.string())
        .nullable()
        .describe('The list behind this row, as the query that asks for it'),
    }),
  ),
  total: z.int(),
  page: z.int(),
  pages: z.int(),
})
export type MetricRows = z.infer<typeof MetricRows>
