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
  piecesAtHand,
  wordsOfEverybody,
  wordsOfMembers,
} from './known.rules.ts'
import { createSearchPlaces } from './places.ts'
import { forgive } from './resolve.ts'
import { findKnown, findPieces } from './suggestions.queries.ts'
import { wordsInDatabase } from './words.queries.ts'
import { readSought, type SoughtWords } from './words.rules.ts'

/** Per kind, when there are more. */
const MOST_BRANDS = 4
const MOST_CATEGORIES = 3
const MOST_RETAILERS = 2
const MOST_KEPT_BYTES = 4 * MB
/** Names of pieces in memory. */
const MOST_NAMES = 5000

/** A member's request. */
type Asking = { viewer: Viewer; text: string; known: Known }

/** Suggestions while somebody types. */
export function createSuggestions(ctx: AppContext, catalogue: Pick<Catalogue, 'readDeals'>) {
  const cached = createAnswerCache(ctx.live, 'deals', 'suggestions', {
    weigh: (json) => bytesOf(json as Packable),
    mostBytes: MOST_KEPT_BYTES,
  })
  const known = createAnswerCache(ctx.live, 'deals', 'known-names')
  const namesAtHand = createAnswerCache(ctx.live, 'deals', 'names-of-pieces')
  const places = createSearchPlaces()

  function suggest(text: string, known: Known): Suggestion[] {
    const all = [
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
    return all.slice(0, MOST_SUGGESTIONS)
  }

  /** The public is answered from memory alone. */
  async function suggestPublic(text: string, known: Known): Promise<Suggestion[]> {
    const meant = suggest(text, known)
    if (meant.length > 0) return meant
    const other = await forgive(wordsOfEverybody(known), text)
    return other?.searchedFor === undefined ? [] : suggest(foldName(other.searchedFor), known)
  }

  async function suggestToMember(asking: Asking): Promise<Suggestion[]> {
    const { text, known } = asking
    const meant = await withPieces(asking)
    if (meant.length > 0) return meant
    const database = {
      findAnswered: (groups: SoughtWords[]) =>
        ask(asking, (db) => wordsInDatabase(db, 'members').findAnswered(groups)),
    }
    const other = await forgive(wordsOfMembers(known, database), text)
    if (other?.searchedFor === undefined) return []
    return withPieces({ ...asking, text: foldName(other.searchedFor) })
  }

  async function withPieces(asking: Asking): Promise<Suggestion[]> {
    const first = suggest(asking.text, asking.known)
    return [...first, ...(await pieces(asking, MOST_SUGGESTIONS - first.length))]
  }

  async function pieces(asking: Asking, limit: number): Promise<Suggestion[]> {
    const { viewer, text, known } = asking
    const sought = readSought(text)
    if (viewer.class !== 'member' || !sought || limit <= 0) return []
    if (!sought.groups.every((group) => mayFind(known, group))) return []
    const atHand = piecesAtHand(known.newest, sought, limit)
    const ids = atHand.isCertain
      ? atHand.ids
      : await ask(asking, (db) => findPieces(db, sought, limit))
    const names = await namesOf(asking, ids)
    return ids.flatMap((id): Suggestion[] => {
      const label = names.get(id)
      return label === undefined ? [] : [{ kind: 'piece', label, address: paths.deal(id) }]
    })
  }

  /** For members only: others see no pieces. Cached, because the same pieces are suggested again and again. */
  async function namesOf(asking: Asking, ids: string[]): Promise<Map<string, string>> {
    const names = await namesAtHand('members', async () => new Map<string, string>())
    if (ids.every((id) => names.has(id))) return names
    const deals = await ask(asking, () => catalogue.readDeals(asking.viewer, ids))
    const read = new Map([...deals].map(([id, deal]) => [id, dealName(deal)]))
    for (const [id, name] of names.size < MOST_NAMES ? read : []) names.set(id, name)
    return read
  }

  /** Queries wait for a place in the queue of searches. */
  function ask<T>({ viewer }: Asking, work: (db: Database) => Promise<T>): Promise<T> {
    return places.whenThereIsOne(viewer, () => ctx.reads.feed(work))
  }

  return {
    /** JSON of `Suggestions`: at most eight, likeliest first. */
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
    return suggestToMember({ viewer, text, known: names })
  }
}
export type Suggesting = ReturnType<typeof createSuggestions>

function listOf(chosen: Partial<typeof NO_FILTERS>): string {
  return `${paths.dailyDeals()}?${writeFilters({ ...NO_FILTERS, ...chosen })}`
}
