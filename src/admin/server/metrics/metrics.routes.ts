import { z } from 'zod'
import {
  ClickMetrics,
  DealMetrics,
  JoiningMetrics,
  MemberMetrics,
  MetricRows,
  MetricsQuery,
  RevenueMetrics,
  RowsParams,
  RowsQuery,
} from '#app/admin/metrics.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { csvText, sendCsv } from '#app/server/csv.ts'
import type { Http } from '#app/server/http/http.ts'
import { businessDay } from '#app/shared/dates.ts'
import { readMetricRows, writeMetricCsv } from './lists.ts'
import {
  readClickMetrics,
  readDealMetrics,
  readJoiningMetrics,
  readMemberMetrics,
  readRevenueMetrics,
} from './metrics.ts'

const config = { access: 'admin' } as const

export function metricsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/figures/deals',
    {
      config,
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
      config,
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
      config,
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
      config,
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
      config,
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
    '/api/admin/figures/rows/:kind',
    {
      config,
      schema: {
        summary: 'The rows behind a number',
        params: RowsParams,
        querystring: RowsQuery,
        response: { 200: MetricRows },
      },
    },
    async (request) =>
      ctx.reads.figures((db) => readMetricRows({ ...ctx, db }, request.params.kind, request.query)),
  )

  http.get(
    '/api/admin/figures/csv/:kind',
    {
      config,
      schema: {
        summary: 'All the rows behind a number, for a spreadsheet program',
        params: RowsParams,
        querystring: RowsQuery,
        response: { 200: z.any().describe('text/csv') },
      },
    },
    async (request, reply) => {
      const { kind } = request.params
      const { columns, parts } = await writeMetricCsv(ctx, kind, request.query)
      return sendCsv(reply, `${kind}-${businessDay(ctx.now())}`, csvText(columns, parts))
    },
  )
}
