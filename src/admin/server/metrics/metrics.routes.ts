import { z } from 'zod'
import { BusinessNumbers } from '#app/admin/metrics/business.contract.ts'
import {
  BroughtMetrics,
  ClickMetrics,
  DealMetrics,
  JoiningMetrics,
  MemberMetrics,
  MetricRows,
  MetricsQuery,
  RevenueMetrics,
  RowsParams,
  RowsQuery,
} from '#app/admin/metrics/metrics.contract.ts'
import { ROWS_OF_ONE_PERSON, ROWS_OF_PEOPLE } from '#app/admin/metrics/metrics.facts.ts'
import { createBusinessNumbers } from '#app/admin/server/business/kept.ts'
import { ANALYSTS, OWNERS } from '#app/admin/server/roles.ts'
import { requireAdminSession, requireProof } from '#app/admin/server/session/guards.ts'
import type { AppContext } from '#app/server/context.ts'
import { csvText, sendCsv } from '#app/server/csv.ts'
import type { Http } from '#app/server/http/http.ts'
import { forbidden } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { readBroughtMetrics } from './brought.ts'
import { readMetricRows, writeMetricCsv } from './lists.ts'
import {
  readClickMetrics,
  readDealMetrics,
  readJoiningMetrics,
  readMemberMetrics,
  readRevenueMetrics,
} from './metrics.ts'

const NOT_TAKEN = 'Each row of this list is about one person: an owner can take it along.'

export function metricsRoutes(http: Http, ctx: AppContext) {
  const business = createBusinessNumbers(ctx)

  http.get(
    '/api/admin/figures/deals',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Deals a day, against the number that the site claims',
        querystring: MetricsQuery,
        response: { 200: DealMetrics },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readDealMetrics({ ...ctx, db }, request.query.period)),
  )

  http.get(
    '/api/admin/figures/clicks',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Ways out to retailers, by day, deal, brand and retailer',
        querystring: MetricsQuery,
        response: { 200: ClickMetrics },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readClickMetrics({ ...ctx, db }, request.query.period)),
  )

  http.get(
    '/api/admin/figures/joining',
    {
      config: ANALYSTS,
      schema: {
        summary: 'From a click on a locked deal to the first payment',
        querystring: MetricsQuery,
        response: { 200: JoiningMetrics },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readJoiningMetrics({ ...ctx, db }, request.query.period)),
  )

  http.get(
    '/api/admin/figures/members',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Who stands how, trials that end soon, payments that wait for an account',
        response: { 200: MemberMetrics },
      },
    },
    async () => ctx.reads.figures((db) => readMemberMetrics({ ...ctx, db })),
  )

  http.get(
    '/api/admin/figures/revenue',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Money that arrived, less what was paid back',
        querystring: MetricsQuery,
        response: { 200: RevenueMetrics },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readRevenueMetrics({ ...ctx, db }, request.query.period)),
  )

  http.get(
    '/api/admin/figures/brought',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Trips and what became of them, looks at prices, reports, and what people keep',
        querystring: MetricsQuery,
        response: { 200: BroughtMetrics },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readBroughtMetrics({ ...ctx, db }, request.query.period)),
  )

  http.get(
    '/api/admin/figures/business',
    {
      config: ANALYSTS,
      schema: {
        summary: 'Recurring revenue, trials, leaving, renewal and where joiners came from',
        response: { 200: BusinessNumbers },
      },
    },
    async () => business(),
  )

  http.get(
    '/api/admin/figures/people',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary: 'Whether files that name people can be taken along now',
        response: { 200: z.object({ isOpen: z.literal(true) }) },
      },
    },
    async () => ({ isOpen: true as const }),
  )

  http.get(
    '/api/admin/figures/rows/:kind',
    {
      config: ANALYSTS,
      schema: {
        summary: 'The rows behind a number; an analyst’s without addresses',
        params: RowsParams,
        querystring: RowsQuery,
        response: { 200: MetricRows },
      },
    },
    async (request) => {
      const { role } = await requireAdminSession(ctx, request)
      const wish = { ...request.query, isForOwner: role === 'owner' }
      return ctx.reads.figures((db) => readMetricRows({ ...ctx, db }, request.params.kind, wish))
    },
  )

  http.get(
    '/api/admin/figures/csv/:kind',
    {
      config: ANALYSTS,
      schema: {
        summary:
          'All the rows behind a number, for a spreadsheet program; an analyst’s without addresses and numbers below five, and none of one person a row, an owner’s with people in it after the second key',
        params: RowsParams,
        querystring: RowsQuery,
        response: { 200: z.any().describe('text/csv') },
      },
    },
    async (request, reply) => {
      const { kind } = request.params
      const session = await requireAdminSession(ctx, request)
      const isForOwner = session.role === 'owner'
      if (!isForOwner && ROWS_OF_ONE_PERSON.has(kind)) throw forbidden('not-your-role', NOT_TAKEN)
      // Owners' files contain addresses; analysts' never do.
      if (isForOwner && ROWS_OF_PEOPLE.has(kind)) requireProof(ctx, session)
      const wish = { ...request.query, isForOwner }
      const { columns, parts } = await writeMetricCsv(ctx, kind, wish)
      return sendCsv(reply, `${kind}-${businessDay(ctx.now())}`, csvText(columns, parts))
    },
  )
}
