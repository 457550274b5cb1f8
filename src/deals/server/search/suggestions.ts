import type { Database } from '#app/db/database.ts'
import { MOST_SUGGESTIONS, NO_FILTERS, writeFilters } from '#app/deals/filters/filters.facts.ts'
import { type Suggestion, Suggestions } from '#app/deals/filters/search.contract.ts'
import type { Catalogue } from '#app/deals/server/deals.ts'
import { countSuggestions } from '#app/deals/server/reading-limits.ts'
import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type { Viewer } from '#app/membership/server/membership.ts'
import { createAnswerCache } from '#app/server/answer-cache.ts'
import type { AppContext } from '#app/server/context.ts'
import { bytesOf, type Packable, packable } from '#app/server/http/packed.ts'
import { MB } from '#app/shared/counts.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import { paths } from '#app/shared/paths.ts'
import { type Audience, audienceOf } from './audience.rules.ts'
import {
  type Known,
  knownCategories,
  mayFind,
  namesBeginning,
  wordsOfEverybody,
  wordsOfMembers,
} from './known.rules.ts'
import { createSearchPlaces } from './places.ts'
import { forgive } from './resolve.ts'
import { findKnown, findPieces } from './suggestions.queries.ts'
import { wordsInDatabase } from './words.queries.ts'
import { readSought } from './words.rules.ts'

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
  const known = createAnswerCache(ctx.live, 'deals', 'known-names')
  const places = createSearchPlaces()

  function suggest(text: string, known: Known): Suggestion[] {
    return [
      ...namesBeginning(known.brands, text, MOST_BRANDS).map(
        ({ slug, name }): Suggestion => ({
          kind: 'brand',
          label: name,
          address: listOf({ brand: [slug] }),
        }),
      ),
      ...knownCategories(known, text, MOST_CATEGORIES).map(
        (value): Suggestion => ({
          kind: 'category',
          label: termLabel('category', value),
          address: listOf({ category: [value] }),
        }),
      ),
      ...namesBeginning(known.retailers, text, MOST_RETAILERS).map(
        ({ slug, name }): Suggestion => ({
          kind: 'retailer',
          label: name,
          address: listOf({ retailer: [slug] }),
        }),
      ),
    ]
  }

  /** Everybody is answered from what is at hand. */
  async function suggestPublic(text: string, known: Known): Promise<Suggestion[]> {
    const meant = suggest(text, known)
    if (meant.length > 0) return meant
    const other = await forgive(wordsOfEverybody(known), text)
    return other?.searchedFor === undefined ? [] : suggest(foldName(other.searchedFor), known)
  }

  async function suggestToMember(
    db: Database,
    { viewer, text, known }: { viewer: Viewer; text: string; known: Known },
  ): Promise<Suggestion[]> {
    const withPieces = async (text: string) => {
      const first = suggest(text, known)
      return [
        ...first,
        ...(await pieces(db, { viewer, text, known }, MOST_SUGGESTIONS - first.length)),
      ]
    }
    const meant = await withPieces(text)
    if (meant.length > 0) return meant
    const other = await forgive(wordsOfMembers(known, wordsInDatabase(db, 'members')), text)
    return other?.searchedFor === undefined ? [] : withPieces(foldName(other.searchedFor))
  }

  async function pieces(
    db: Database,
    { viewer, text, known }: { viewer: Viewer; text: string; known: Known },
    limit: number,
  ): Promise<Suggestion[]> {
    const sought = readSought(text)
    if (viewer.class !== 'member' || !sought || limit <= 0) return []
    if (!sought.groups.every((group) => mayFind(known, group))) return []
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
      const audience = audienceOf(viewer)
      await countSuggestions(ctx, viewer)
      return cached(`${audience} ${text}`, async () => {
        const suggestions = text === '' ? [] : await find(viewer, audience, text)
        return packable(Buffer.from(JSON.stringify(Suggestions.parse({ suggestions }))))
      })
    },
  }

  async function find(viewer: Viewer, audience: Audience, text: string): Promise<Suggestion[]> {
    const names = await known(audience, () => ctx.reads.feed((db) => findKnown(db, audience)))
    if (audience === 'public') return suggestPublic(text, names)
    return places.whenThereIsOne(viewer, () =>
      ctx.reads.feed((db) => suggestToMember(db, { viewer, text, known: names })),
    )
  }
}
export type Suggesting = ReturnType<typeof createSuggestions>

function listOf(chosen: Partial<typeof NO_FILTERS>): string {
  return `${paths.dailyDeals()}?${writeFilters({ ...NO_FILTERS, ...chosen })}`
}
