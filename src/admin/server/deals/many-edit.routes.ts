import {
  BringBackField,
  EditDeals,
  EditedMany,
  EditPreview,
  FieldHistory,
  PreviewEdit,
  UndoEdit,
} from '#app/admin/many-edit.contract.ts'
import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { DealParams } from '#app/deals/deals.contract.ts'
import { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readFieldHistory } from './field-history.ts'
import {
  bringBackFieldAsAdmin,
  editDealsAsAdmin,
  previewEdit,
  undoEditAsAdmin,
} from './many-edit.ts'

/** Routes of edits of many deals at once, and of the history of a deal's fields. */
export function manyEditRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/admin/deals/edit/preview',
    {
      config: CURATORS,
      schema: {
        summary: 'What an edit would make of deals; nothing is written',
        body: PreviewEdit,
        response: { 200: EditPreview },
      },
    },
    async (request) => previewEdit(ctx, request.body),
  )

  http.post(
    '/api/admin/deals/edit',
    {
      config: CURATORS,
      schema: {
        summary: 'Changes the same of many deals',
        body: EditDeals,
        response: { 200: EditedMany },
      },
    },
    async (request) => editDealsAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.post(
    '/api/admin/deals/edit/undo',
    {
      config: CURATORS,
      schema: {
        summary: 'Takes an edit of many deals back, where nobody has changed the same since',
        body: UndoEdit,
        response: { 200: EditedMany },
      },
    },
    async (request) => undoEditAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.get(
    '/api/admin/deals/:dealId/history',
    {
      config: CURATORS,
      schema: {
        summary: 'What was changed of a deal by hand, field by field',
        params: DealParams,
        response: { 200: FieldHistory },
      },
    },
    async (request) => readFieldHistory(ctx, request.params.dealId),
  )

  http.post(
    '/api/admin/deals/:dealId/history',
    {
      config: CURATORS,
      schema: {
        summary: 'Brings back what a field of a deal was before a change',
        params: DealParams,
        body: BringBackField,
        response: { 200: ManagedDeal },
      },
    },
    async (request) =>
      bringBackFieldAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.dealId,
        request.body,
      ),
  )
}
