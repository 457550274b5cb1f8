import { ShownCarousels } from '#app/deals/carousels.contract.ts'
import {
  CarouselParams,
  CatalogueStats,
  DealParams,
  DealQuery,
  Deals,
  DealWithLink,
  Editions,
} from '#app/deals/deals.contract.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { sendFinished } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import type { Catalogue } from './deals.ts'

export function dealsRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  http.get(
    '/api/deals/days',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The newest days of the feed, and how many deals each has',
        response: { 200: Editions },
      },
    },
    async (request, reply) => sendFinished(request, reply, await catalogue.listEditions()),
  )

  http.get(
    '/api/deals/preview',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The deals of the front page, newest first, at most ten',
        response: { 200: Deals },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(request, reply, await catalogue.listFeatured(viewer, undefined))
    },
  )

  http.get(
    '/api/deals/free',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The deals that are open today without a membership',
        response: { 200: Deals },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(request, reply, await catalogue.listFreeDeals(viewer))
    },
  )

  http.get(
    '/api/deals/figures',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'How many retailers, brands and deals there are, and how far they are marked down',
        response: { 200: CatalogueStats },
      },
    },
    async (request, reply) => sendFinished(request, reply, await catalogue.readStats()),
  )

  http.get(
    '/api/deals/carousels',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The carousels that are shown, in their order',
        response: { 200: ShownCarousels },
      },
    },
    async (request, reply) => sendFinished(request, reply, await catalogue.listCarousels()),
  )

  http.get(
    '/api/deals/carousel/:carouselId',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'One of the five carousels, newest first, at most ten',
        params: CarouselParams,
        response: { 200: Deals },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(
        request,
        reply,
        await catalogue.listFeatured(viewer, request.params.carouselId),
      )
    },
  )

  http.get(
    '/api/deals/:dealId',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'A deal as far as the viewer may see it; its link counts as an opened deal',
        params: DealParams,
        querystring: DealQuery,
        response: { 200: DealWithLink },
      },
    },
    async (request) => {
      const viewer = await readViewer(ctx, request)
      const { dealId } = request.params
      return request.query.link === 'none'
        ? catalogue.readDeal(viewer, dealId)
        : catalogue.readDealWithLink(viewer, dealId)
    },
  )
}
