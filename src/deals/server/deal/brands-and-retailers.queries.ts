import type { Insertable } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { withoutWww } from './buy-url.rules.ts'

const ROWS_PER_STATEMENT = 30
const KEYS_PER_STATEMENT = 500

type Named = { id: string; nameKey: string }

/** Returns the ids of these brands by name key, and adds those that are new. */
export async function insertMissingBrands(
  trx: Trx,
  brands: Array<Insertable<Tables['brands']>>,
): Promise<Map<string, string>> {
  const keys = brands.map((brand) => brand.nameKey)
  const find = () => findNamed(trx, 'brands', keys)
  return insertMissing(brands, find, (some) =>
    trx
      .insertInto('brands')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Clears the successors of brands that are given deals: their addresses are their own again. */
export async function endSuccessions(trx: Trx, brandIds: string[]): Promise<void> {
  for (const some of inChunks(brandIds, KEYS_PER_STATEMENT)) {
    await trx
      .updateTable('brands')
      .set({ successorId: null })
      .where('id', 'in', some)
      .where('successorId', 'is not', null)
      .execute()
  }
}

/** After deals moved from one brand to another: when the first has none left, its address leads to the second. */
export async function noteSuccessor(
  trx: Trx,
  { nameKey, successorKey }: { nameKey: string; successorKey: string },
): Promise<void> {
  const named = new Map(
    (await findNamed(trx, 'brands', [nameKey, successorKey])).map((each) => [
      each.nameKey,
      each.id,
    ]),
  )
  const [brandId, successorId] = [named.get(nameKey), named.get(successorKey)]
  if (brandId === undefined || successorId === undefined || brandId === successorId) return
  const isLeft = await trx
    .selectFrom('deals')
    .select('id')
    .where('brandId', '=', brandId)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (isLeft) return
  await trx
    .updateTable('brands')
    .set({ successorId })
    // Brands that it had replaced get the new successor as well.
    .where((eb) => eb.or([eb('id', '=', brandId), eb('successorId', '=', brandId)]))
    .execute()
}

/** Returns the ids of these retailers by name key, and adds those that are new. */
export async function insertMissingRetailers(
  trx: Trx,
  retailers: Array<Insertable<Tables['retailers']>>,
): Promise<Map<string, string>> {
  const keys = retailers.map((retailer) => retailer.nameKey)
  const find = () => findNamed(trx, 'retailers', keys)
  return insertMissing(retailers, find, (some) =>
    trx
      .insertInto('retailers')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

async function insertMissing<T extends Named>(
  wanted: T[],
  find: () => Promise<Named[]>,
  insert: (some: T[]) => Promise<unknown>,
): Promise<Map<string, string>> {
  const byKey = (found: Named[]) => new Map(found.map(({ nameKey, id }) => [nameKey, id]))
  const known = byKey(await find())
  const missing = wanted.filter(({ nameKey }) => !known.has(nameKey))
  if (missing.length === 0) return known
  for (const some of inChunks(missing, ROWS_PER_STATEMENT)) await insert(some)
  // A concurrent transaction may have added one of them first; then its row counts.
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

/** Finds retailer ids by domain, given without `www.`; the oldest of several. */
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

/** The retailer with this domain, with or without `www.`, by the name imports know; the oldest of several. */
export async function findRetailerName(db: Database, domain: string): Promise<string | undefined> {
  const bare = withoutWww(domain)
  const retailer = await db
    .selectFrom('retailers')
    .select('name')
    .where('domain', 'in', [bare, `www.${bare}`])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return retailer?.name
}
