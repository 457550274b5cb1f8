import { z } from 'zod'
import {
  AdminDealFilters,
  AdminDealsPage,
  AdminDealsQuery,
  BringBackMany,
  CheckLink,
  DealWarnings,
  EndMany,
  LinkFacts,
  ManyChanged,
  ManyDeals,
  PublishDeal,
  PublishMany,
  StoredPictures,
  SwitchDeal,
} from '#app/admin/admin-deals.contract.ts'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { DealParams } from '#app/deals/deals.contract.ts'
import { MOST_MORE_PICTURES, MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import {
  getManagedDeal,
  listDealFilters,
  listManagedDeals,
  readLinkFacts,
} from '#app/deals/server/deal/managed-deals.ts'
import { groupWarnings } from '#app/deals/server/warnings/grouping.ts'
import { findWarnings } from '#app/deals/server/warnings/warnings.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import {
  bringBackDealsAsAdmin,
  createDealAsAdmin,
  deleteDealAsAdmin,
  deleteDealsAsAdmin,
  endDealsAsAdmin,
  publishDealAsAdmin,
  publishDealsAsAdmin,
  restoreDealsAsAdmin,
  switchDealAsAdmin,
  updateDealAsAdmin,
} from './deals.ts'
import { storePictures } from './pictures.ts'

export function adminDealsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/deals',
    {
      config: CURATORS,
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
      config: CURATORS,
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
      config: CURATORS,
      schema: { summary: 'A deal, whole', params: DealParams, response: { 200: ManagedDeal } },
    },
    async (request) => getManagedDeal(ctx, request.params.dealId),
  )

  http.post(
    '/api/admin/check-link',
    {
      config: CURATORS,
      schema: {
        summary: 'What a link says: the shop, and the deal that has it already',
        body: CheckLink,
        response: { 200: LinkFacts },
      },
    },
    async (request) => readLinkFacts(ctx, request.body),
  )

  http.post(
    '/api/admin/deals/warnings',
    {
      config: CURATORS,
      schema: {
        summary: 'What should be known of deals before they go out; changes nothing',
        body: ManyDeals,
        response: { 200: DealWarnings },
      },
    },
    async (request) => ({
      warnings: groupWarnings(await findWarnings(ctx.db, request.body.ids, ctx.now())),
    }),
  )

  http.patch(
    '/api/deals/:dealId/publish',
    {
      config: CURATORS,
      schema: {
        summary: 'Publishes a deal, or takes it back',
        params: DealParams,
        body: PublishDeal,
        response: { 200: ManagedDeal },
      },
    },
    async (request) =>
      publishDealAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.dealId,
        request.body,
      ),
  )

  http.put(
    '/api/admin/deals/:dealId',
    {
      config: CURATORS,
      schema: {
        summary: 'Sets the switches of a deal: splash, carousel, free preview',
        params: DealParams,
        body: SwitchDeal,
        response: { 200: ManagedDeal },
      },
    },
    async (request) =>
      switchDealAsAdmin(ctx, await requireAdmin(ctx, request), request.params.dealId, request.body),
  )

  http.delete(
    '/api/deals/:dealId',
    {
      config: CURATORS,
      schema: {
        summary: 'Takes a deal away; it can be restored',
        params: DealParams,
        response: { 200: z.object({ success: z.literal(true) }) },
      },
    },
    async (request) => {
      await deleteDealAsAdmin(ctx, await requireAdmin(ctx, request), request.params.dealId)
      return { success: true as const }
    },
  )

  http.post(
    '/api/admin/deals/publish',
    {
      config: CURATORS,
      schema: {
        summary: 'Publishes deals, or takes them back',
        body: PublishMany,
        response: { 200: ManyChanged },
      },
    },
    async (request) => publishDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/end',
    {
      config: CURATORS,
      schema: {
        summary: 'Ends deals that live, and says why',
        body: EndMany,
        response: { 200: ManyChanged },
      },
    },
    async (request) => endDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/bring-back',
    {
      config: CURATORS,
      schema: {
        summary: 'Lets ended deals live again, in their old place',
        body: BringBackMany,
        response: { 200: ManyChanged },
      },
    },
    async (request) => bringBackDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/delete',
    {
      config: CURATORS,
      schema: {
        summary: 'Takes deals away; they can be restored',
        body: ManyDeals,
        response: { 200: ManyChanged },
      },
    },
    async (request) => deleteDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/restore',
    {
      config: CURATORS,
      schema: {
        summary: 'Brings deleted deals back as they were',
        body: ManyDeals,
        response: { 200: ManyChanged },
      },
    },
    async (request) => restoreDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )
}

/** For a gallery; the form of a deal takes fewer. */
const MOST_STORED_AT_ONCE = 10
const DEAL_FORM = {
  maxFields: 60,
  maxFieldBytes: 8 * 1024,
  files: { images: { most: MOST_MORE_PICTURES, maxBytes: MOST_PICTURE_BYTES } },
}
const PICTURES_FORM = {
  maxFields: 5,
  maxFieldBytes: 8 * 1024,
  files: { images: { most: MOST_STORED_AT_ONCE, maxBytes: MOST_PICTURE_BYTES } },
}

/** Routes that take multipart forms. */
export function adminDealFormsRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/deals',
    {
      config: { ...CURATORS, isUpload: true },
      schema: { summary: 'Creates a deal, from a form', response: { 201: ManagedDeal } },
    },
    async (request, reply) => {
      const actor = await requireAdmin(ctx, request)
      const deal = await withForm(ctx, request, DEAL_FORM, (form) =>
        createDealAsAdmin(ctx, actor, form),
      )
      return reply.code(201).send(deal)
    },
  )

  http.put(
    '/api/deals/:dealId',
    {
      config: { ...CURATORS, isUpload: true },
      schema: {
        summary: 'Changes a deal, from a form; fields that are not there stay as they are',
        params: DealParams,
        response: { 200: ManagedDeal },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      const { dealId } = request.params
      return withForm(ctx, request, DEAL_FORM, (form) =>
        updateDealAsAdmin(ctx, actor, dealId, form),
      )
    },
  )

  http.post(
    '/api/admin/pictures',
    {
      config: { ...CURATORS, isUpload: true },
      schema: {
        summary: 'Stores pictures for deals, from files or the address of one',
        response: { 200: StoredPictures },
      },
    },
    async (request) =>
      withForm(ctx, request, PICTURES_FORM, (form) =>
        storePictures(ctx, { files: form.files('images'), address: form.text('url') ?? '' }),
      ),
  )
}
