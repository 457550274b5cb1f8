import type { Database } from '#app/db/database.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { readSizes } from '#app/deals/vocabulary/size-reading.facts.ts'
import { isSizeKey } from '#app/deals/vocabulary/sizes.facts.ts'
import type {
  Candidate,
  Candidates,
  CandidatesQuery,
} from '#app/product-feeds/product-feeds.contract.ts'
import { CANDIDATES_ON_A_PAGE } from '#app/product-feeds/product-feeds.facts.ts'
import { withNarrower } from '#app/product-feeds/server/reading/piece.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest } from '#app/server/problem.ts'
import { dealName, foldName } from '#app/shared/names.ts'
import {
  type AskedPool,
  countCandidates,
  countPool,
  findCandidates,
  findKnownDeals,
  type PoolRow,
} from './pool.queries.ts'
import { wordsQuery } from './words.rules.ts'

const BRANDS_SHOWN = 40
const PICTURES_SHOWN = 4

/** Returns a page of the pool with the counts per filter. Throws 400 for an invalid cursor. */
export async function readPool(
  { db }: Pick<AppContext, 'db'>,
  query: CandidatesQuery,
): Promise<Candidates> {
  const asked = askedOf(query)
  const rows = await findCandidates(db, asked, {
    sort: query.sort,
    after: query.after === undefined ? undefined : readKey(query.after),
    limit: CANDIDATES_ON_A_PAGE + 1,
  })
  const shown = rows.slice(0, CANDIDATES_ON_A_PAGE)
  const last = shown.at(-1)
  const known = await knownAmong(db, shown)
  const { total, feeds, brands, categories } = await countPool(db, asked, BRANDS_SHOWN)
  return {
    total,
    candidates: shown.map((row) => serialized(row, known(row))),
    next: rows.length > shown.length && last ? `${last.id}_${last.place}` : null,
    feeds,
    brands,
    categories,
  }
}

/** Counts the matching candidates and returns some of the best that have a picture. */
export async function lookIntoPool(
  { db }: Pick<AppContext, 'db'>,
  like: Pick<CandidatesQuery, 'brand' | 'size'> & { q?: string },
): Promise<{ candidates: number; pictured: number[] }> {
  const asked = askedOf({ q: '', sort: 'percent-off', ...like })
  const candidates = await countCandidates(db, asked)
  if (candidates === 0) return { candidates, pictured: [] }
  const rows = await findCandidates(db, asked, {
    sort: 'percent-off',
    after: undefined,
    limit: CANDIDATES_ON_A_PAGE,
  })
  const pictured = rows.filter(({ pictureUrls }) => pictureUrls.length > 0)
  return { candidates, pictured: pictured.slice(0, PICTURES_SHOWN).map(({ id }) => id) }
}

function askedOf(query: CandidatesQuery): AskedPool {
  const { feed = [], brand = [], category = [], department = [], size } = query
  return {
    words: wordsQuery(query.q),
    feeds: feed,
    brandKeys: brand.map(foldName),
    categories: category.flatMap(withNarrower),
    departments: department,
    sizeKeys: size ? sizeKeysOf(size, { department, category }) : undefined,
    offPerMille: query.off === undefined ? undefined : query.off * 10,
    maxHundredths: query.max === undefined ? undefined : query.max * 100,
    isInStockOnly: query.stock !== 'all',
    isOutOfClubOnly: query.club !== 'all',
    isDismissed: query.dismissed === 'only',
    since: query.since,
  }
}

/** Returns keys as for comparing deals by size: across departments and categories if none is given. */
function sizeKeysOf(
  sizes: string[],
  { department, category }: { department: string[]; category: string[] },
): string[] {
  const keys = sizes.filter(isSizeKey)
  const read = sizes.flatMap((each) => (isSizeKey(each) ? [] : readSizes(each).sizes))
  const departments = department.length > 0 ? department : [null, 'women', 'men']
  const categories = category.length > 0 ? category : [null, 'clothing', 'shoes', 'belts']
  return [
    ...new Set([
      ...keys,
      ...departments.flatMap((of) =>
        categories.flatMap((kind) => keysOfSizes(read, { department: of, category: kind })),
      ),
    ]),
  ]
}

function readKey(key: string): { place: string; id: number } {
  const [, id, place] = /^(\d{1,15})_([\d :+.-]{1,40})$/.exec(key) ?? []
  if (id === undefined || place === undefined) {
    throw badRequest('after: is no place in the list', { after: 'is no place in the list' })
  }
  return { id: Number(id), place }
}

type Known = NonNullable<Candidate['known']>
type Piece = Pick<PoolRow, 'buyUrlKey' | 'gtin'>

/** Returns a function that finds the existing deal of a piece, by link first, then by trade number. */
export async function knownAmong(
  db: Database,
  pieces: Piece[],
): Promise<(piece: Piece) => Known | null> {
  const keys = pieces.map(({ buyUrlKey }) => buyUrlKey)
  const gtins = pieces.flatMap(({ gtin }) => gtin ?? [])
  const deals = await findKnownDeals(db, { keys, gtins })
  return ({ buyUrlKey, gtin }) => {
    const same = deals.find((deal) => deal.buyUrlKey === buyUrlKey)
    const alike = gtin === null ? undefined : deals.find((deal) => deal.gtin === gtin)
    const deal = same ?? alike
    if (!deal) return null
    return {
      dealId: deal.id,
      name: dealName(deal),
      by: same ? 'link' : 'gtin',
      isLive: deal.isLive,
    }
  }
}

function serialized(row: PoolRow, known: Known | null): Candidate {
  const { id, feedId, feedName, brandName, productName, buyUrl, domain, pictureUrls } = row
  const { department, category, colour, sizes, currency, wasBasis, isInStock } = row
  const { dismissedBy, dismissedAt } = row
  const amount = (hundredths: number | null) => (hundredths === null ? null : hundredths / 100)
  return {
    id,
    feedId,
    feedName,
    brandName,
    productName,
    buyUrl,
    domain,
    department,
    category,
    colour,
    sizes,
    currency,
    wasBasis,
    isInStock,
    known,
    dismissed:
      dismissedBy === null || dismissedAt === null
        ? null
        : { by: dismissedBy, at: dismissedAt.toISOString() },
    pictureUrl: pictureUrls[0] ?? null,
    pictures: pictureUrls.length,
    price: row.nowHundredths / 100,
    was: amount(row.wasHundredths),
    percentOff: row.offPerMille === null ? null : Math.floor(row.offPerMille / 10),
    since: row.since.toISOString(),
    earlierPrice:
      row.earlierHundredths === row.nowHundredths ? null : amount(row.earlierHundredths),
  }
}
