import {
  BrandPage,
  CategoryPage,
  CategoryTrees,
  EditionPage,
  EditionParams,
  EditionsQuery,
  EditionYear,
  Paging,
  PlaceList,
  Related,
  RetailerPage,
  SlugParams,
} from '#app/deals/browse.contract.ts'
import { DealParams, DealsPage } from '#app/deals/deals.contract.ts'
import { readViewer } from '#app/membership/server/membership.ts'
import { sendFinished } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import type { Browsing } from './browsing.ts'

/** Routes to browse the catalogue by brand, category, edition and retailer; the deals are at `/api/deals`. */
export function browseRoutes(http: Http, ctx: AppContext, browsing: Browsing) {
  http.get(
    '/api/brands',
    {
      config: { access: 'everyone' },
      schema: { summary: 'The brands with a living deal, by name', response: { 200: PlaceList } },
    },
    async (request, reply) => sendFinished(request, reply, await browsing.listBrands()),
  )

  http.get(
    '/api/brands/:slug',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'A brand: its living deals in figures, and what they are',
        params: SlugParams,
        response: { 200: BrandPage },
      },
    },
    async (request, reply) =>
      sendFinished(request, reply, await browsing.readBrand(request.params.slug)),
  )

  http.get(
    '/api/categories',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The categories with a living deal, both levels',
        response: { 200: CategoryTrees },
      },
    },
    async (request, reply) => sendFinished(request, reply, await browsing.listCategories()),
  )

  http.get(
    '/api/categories/:slug',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'A category of either level: its living deals in figures, and who makes them',
        params: SlugParams,
        response: { 200: CategoryPage },
      },
    },
    async (request, reply) =>
      sendFinished(request, reply, await browsing.readCategory(request.params.slug)),
  )

  http.get(
    '/api/editions',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The editions of a year, newest first',
        querystring: EditionsQuery,
        response: { 200: EditionYear },
      },
    },
    async (request, reply) =>
      sendFinished(request, reply, await browsing.readYear(request.query.year)),
  )

  http.get(
    '/api/editions/:day',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The edition of a day in figures, with the one before and the one after',
        params: EditionParams,
        response: { 200: EditionPage },
      },
    },
    async (request, reply) =>
      sendFinished(request, reply, await browsing.readEdition(request.params.day)),
  )

  http.get(
    '/api/retailers',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'For members: the retailers with a living deal, by name',
        response: { 200: PlaceList },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(request, reply, await browsing.listRetailers(viewer))
    },
  )

  http.get(
    '/api/retailers/:slug',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'For members: a retailer, its living deals in figures, and whose they are',
        params: SlugParams,
        response: { 200: RetailerPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(request, reply, await browsing.readRetailer(viewer, request.params.slug))
    },
  )

  http.get(
    '/api/brands/:slug/deals',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The living deals of a brand, newest first',
        params: SlugParams,
        querystring: Paging,
        response: { 200: DealsPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const { slug } = request.params
      return sendFinished(
        request,
        reply,
        await browsing.listBrandDeals(viewer, slug, request.query),
      )
    },
  )

  http.get(
    '/api/categories/:slug/deals',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The living deals of a category, newest first',
        params: SlugParams,
        querystring: Paging,
        response: { 200: DealsPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const { slug } = request.params
      return sendFinished(
        request,
        reply,
        await browsing.listCategoryDeals(viewer, slug, request.query),
      )
    },
  )

  http.get(
    '/api/editions/:day/deals',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'The deals of one morning, ended ones among them',
        params: EditionParams,
        querystring: Paging,
        response: { 200: DealsPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const { day } = request.params
      return sendFinished(
        request,
        reply,
        await browsing.listEditionDeals(viewer, day, request.query),
      )
    },
  )

  http.get(
    '/api/retailers/:slug/deals',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'For members: the living deals at a retailer, newest first',
        params: SlugParams,
        querystring: Paging,
        response: { 200: DealsPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const { slug } = request.params
      return sendFinished(
        request,
        reply,
        await browsing.listRetailerDeals(viewer, slug, request.query),
      )
    },
  )

  http.get(
    '/api/deals/:dealId/related',
    {
      config: { access: 'everyone' },
      schema: {
        summary:
          'More of a deal’s brand and category; for members, the same piece elsewhere and how its retailer delivers',
        params: DealParams,
        response: { 200: Related },
      },
    },
    async (request) => {
      const viewer = await readViewer(ctx, request)
      return browsing.readRelated(viewer, request.params.dealId)
    },
  )
}
