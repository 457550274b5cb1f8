import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  ChangeRetailer,
  ManagedRetailer,
  ManagedRetailers,
  RetailerParams,
  RetailersQuery,
} from '#app/deals/registry.contract.ts'
import { listRetailers } from '#app/deals/server/retailers/registry.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { changeRetailerAsAdmin } from './retailers.ts'

export function retailersRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/retailers',
    {
      config: CURATORS,
      schema: {
        summary: 'The registry of retailers, those with most living deals first',
        querystring: RetailersQuery,
        response: { 200: ManagedRetailers },
      },
    },
    async (request) => listRetailers(ctx, request.query),
  )

  http.patch(
    '/api/admin/retailers/:retailerId',
    {
      config: CURATORS,
      schema: {
        summary: 'Changes what is known of a retailer',
        params: RetailerParams,
        body: ChangeRetailer,
        response: { 200: ManagedRetailer },
      },
    },
    async (request) =>
      changeRetailerAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.retailerId,
        request.body,
      ),
  )
}
