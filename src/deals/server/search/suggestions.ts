import type { Database } from '#app/db/database.ts'
import { MOST_SUGGESTIONS, NO_FILTERS, writeFilters } from '#app/deals/filters.facts.ts'
import { type Suggestion, Suggestions } from '#app/deals/search.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countSuggestions } from '#app/deals/server/reading-limits.ts'
import { termLabel } from '#app/deals/vocabulary.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { bytesOf, type Packable, packable } from '#app/server/http/packed.ts'
import { MB } from '#app/shared/counts.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import { paths } from '#app/shared/paths.ts'
import { type Audience, audienceOf } from './audience.rules.ts'
import { createSearchPlaces } from './places.ts'
import { forgive } from './resolve.ts'
import { type AskedValue, findNumbers } from './search.queries.ts'
import { findBrandsBeginning, findPieces, findRetailersBeginning } from './suggestions.queries.ts'
import { categoriesBeginning, readSought, withBelow } from './words.rules.ts'

/** Of each kind, where there are more. */
const MOST_BRANDS = 4
const MOST_CATEGORIES = 3
const MOST_RETAILERS = 2
const MOST_KEPT_BYTES = 4 * MB

/** What somebody may mean who has begun to type. */
export function createSuggestions(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  const cached = createAnswerCache(ctx.live, 'deals', 'suggestions', {
    weigh: (json) => bytesOf(json as Packable),
    mostBytes: MOST_KEPT_BYTES,
  })
  const places = createSearchPlaces()

  async function suggest(db: Database, viewer: Viewer, text: string): Promise<Suggestion[]> {
    const audience = audienceOf(viewer)
    const beginning = foldName(text)
    const brands = await findBrandsBeginning(db, audience, { beginning, limit: MOST_SUGGESTIONS })
    const retailers =
      audience === 'members'
        ? await findRetailersBeginning(db, { beginning, limit: MOST_RETAILERS })
        : []
    const categories = await knownCategories(db, audience, text)
    const first = [
      ...brands.slice(0, MOST_BRANDS).map(
        ({ slug, name }): Suggestion => ({
          kind: 'brand',
          label: name,
          address: listOf({ brand: [slug] }),
        }),
      ),
      ...categories.map(
        (value): Suggestion => ({
          kind: 'category',
          label: termLabel('category', value),
          address: listOf({ category: [value] }),
        }),
      ),
      ...retailers.map(
        ({ slug, name }): Suggestion => ({
          kind: 'retailer',
          label: name,
          address: listOf({ retailer: [slug] }),
        }),
      ),
    ]
    return [...first, ...(await pieces(db, viewer, text, MOST_SUGGESTIONS - first.length))]
  }

  async function pieces(
    db: Database,
    viewer: Viewer,
    text: string,
    limit: number,
  ): Promise<Suggestion[]> {
    const sought = readSought(text)
    if (viewer.class !== 'member' || !sought || limit <= 0) return []
    const ids = await findPieces(db, sought, limit)
    const deals = await catalogue.readDeals(viewer, ids)
    return ids.flatMap((id): Suggestion[] => {
      const deal = deals.get(id)
      return deal ? [{ kind: 'piece', label: dealName(deal), address: paths.deal(id) }] : []
    })
  }

  return {
    /** JSON of `Suggestions`: at most eight, the likeliest first. */
    suggest: async (viewer: Viewer, q: string): Promise<Packable> => {
      const text = foldName(q)
      await countSuggestions(ctx, viewer)
      return cached(`${audienceOf(viewer)} ${text}`, () =>
        places.whenThereIsOne(viewer, () =>
          ctx.reads.feed(async (db) => {
            const meant = text === '' ? [] : await suggest(db, viewer, text)
            const other =
              text === '' || meant.length > 0
                ? undefined
                : await forgive(db, audienceOf(viewer), text)
            const suggestions =
              other?.searchedFor === undefined
                ? meant
                : await suggest(db, viewer, other.searchedFor)
            return packable(Buffer.from(JSON.stringify(Suggestions.parse({ suggestions }))))
          }),
        ),
      )
    },
  }
}
export type Suggesting = ReturnType<typeof createSuggestions>

/** Those that begin so and that a deal has. */
async function knownCategories(db: Database, audience: Audience, text: string) {
  const asked = categoriesBeginning(text).slice(0, 2 * MOST_CATEGORIES)
  const values = asked.map(
    (value): AskedValue => ({
      name: 'category',
      column: 'category',
      value,
      means: withBelow('category', value).map((each) => `c:${each}`),
    }),
  )
  const known = await findNumbers(db, audience, values)
  return asked.filter((_, at) => known.has(at)).slice(0, MOST_CATEGORIES)
}

function listOf(chosen: Partial<typeof NO_FILTERS>): string {
  return `${paths.dailyDeals()}?${writeFilters({ ...NO_FILTERS, ...chosen })}`
}
