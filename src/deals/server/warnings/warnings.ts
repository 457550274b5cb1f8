import { inChunks } from '#app/db/chunks.ts'
import type { Database } from '#app/db/database.ts'
import { LATELY_DAYS, type Warning } from '#app/deals/editing/warnings.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { foldName } from '#app/shared/names.ts'
import { nearestBrand } from './brands.rules.ts'
import {
  countRetailersOfDays,
  findBrandsThatWereOut,
  findOutgoing,
  findSamePieces,
} from './warnings.queries.ts'
import { type KnownOf, type Outgoing, warningsOf } from './warnings.rules.ts'

const DEALS_PER_STATEMENT = 500

/**
 * Warnings about deals before they go out: stored deals by id, or rows of a sheet. None of them is an error;
 * whoever publishes the deals confirms them.
 */
export async function findWarnings(
  db: Database,
  deals: string[] | Outgoing[],
  now: Date,
): Promise<Warning[]> {
  const ids = deals.filter((each) => typeof each === 'string')
  const rows = deals.filter((each) => typeof each !== 'string')
  const outgoing = [...(ids.length > 0 ? await findOutgoing(db, ids, now) : []), ...rows]
  if (outgoing.length === 0) return []
  const ownIds = outgoing.flatMap(({ dealId }) => dealId ?? [])
  const brands = await findBrandsThatWereOut(db, ownIds)
  const brandOf = brandReader(brands)
  const knownOf = new Map<Outgoing, KnownOf>()
  const since = new Date(now.getTime() - LATELY_DAYS * DAY_MS)
  for (const some of inChunks(outgoing, DEALS_PER_STATEMENT)) {
    const { same, last } = await findSamePieces(db, some, since)
    const lastOf = new Map(last.map(({ key, cents }) => [key, cents]))
    const sameOf = Map.groupBy(same, ({ key }) => key)
    for (const [at, deal] of some.entries()) {
      const found = sameOf.get(String(at)) ?? []
      const byNumber = found.find(({ isByNumber }) => isByNumber)
      knownOf.set(deal, {
        ...brandOf(deal.brandName),
        elsewhere: found.find(({ isElsewhere }) => isElsewhere),
        lately: found.find(({ isElsewhere }) => !isElsewhere),
        lastCents: lastOf.get(String(at)) ?? byNumber?.salePriceCents ?? null,
      })
    }
  }
  const days = [...new Set(outgoing.map(({ day }) => day))]
  const counts = await countRetailersOfDays(db, days, ownIds)
  return warningsOf(outgoing, (deal) => knownOf.get(deal) ?? UNKNOWN, counts)
}

const UNKNOWN: KnownOf = {
  isKnownBrand: true,
  nearBrand: undefined,
  elsewhere: undefined,
  lately: undefined,
  lastCents: null,
}

/** Memoized, because a sheet has many deals of few brands. */
function brandReader(brands: Array<{ name: string; nameKey: string }>) {
  const keys = new Set(brands.map(({ nameKey }) => nameKey))
  const read = new Map<string, Pick<KnownOf, 'isKnownBrand' | 'nearBrand'>>()
  return (name: string) => {
    const known = read.get(name)
    if (known) return known
    const isKnownBrand = keys.has(foldName(name))
    const made = { isKnownBrand, nearBrand: isKnownBrand ? undefined : nearestBrand(name, brands) }
    read.set(name, made)
    return made
  }
}
