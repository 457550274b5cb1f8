import { type Insertable, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { withoutWww } from '#app/deals/server/deal/buy-url.rules.ts'

/**
 * Keeps each statement short: the embedded database holds up the whole process while it runs one.
 */
const ROWS_PER_STATEMENT = 30
const KEYS_PER_STATEMENT = 500

type KnownDeal = { id: string; buyUrlKey: string; productName: string; brandName: string }

/** Deals that lead to the same pieces, by link key. */
export async function findDealsByKey(
  db: Database,
  keys: string[],
): Promise<Map<string, KnownDeal>> {
  const found = new Map<string, KnownDeal>()
  for (const some of inChunks(keys, KEYS_PER_STATEMENT)) {
    const deals = await db
      .selectFrom('deals')
      .leftJoin('brands', 'brands.id', 'deals.brandId')
      .select(['deals.id', 'buyUrlKey', 'productName'])
      .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
      .where('buyUrlKey', 'in', some)
      .where('deletedAt', 'is', null)
      .execute()
    for (const deal of deals) found.set(deal.buyUrlKey, deal)
  }
  return found
}

/**
 * Makes imports wait for each other, which would otherwise wait for each other's rows in circles.
 * It is the lock that publishing takes anyway; readers are not held up.
 */
export async function lockImports(trx: Trx): Promise<void> {
  // Waiting for another import's end, and the end of a large one, may outlast an ordinary request.
  await sql`set local lock_timeout = '60s'`.execute(trx)
  await sql`set local statement_timeout = '60s'`.execute(trx)
  await sql`lock table feed_days in share row exclusive mode`.execute(trx)
}

type Named = { id: string; nameKey: string }

/** The ids of these brands by name key; those that are new are added. */
export async function ensureBrands(
  trx: Trx,
  brands: Array<Insertable<Tables['brands']>>,
): Promise<Map<string, string>> {
  const keys = brands.map((brand) => brand.nameKey)
  const find = () => findNamed(trx, 'brands', keys)
  return ensure(brands, find, (some) =>
    trx
      .insertInto('brands')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** The ids of these retailers by name key; those that are new are added. */
export async function ensureRetailers(
  trx: Trx,
  retailers: Array<Insertable<Tables['retailers']>>,
): Promise<Map<string, string>> {
  const keys = retailers.map((retailer) => retailer.nameKey)
  const find = () => findNamed(trx, 'retailers', keys)
  return ensure(retailers, find, (some) =>
    trx
      .insertInto('retailers')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

async function ensure<T extends Named>(
  wanted: T[],
  find: () => Promise<Named[]>,
  insert: (some: T[]) => Promise<unknown>,
): Promise<Map<string, string>> {
  const byKey = (found: Named[]) => new Map(found.map(({ nameKey, id }) => [nameKey, id]))
  const known = byKey(await find())
  const missing = wanted.filter(({ nameKey }) => !known.has(nameKey))
  if (missing.length === 0) return known
  for (const some of inChunks(missing, ROWS_PER_STATEMENT)) await insert(some)
  // Somebody else may have added one of them first; then theirs is the one.
  return byKey(await find())
}

async function findNamed(trx: Trx, table: 'brands' | 'retailers', keys: string[]) {
  const found: Named[] = []
  for (const some of inChunks(keys, KEYS_PER_STATEMENT)) {
    const query = trx.selectFrom(table).select(['id', 'nameKey']).where('nameKey', 'in', some)
    found.push(...(await query.execute()))
  }
  return found
}

/** Who sells at these domains, given without `www.`; the oldest of several. */
export async function findRetailersByDomain(
  trx: Trx,
  domains: string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const some of inChunks(domains, KEYS_PER_STATEMENT)) {
    const retailers = await trx
      .selectFrom('retailers')
      .select(['id', 'domain'])
      .where('domain', 'in', [...some, ...some.map((domain) => `www.${domain}`)])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (const { id, domain } of retailers) found.set(withoutWww(domain), id)
  }
  return found
}

/** Names of retailers by name key, and by domain without `www.` (the oldest of several). */
export async function findRetailersByEither(
  db: Database,
  { nameKeys, domains }: { nameKeys: string[]; domains: string[] },
): Promise<{ byKey: Map<string, string>; byDomain: Map<string, string> }> {
  const byKey = new Map<string, string>()
  const byDomain = new Map<string, string>()
  if (domains.length === 0) return { byKey, byDomain }
  const retailers = await db
    .selectFrom('retailers')
    .select(['name', 'nameKey', 'domain'])
    .where((eb) =>
      eb.or([
        eb('nameKey', 'in', nameKeys),
        eb('domain', 'in', [...domains, ...domains.map((domain) => `www.${domain}`)]),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const { name, nameKey, domain } of retailers) {
    byKey.set(nameKey, name)
    byDomain.set(withoutWww(domain), name)
  }
  return { byKey, byDomain }
}

/** Adds the deals whose links are not there yet, and answers the ids of those it added. */
export async function insertDeals(
  trx: Trx,
  deals: Array<Insertable<Tables['deals']>>,
  onInserted: (done: number) => void,
): Promise<Set<string>> {
  const ids = new Set<string>()
  let done = 0
  for (const some of inChunks(deals, ROWS_PER_STATEMENT)) {
    const inserted = await trx
      .insertInto('deals')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('buyUrlKey').where('deletedAt', 'is', null).doNothing(),
      )
      .returning('id')
      .execute()
    for (const { id } of inserted) ids.add(id)
    done += some.length
    onInserted(done)
  }
  return ids
}

export async function insertDealPictures(
  trx: Trx,
  pictures: Array<Insertable<Tables['dealPictures']>>,
): Promise<void> {
  for (const some of inChunks(pictures, 2 * ROWS_PER_STATEMENT)) {
    await trx.insertInto('dealPictures').values(some).execute()
  }
}

export async function insertPriceObservations(
  trx: Trx,
  observations: Array<Insertable<Tables['priceObservations']>>,
): Promise<void> {
  for (const some of inChunks(observations, 2 * ROWS_PER_STATEMENT)) {
    await trx.insertInto('priceObservations').values(some).execute()
  }
}

export async function insertImport(trx: Trx, row: Insertable<Tables['imports']>): Promise<void> {
  await trx.insertInto('imports').values(row).execute()
}

export async function setImportCounts(
  trx: Trx,
  counted: { importId: string; createdCount: number; duplicateCount: number },
): Promise<void> {
  const { importId, createdCount, duplicateCount } = counted
  await trx
    .updateTable('imports')
    .set({ createdCount, duplicateCount })
    .where('id', '=', importId)
    .execute()
}

function* inChunks<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
