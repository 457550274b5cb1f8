import { CURATORS } from '#app/admin/server/roles.ts'
import { requireAdmin } from '#app/admin/server/session/guards.ts'
import {
  ChangeProductFeed,
  FeedParams,
  NewProductFeed,
  ProductFeeds,
} from '#app/product-feeds/product-feeds.contract.ts'
import { MOST_UPLOADED_BYTES } from '#app/product-feeds/product-feeds.facts.ts'
import { listFeeds } from '#app/product-feeds/server/feeds/feeds.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { badRequest } from '#app/server/problem.ts'
import { withForm } from '#app/server/uploads/multipart.ts'
import {
  addFeedAsAdmin,
  changeFeedAsAdmin,
  fetchFeedAsAdmin,
  removeFeedAsAdmin,
  uploadFeedAsAdmin,
} from './product-feeds.ts'

const FORM = {
  maxFields: 2,
  maxFieldBytes: 200,
  files: { file: { most: 1, maxBytes: MOST_UPLOADED_BYTES } },
}

export function productFeedsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/product-feeds',
    {
      config: CURATORS,
      schema: {
        summary: 'All product feeds, with what has become of each lately',
        response: { 200: ProductFeeds },
      },
    },
    async () => ({ feeds: await listFeeds(ctx) }),
  )

  http.post(
    '/api/admin/product-feeds',
    {
      config: CURATORS,
      schema: {
        summary: 'Adds a feed; one with an address is fetched at once, and daily',
        body: NewProductFeed,
        response: { 200: ProductFeeds },
      },
    },
    async (request) => addFeedAsAdmin(ctx, await requireAdmin(ctx, request), request.body),
  )

  http.patch(
    '/api/admin/product-feeds/:feedId',
    {
      config: CURATORS,
      schema: {
        summary: 'Changes its name, address, rules, or which column says what',
        params: FeedParams,
        body: ChangeProductFeed,
        response: { 200: ProductFeeds },
      },
    },
    async (request) =>
      changeFeedAsAdmin(ctx, await requireAdmin(ctx, request), request.params.feedId, request.body),
  )

  http.delete(
    '/api/admin/product-feeds/:feedId',
    {
      config: CURATORS,
      schema: {
        summary: 'Removes a feed with its candidates; deals made of them stay',
        params: FeedParams,
        response: { 200: ProductFeeds },
      },
    },
    async (request) =>
      removeFeedAsAdmin(ctx, await requireAdmin(ctx, request), request.params.feedId),
  )

  http.post(
    '/api/admin/product-feeds/:feedId/fetch',
    {
      config: CURATORS,
      schema: {
        summary: 'Has a feed fetched now',
        params: FeedParams,
        response: { 200: ProductFeeds },
      },
    },
    async (request) =>
      fetchFeedAsAdmin(ctx, await requireAdmin(ctx, request), request.params.feedId),
  )
}

/** The route that takes a file. */
export function productFeedUploadRoutes(http: Http, ctx: AppContext) {
  const underWay = new Set<Promise<void>>()
  http.addHook('onClose', async () => {
    await Promise.allSettled(underWay)
  })

  http.post(
    '/api/admin/product-feeds/:feedId/file',
    {
      config: { ...CURATORS, isUpload: true },
      schema: {
        summary: 'Takes the file of a feed, and answers before it is read',
        params: FeedParams,
        response: { 200: ProductFeeds },
      },
    },
    async (request) => {
      const actor = await requireAdmin(ctx, request)
      return withForm(ctx, request, FORM, async (form) => {
        const [file] = form.files('file')
        if (!file) throw badRequest('file: is missing', { file: 'is missing' })
        const { feedId } = request.params
        const { feeds, reading } = await uploadFeedAsAdmin(ctx, actor, feedId, file)
        underWay.add(reading)
        void reading.finally(() => underWay.delete(reading))
        return feeds
      })
    },
  )
}
