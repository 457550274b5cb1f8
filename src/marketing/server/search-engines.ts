import type { Catalogue } from '#app/deals/server/deals.ts'
import type { AppContext } from '#app/server/context.ts'
import { PAGES } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import { LARGEST_PART, sitemap, sitemapIndex } from './search-engines.rules.ts'

/** What we say to everybody, besides the deals. */
const LISTED = Object.values(PAGES)
  .filter(({ searchEngines }) => searchEngines === 'listed')
  .map(({ path }) => ({ path }))

/** The whole sitemap, or the list of its parts when there are too many deals for one. */
export async function readSitemap(ctx: AppContext, catalogue: Catalogue): Promise<string> {
  const { publicUrl } = ctx.config.http
  const parts = await countParts(catalogue)
  return parts > 1 ? sitemapIndex(publicUrl, parts) : readPart(ctx, catalogue, 1)
}

/** One part, numbered from 1; undefined when there are fewer. */
export async function findSitemapPart(ctx: AppContext, catalogue: Catalogue, part: number) {
  if (part < 1 || part > (await countParts(catalogue))) return
  return readPart(ctx, catalogue, part)
}

async function countParts(catalogue: Catalogue): Promise<number> {
  return Math.max(1, Math.ceil((await catalogue.countPublished()) / LARGEST_PART))
}

/** Addresses and days, and nothing else of a deal. */
async function readPart(ctx: AppContext, catalogue: Catalogue, part: number): Promise<string> {
  const range = { offset: (part - 1) * LARGEST_PART, limit: LARGEST_PART }
  const entries = await catalogue.listSitemapEntries(range)
  return sitemap(ctx.config.http.publicUrl, [
    ...(part === 1 ? LISTED : []),
    ...entries.map(({ id, changedDay }) => ({ path: paths.deal(id), changedDay })),
  ])
}
