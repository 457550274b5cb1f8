import type { Catalogue } from '#app/deals/server/deals.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { notFound } from '#app/server/problem.ts'
import { robotsTxt } from './search-engines.rules.ts'
import { findSitemapPart, readSitemap } from './search-engines.ts'

const XML = 'application/xml; charset=utf-8'
/** A deal that is taken back is not to be listed for long. */
const TEN_MINUTES = 'public, max-age=600'

/** What search engines read before they read pages. */
export function searchEnginesRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  const cached = createAnswerCache(ctx.live, 'deals')
  const everyone = { config: { access: 'everyone' } } as const

  http.get('/robots.txt', everyone, async (_request, reply) =>
    reply
      .header('cache-control', TEN_MINUTES)
      .type('text/plain; charset=utf-8')
      .send(robotsTxt(ctx.config.http.publicUrl)),
  )

  http.get('/sitemap.xml', everyone, async (_request, reply) => {
    const sitemap = await cached('whole', () => readSitemap(ctx, catalogue))
    return reply.header('cache-control', TEN_MINUTES).type(XML).send(sitemap)
  })

  http.get<{ Params: { part: string } }>('/sitemap/:part.xml', everyone, async (request, reply) => {
    const { part } = request.params
    // A name of its own for each part that can be, and none for what is made up.
    if (!/^[1-9]\d{0,3}$/.test(part)) throw notFound('sitemap')
    const sitemap = await cached(
      `part ${part}`,
      () => findSitemapPart(ctx, catalogue, Number(part)),
      (found) => found !== undefined,
    )
    if (sitemap === undefined) throw notFound('sitemap')
    return reply.header('cache-control', TEN_MINUTES).type(XML).send(sitemap)
  })
}
