import {
  ChecksDesk,
  DecideFinding,
  FindingParams,
  RetailerOfChecks,
} from '#app/admin/checks-desk.contract.ts'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  decideFindingAsAdmin,
  lookAtRetailer,
  neverCheckAsAdmin,
  readChecksDesk,
} from './checks.ts'

export function checksDeskRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/checks',
    {
      config: CURATORS,
      schema: {
        summary: 'What looks at shops’ pages found, what they could not tell, and what waits',
        response: { 200: ChecksDesk },
      },
    },
    async () => readChecksDesk(ctx),
  )

  http.post(
    '/api/admin/checks/:findingId',
    {
      config: CURATORS,
      schema: {
        summary: 'Accepts a finding, corrects its price, ignores it, or looks again',
        params: FindingParams,
        body: DecideFinding,
        response: { 200: ChecksDesk },
      },
    },
    async (request) =>
      decideFindingAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.findingId,
        request.body,
      ),
  )

  http.post(
    '/api/admin/checks/retailers/:retailerId/look',
    {
      config: CURATORS,
      schema: {
        summary: 'Has every page of a retailer looked at before all others',
        params: RetailerOfChecks,
        response: { 200: ChecksDesk },
      },
    },
    async (request) =>
      lookAtRetailer(ctx, await requireAdmin(ctx, request), request.params.retailerId),
  )

  http.post(
    '/api/admin/checks/retailers/:retailerId/never',
    {
      config: CURATORS,
      schema: {
        summary: 'Has nobody look at a retailer’s pages any more',
        params: RetailerOfChecks,
        response: { 200: ChecksDesk },
      },
    },
    async (request) =>
      neverCheckAsAdmin(ctx, await requireAdmin(ctx, request), request.params.retailerId),
  )
}
