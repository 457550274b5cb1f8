import { StoredPictures } from '#app/admin/admin-deals.contract.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { DealParams } from '#app/deals/deals.contract.ts'
import { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import { editDeal, enterDeal } from './deals.ts'
import { storePictures } from './pictures.ts'

const config = { access: 'admin' as const, isUpload: true }

const PICTURE_BYTES = 8 * 1024 * 1024
const DEAL_FORM = {
  maxFields: 30,
  maxFieldBytes: 8 * 1024,
  files: { images: { most: 5, maxBytes: PICTURE_BYTES } },
}
const PICTURES_FORM = {
  maxFields: 5,
  maxFieldBytes: 8 * 1024,
  files: { images: { most: 10, maxBytes: PICTURE_BYTES } },
}

/** Those calls of the desk that take forms with files. */
export function adminDealFormsRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/deals',
    {
      config,
      schema: { summary: 'Enters a deal, from a form', response: { 201: ManagedDeal } },
    },
    async (request, reply) => {
      const actor = await requireAdmin(ctx, request)
      const deal = await withForm(ctx, request, DEAL_FORM, (form) => enterDeal(ctx, actor, form))
      return reply.code(201).send(deal)
    },
  )

  http.put(
    '/api/deals/:dealId',
    {
      config,
      schema: {
        summary: 'Changes a deal, from a form; fields that are not there stay as they are',
        params: DealParams,
        response: { 200: ManagedDeal },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      const { dealId } = request.params
      return withForm(ctx, request, DEAL_FORM, (form) => editDeal(ctx, actor, dealId, form))
    },
  )

  http.post(
    '/api/admin/pictures',
    {
      config,
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
