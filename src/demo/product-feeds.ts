import { singularWords } from '#app/deals/server/deal/terms.rules.ts'
import { markFruitless } from '#app/deals/server/search/fruitless.queries.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import { NO_FEED_RULES } from '#app/product-feeds/product-feeds.facts.ts'
import { findFeedSource, insertFeed } from '#app/product-feeds/server/feeds/feeds.queries.ts'
import {
  insertPieces,
  insertRun,
  letRunCount,
  updateRun,
} from '#app/product-feeds/server/feeds/runs.queries.ts'
import type { FeedPiece } from '#app/product-feeds/server/reading/piece.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { addDays, businessDay, HOUR_MS } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import { findDemoBrands } from './demo.queries.ts'

const PIECES = 2000
const AT_ONCE = 250
const SHOP = 'outlet.brightlane.example'
const UNIQUE_VIOLATION = '23505'
const CURATOR = 'Camille, a curator'

const KINDS = [
  {
    name: 'Suede ankle boots',
    picture: 'ankle-boot',
    category: 'boots',
    price: 690,
    sizes: ['IT 37', 'IT 38', 'IT 39'],
  },
  { name: 'Leather tote', picture: 'tote', category: 'totes', sizes: ['One size'], price: 1250 },
  {
    name: 'Wool coat',
    picture: 'wool-coat',
    category: 'coats-and-jackets',
    price: 1890,
    sizes: ['IT 40', 'IT 42'],
  },
  {
    name: 'Cashmere cardigan',
    picture: 'knit',
    category: 'knitwear',
    price: 780,
    sizes: ['S', 'M', 'L'],
  },
  { name: 'Silk scarf', picture: 'scarf', category: 'scarves', sizes: ['One size'], price: 320 },
  {
    name: 'Pleated midi skirt',
    picture: 'skirt',
    category: 'skirts',
    price: 640,
    sizes: ['IT 38', 'IT 40'],
  },
  {
    name: 'Tailored blazer',
    picture: 'blazer',
    category: 'blazers-and-suits',
    sizes: ['IT 42', 'IT 44'],
    price: 1450,
  },
  {
    name: 'Slingback pumps',
    picture: 'pump',
    category: 'heels',
    price: 720,
    sizes: ['IT 36', 'IT 38'],
  },
  {
    name: 'Crossbody bag',
    picture: 'crossbody',
    category: 'crossbody-bags',
    price: 980,
    sizes: ['One size'],
  },
  {
    name: 'Straight-leg jeans',
    picture: 'jeans',
    category: 'denim',
    price: 340,
    sizes: ['W26', 'W28', 'W30'],
  },
  {
    name: 'Leather belt',
    picture: 'belt',
    category: 'belts',
    price: 260,
    sizes: ['85 cm', '95 cm'],
  },
  {
    name: 'Oval sunglasses',
    picture: 'sunglasses',
    category: 'eyewear',
    price: 310,
    sizes: ['One size'],
  },
] as const
const COLOURS = ['black', 'brown', 'beige', 'red', 'blue', 'green', 'white', 'grey'] as const
const LINES = ['Riva', 'Alba', 'Marlow', 'Iris', 'Sera', 'Noor', 'Vale', 'Lune', 'Tess', 'Orla']

/** Searches without results, and how many people made them. */
const IN_VAIN = [
  { words: 'ballet green', people: 9 },
  { words: 'cape', people: 6 },
] as const

/** Adds a stand-in shop’s feed as read this morning, and searches that found nothing. */
export async function fillPoolOfCandidates(ctx: AppContext): Promise<void> {
  const brands = await findDemoBrands(ctx.db)
  if (brands.length === 0) return
  const now = new Date(ctx.now().getTime() - HOUR_MS)
  const sourceId = 'demo'
  const rules = { ...NO_FEED_RULES, minPercentOff: 30, isInStockOnly: true }
  const pieces = Array.from({ length: PIECES }, (_, at) => pieceOf(at, brands))
  // Added once, even if several processes start at the same time or a start was interrupted.
  if (await findFeedSource(ctx.db, sourceId)) return
  const isThere = await ctx.db
    .transaction()
    .execute(async (trx) => {
      const feed = {
        id: sourceId,
        name: 'Brightlane outlet',
        address: null,
        currency: 'USD',
        rules,
      }
      await insertFeed(trx, { ...feed, createdAt: now, createdBy: CURATOR })
      const runId = await insertRun(trx, {
        sourceId,
        askedBy: CURATOR,
        fileName: 'brightlane-outlet.xml',
        state: 'reading',
        startedAt: now,
        heardAt: now,
      })
      if (runId === undefined) return false
      const run = { runId, sourceId, earlierRunId: null, now }
      for (let at = 0; at < pieces.length; at += AT_ONCE) {
        await insertPieces(trx, { ...run, json: JSON.stringify(pieces.slice(at, at + AT_ONCE)) })
      }
      const counts = {
        rowsRead: 5210,
        rowsKept: PIECES,
        rowsLeftOut: 5210 - PIECES,
        pieces: PIECES,
      }
      await updateRun(trx, runId, {
        state: 'done',
        endedAt: now,
        format: 'xml',
        added: PIECES,
        ...counts,
      })
      await letRunCount(trx, sourceId, runId)
      return true
    })
    .catch((error) => {
      if (error.code === UNIQUE_VIOLATION) return false
      throw error
    })
  if (!isThere) return
  const today = businessDay(ctx.now())
  const monday = addDays(today, -((new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7))
  for (const { words, people } of IN_VAIN) {
    for (let bit = 0; bit < people; bit += 1) {
      await markFruitless(ctx.db, { words, week: monday, bit })
    }
  }
}

function pieceOf(at: number, brands: string[]): FeedPiece {
  const kind = KINDS[at % KINDS.length] ?? KINDS[0]
  const brandName = brands[(at * 7) % brands.length] ?? ''
  const colour = COLOURS[(at * 5) % COLOURS.length] ?? 'black'
  const productName = `${LINES[Math.floor(at / KINDS.length) % LINES.length]} ${kind.name}`
  const offPerMille = 300 + ((at * 37) % 450)
  const wasHundredths = (kind.price + 10 * (at % 23)) * 100
  const nowHundredths = Math.round((wasHundredths * (1000 - offPerMille)) / 100_000) * 100
  // Feeds lack a picture now and then.
  const picture =
    at % 41 === 7 ? [] : [`${kind.picture}-${1 + (Math.floor(at / KINDS.length) % 3)}.jpg`]
  const department = 'women'
  const sizes = [...kind.sizes]
  const buyUrl = `https://${SHOP}/p/${10_000 + at}`
  return {
    itemKey: String(10_000 + at),
    rowNumber: at + 1,
    brandName,
    productName,
    colour,
    brandKey: foldName(brandName),
    buyUrl,
    buyUrlKey: `${SHOP}/p/${10_000 + at}`,
    domain: SHOP,
    department,
    category: kind.category,
    kindWords: '',
    pictureUrls: picture.map((file) => `https://${SHOP}/pictures/${file}`),
    gtin: null,
    styleNumber: `BL-${10_000 + at}`,
    sizes,
    currency: 'USD',
    sizeKeys: keysOfSizes(sizes, { department, category: kind.category }),
    nowHundredths,
    wasHundredths,
    wasBasis: 'retailer',
    isInStock: true,
    offPerMille: Math.round((1 - nowHundredths / wasHundredths) * 1000),
    words: [
      ...new Set([...singularWords(`${brandName} ${productName}`), `k=${colour}`]),
      `c=${kind.category}`,
      `d=${department}`,
    ],
  }
}
