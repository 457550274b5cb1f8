import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { requireConfirmed } from '#app/membership/server/membership.ts'
import { NewReport, OwnReports, Reported, ReportParams } from '#app/reports/reports.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { listOwnReports, takeReport } from './reports.ts'

export function reportsRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/reports/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'What somebody told us is wrong with a deal, and what was found',
        params: ReportParams,
        response: { 200: OwnReports },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      return listOwnReports(ctx, { userId, dealId: request.params.dealId })
    },
  )

  http.post(
    '/api/reports/:dealId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Tells us that something is wrong with a deal; harmless when it was told today',
        params: ReportParams,
        body: NewReport,
        response: { 200: Reported },
      },
    },
    async (request) => {
      const viewer = await requireConfirmed(ctx, request)
      const { dealId } = request.params
      return takeReport(ctx, catalogue, { viewer, dealId, report: request.body })
    },
  )
}
