import { listSitemapPlaces } from '#app/deals/server/browse/sitemap-places.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { publicFor } from '#app/server/http/public-for.ts'
import { notFound } from '#app/server/problem.ts'
import { PAGES } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import {
  LARGEST_PART,
  robotsTxt,
  sitemap,
  sitemapIndex,
  webManifest,
} from './search-engines.rules.ts'

const XML = 'application/xml; charset=utf-8'
/** In seconds. A withdrawn deal must not stay listed for long. */
const TEN_MINUTES = 600

/** The pages in the sitemap, besides the deals. */
const LISTED = Object.values(PAGES)
  .filter(({ searchEngines }) => searchEngines === 'listed')
  .map(({ path }) => ({ path }))

/** robots.txt, the sitemap and the web app manifest. */
export function searchEnginesRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  const cached = createAnswerCache(ctx.live, 'deals', 'sitemap')
  const forTenMinutes = () => publicFor(ctx, TEN_MINUTES)
  const everyone = { config: { access: 'everyone', keeping: 'everybody' } } as const

  http.get('/robots.txt', everyone, async (_request, reply) =>
    reply
      .header('cache-control', forTenMinutes())
      .type('text/plain; charset=utf-8')
      .send(robotsTxt(ctx.config.http.publicUrl)),
  )

  http.get('/manifest.webmanifest', everyone, async (_request, reply) =>
    reply
      .header('cache-control', forTenMinutes())
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(webManifest(ctx.config.club))),
  )

  http.get('/sitemap.xml', everyone, async (_request, reply) => {
    const sitemap = await cached('whole', () => readSitemap(ctx, catalogue))
    return reply.header('cache-control', forTenMinutes()).type(XML).send(sitemap)
  })

  http.get<{ Params: { part: string } }>('/sitemap/:part.xml', everyone, async (request, reply) => {
    const { part } = request.params
    // Made-up numbers must not fill the cache.
    if (!/^[1-9]\d{0,3}$/.test(part)) throw notFound('sitemap')
    const sitemap = await cached(
      `part ${part}`,
      () => findSitemapPart(ctx, catalogue, Number(part)),
      (found) => found !== undefined,
    )
    if (sitemap === undefined) throw notFound('sitemap')
    return reply.header('cache-control', forTenMinutes()).type(XML).send(sitemap)
  })
}

/** The whole sitemap, or the index of its parts if there are too many deals for one file. */
async function readSitemap(ctx: AppContext, catalogue: Catalogue): Promise<string> {
  const { publicUrl } = ctx.config.http
  const parts = await countParts(catalogue)
  return parts > 1 ? sitemapIndex(publicUrl, parts) : readPart(ctx, catalogue, 1)
}

/** One part, numbered from 1; undefined if there is no such part. */
async function findSitemapPart(ctx: AppContext, catalogue: Catalogue, part: number) {
  if (part < 1 || part > (await countParts(catalogue))) return
  return readPart(ctx, catalogue, part)
}

async function countParts(catalogue: Catalogue): Promise<number> {
  return Math.max(1, Math.ceil((await catalogue.countSitemapEntries()) / LARGEST_PART))
}

/** A deal's entry holds its address and day only. */
async function readPart(ctx: AppContext, catalogue: Catalogue, part: number): Promise<string> {
  const range = { offset: (part - 1) * LARGEST_PART, limit: LARGEST_PART }
  const entries = await catalogue.listSitemapEntries(range)
  return sitemap(ctx.config.http.publicUrl, [
    ...(part === 1 ? [...LISTED, ...(await listPlaces(ctx))] : []),
    ...entries.map(({ id, changedDay }) => ({ path: paths.deal(id), changedDay })),
  ])
}

/** The pages for browsing the catalogue, put into the first part; the protocol's limit leaves room for them. */
async function listPlaces(ctx: AppContext) {
  const { brands, categories, editions } = await listSitemapPlaces(ctx)
  const dated = (path: string, changedDay: string | null | undefined) =>
    changedDay ? { path, changedDay } : { path }
  return [
    ...categories.map(({ slug, changedDay }) => dated(paths.category(slug), changedDay)),
    ...brands.map(({ slug, changedDay }) => dated(paths.brand(slug), changedDay)),
    ...editions.map((day) => ({ path: paths.edition(day) })),
  ]
}
