import { DealsPage, FeedQuery, FiltersQuery } from '#app/deals/deals.contract.ts'
import { Facets, Suggestions, SuggestionsQuery } from '#app/deals/filters/search.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countFeedPage } from '#app/deals/server/reading-limits.ts'
import { personOf, readViewer } from '#app/membership/server/membership.ts'
import type { SessionOwner } from '#app/server/admission/guard.ts'
import { sendFinished } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { addressOf } from './address.ts'
import { asFeed, readAsking } from './asking.ts'
import type { Search } from './search.ts'
import type { Suggesting } from './suggestions.ts'

export function searchRoutes(
  http: Http,
  ctx: AppContext,
  {
    catalogue,
    search,
    suggestions,
  }: { catalogue: Catalogue; search: Search; suggestions: Suggesting },
) {
  http.get(
    '/api/deals',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'A page of the feed, newest first, or of what of it is asked for',
        querystring: FeedQuery,
        response: { 200: DealsPage },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const { limit } = request.query
      const asking = readAsking(viewer, addressOf(request))
      const feed = asFeed(asking)
      const answer = feed
        ? catalogue.listFeed(viewer, { ...feed, limit })
        : search.list(viewer, asking, limit)
      // The cached feed is the same for the whole class; reading it counts for each reader.
      const admit = (who: SessionOwner) => countFeedPage(ctx, personOf(who).viewer)
      const isOfClass = feed !== undefined && viewer.userId !== undefined && !viewer.drawing
      const of = isOfClass ? { class: viewer.class, admit } : undefined
      return sendFinished(request, reply, await answer, of)
    },
  )

  http.get(
    '/api/deals/facets',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What the list may be narrowed to, and how many deals each would leave',
        querystring: FiltersQuery,
        response: { 200: Facets },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      const asking = readAsking(viewer, addressOf(request))
      return sendFinished(request, reply, await search.facets(viewer, asking))
    },
  )

  http.get(
    '/api/suggestions',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'What somebody may mean who has begun to type, at most eight',
        querystring: SuggestionsQuery,
        response: { 200: Suggestions },
      },
    },
    async (request, reply) => {
      const viewer = await readViewer(ctx, request)
      return sendFinished(request, reply, await suggestions.suggest(viewer, request.query.q))
    },
  )
}
