import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { SaveView, ViewParams, Views } from '#app/admin/views.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { listViews, removeView, saveView } from './views.ts'

/** Routes of the saved views of the deal list, each administrator's own. */
export function viewsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/views',
    {
      config: CURATORS,
      schema: { summary: 'One’s own views of the list of deals', response: { 200: Views } },
    },
    async (request) => listViews(ctx, await requireAdmin(ctx, request)),
  )

  http.post(
    '/api/admin/views',
    {
      config: CURATORS,
      schema: {
        summary: 'Keeps a view under a name; one of the same name takes its place',
        body: SaveView,
        response: { 200: Views },
      },
    },
    async (request) => saveView(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.delete(
    '/api/admin/views/:viewId',
    {
      config: CURATORS,
      schema: { summary: 'Takes a view away', params: ViewParams, response: { 200: Views } },
    },
    async (request) => removeView(ctx, await requireAdmin(ctx, request), request.params.viewId),
  )
}
