import { z } from 'zod'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { ReportParams } from '#app/reports/reports.contract.ts'
import {
  AnswerReports,
  CaseEvidence,
  ReportsAnswered,
  ReportsDesk,
  ReportsDeskQuery,
} from '#app/reports/reports-desk.contract.ts'
import { readEvidence, readReportsDesk } from '#app/reports/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { answerReportsAsAdmin, lookAgainAsAdmin } from './reports.ts'

export function reportsDeskRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/reports',
    {
      config: CURATORS,
      schema: {
        summary: 'What people told of deals and nobody has looked into, deal by deal',
        querystring: ReportsDeskQuery,
        response: { 200: ReportsDesk },
      },
    },
    async (request) => readReportsDesk(ctx, request.query),
  )

  http.get(
    '/api/admin/reports/:dealId',
    {
      config: CURATORS,
      schema: {
        summary: 'What there is to judge it by: prices, our own looks, what was told before',
        params: ReportParams,
        response: { 200: CaseEvidence },
      },
    },
    async (request) => readEvidence(ctx, request.params.dealId),
  )

  http.post(
    '/api/admin/reports/answer',
    {
      config: CURATORS,
      schema: {
        summary: 'Does what was found of deals, and answers whoever told of them',
        body: AnswerReports,
        response: { 200: ReportsAnswered },
      },
    },
    async (request) => answerReportsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/reports/:dealId/look',
    {
      config: CURATORS,
      schema: {
        summary: 'Has the shop’s page looked at before all others',
        params: ReportParams,
        response: { 200: z.object({ isAsked: z.boolean() }) },
      },
    },
    async (request) => ({
      isAsked: await lookAgainAsAdmin(ctx, await requireAdmin(ctx, request), request.params.dealId),
    }),
  )
}
