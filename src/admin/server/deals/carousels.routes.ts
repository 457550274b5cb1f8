import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import { ChangeCarousel, ManagedCarousels, OrderCarousels } from '#app/deals/carousels.contract.ts'
import { CarouselParams } from '#app/deals/deals.contract.ts'
import { listCarousels } from '#app/deals/server/feed/carousels.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { changeCarouselAsAdmin, orderCarouselsAsAdmin } from './carousels.ts'

export function carouselsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/carousels',
    {
      config: CURATORS,
      schema: {
        summary: 'The carousels in their order, and how many deals each has',
        response: { 200: ManagedCarousels },
      },
    },
    async () => listCarousels(ctx),
  )

  http.patch(
    '/api/admin/carousels/:carouselId',
    {
      config: CURATORS,
      schema: {
        summary: 'Renames a carousel, or switches it on or off',
        params: CarouselParams,
        body: ChangeCarousel,
        response: { 200: ManagedCarousels },
      },
    },
    async (request) =>
      changeCarouselAsAdmin(
        ctx,
        await requireAdmin(ctx, request),
        request.params.carouselId,
        request.body,
      ),
  )

  http.put(
    '/api/admin/carousels/order',
    {
      config: CURATORS,
      schema: {
        summary: 'Puts the carousels into another order',
        body: OrderCarousels,
        response: { 200: ManagedCarousels },
      },
    },
    async (request) =>
      orderCarouselsAsAdmin(ctx, await requireAdmin(ctx, request), request.body.numbers),
  )
}
