import { z } from 'zod'
import {
  AdminDealFilters,
  AdminDealsPage,
  AdminDealsQuery,
  CheckLink,
  LinkFacts,
  ManyChanged,
  ManyDeals,
  PublishDeal,
  PublishMany,
  SwitchDeal,
} from '#app/admin/admin-deals.contract.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { DealParams } from '#app/deals/deals.contract.ts'
import { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import {
  getManagedDeal,
  listDealFilters,
  listManagedDeals,
  readLinkFacts,
} from '#app/deals/server/deal/managed-deals.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import {
  bringManyBack,
  setManyPublished,
  setPublished,
  setSwitches,
  takeDealAway,
  takeManyAway,
} from './deals.ts'

const config = { access: 'admin' as const }

export function adminDealsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/deals',
    {
      config,
      schema: {
        summary: 'Every deal, published or not, newest first',
        querystring: AdminDealsQuery,
        response: { 200: AdminDealsPage },
      },
    },
    async (request) => {
      const { page, limit, ids, ...filter } = request.query
      const only = ids?.split(',').filter((id) => id !== '')
      const { deals, total } = await listManagedDeals(
        ctx,
        { ...filter, ids: only },
        { page, limit },
      )
      const totalPages = Math.ceil(total / limit)
      const hasNextPage = page < totalPages
      return {
        deals,
        pagination: { currentPage: page, totalPages, totalDeals: total, hasNextPage },
      }
    },
  )

  http.get(
    '/api/admin/deals/filters',
    {
      config,
      schema: {
        summary: 'What the list can be narrowed to',
        response: { 200: AdminDealFilters },
      },
    },
    async () => listDealFilters(ctx),
  )

  http.get(
    '/api/admin/deals/:dealId',
    {
      config,
      schema: { summary: 'A deal, whole', params: DealParams, response: { 200: ManagedDeal } },
    },
    async (request) => getManagedDeal(ctx, request.params.dealId),
  )

  http.post(
    '/api/admin/check-link',
    {
      config,
      schema: {
        summary: 'What a link says: the shop, and the deal that has it already',
        body: CheckLink,
        response: { 200: LinkFacts },
      },
    },
    async (request) => readLinkFacts(ctx, request.body),
  )

  http.patch(
    '/api/deals/:dealId/publish',
    {
      config,
      schema: {
        summary: 'Publishes a deal, or takes it back',
        params: DealParams,
        body: PublishDeal,
        response: { 200: ManagedDeal },
      },
    },
    async (request) =>
      setPublished(ctx, await requireAdmin(ctx, request), request.params.dealId, request.body),
  )

  http.put(
    '/api/admin/deals/:dealId',
    {
      config,
      schema: {
        summary: 'Sets the switches of a deal: splash, carousel, free preview',
        params: DealParams,
        body: SwitchDeal,
        response: { 200: ManagedDeal },
      },
    },
    async (request) =>
      setSwitches(ctx, await requireAdmin(ctx, request), request.params.dealId, request.body),
  )

  http.delete(
    '/api/deals/:dealId',
    {
      config,
      schema: {
        summary: 'Takes a deal away; it can be restored',
        params: DealParams,
        response: { 200: z.object({ success: z.literal(true) }) },
      },
    },
    async (request) => {
      await takeDealAway(ctx, await requireAdmin(ctx, request), request.params.dealId)
      return { success: true as const }
    },
  )

  http.post(
    '/api/admin/deals/publish',
    {
      config,
      schema: {
        summary: 'Publishes deals, or takes them back',
        body: PublishMany,
        response: { 200: ManyChanged },
      },
    },
    async (request) => setManyPublished(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/delete',
    {
      config,
      schema: {
        summary: 'Takes deals away; they can be restored',
        body: ManyDeals,
        response: { 200: ManyChanged },
      },
    },
    async (request) => takeManyAway(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/restore',
    {
      config,
      schema: {
        summary: 'Brings deleted deals back as they were',
        body: ManyDeals,
        response: { 200: ManyChanged },
      },
    },
    async (request) => bringManyBack(ctx, await requireAdmin(ctx, request), request.body),
  )
}
