import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { escapeLike } from '#app/db/like.ts'
import type { RegistryGap } from '#app/deals/registry.facts.ts'
import { foldName } from '#app/shared/names.ts'
import type { RegistryColumns } from './registry.rules.ts'

/**
 * The registry of a retailer: how its links are made (`outboundAddress`), what a purchase earns (`commission`,
 * hundredths of a percent), whether its pages are excluded from checks, and its delivery terms. All of it is
 * locked: for members and the back office only.
 */
const REGISTRY = [
  'retailers.id',
  'linkTemplate',
  'network',
  'subIdParameter',
  'commission',
  'isNeverChecked',
  'shipsTo',
  'deliveryCents',
  'freeDeliveryFromCents',
  'duties',
  'returnDays',
  'termsDay',
] as const

export type RetailerRecord = Awaited<ReturnType<typeof findRetailers>>[number]

/** Retailers with their registry; `buyUrl` is that of the most recently published deal, ended or not. */
function selectRetailers(db: Database) {
  return db
    .selectFrom('retailers')
    .select([...REGISTRY, 'name', 'slug', 'retailers.domain', 'registryVersion'])
    .select([
      sql<number>`(
        select count(*)::integer from deals
        where retailer_id = retailers.id and is_published and ended_at is null
      )`.as('deals'),
      sql<string | null>`(
        select buy_url from deals where retailer_id = retailers.id and is_published
        order by published_at desc, id limit 1
      )`.as('buyUrl'),
    ])
}

type Narrowed = { q?: string | undefined; lacks?: RegistryGap | undefined; oldBefore: string }

function among({ q = '', lacks, oldBefore }: Narrowed) {
  const like = `%${escapeLike(q.toLowerCase())}%`
  const key = `%${foldName(q)}%`
  const conditions = {
    link: sql`link_template is null and sub_id_parameter is null`,
    terms: sql`terms_day is null`,
    old: sql`terms_day < ${oldBefore}`,
    'never-checked': sql`is_never_checked`,
  }
  return sql<boolean>`(${q === ''} or domain like ${like} or lower(name) like ${like}
    or (${foldName(q) !== ''} and name_key like ${key}))
    and ${lacks ? conditions[lacks] : sql`true`}`
}

/** Sorted by number of living deals, most first. */
export async function findRetailers(
  db: Database,
  { offset, limit, ...narrowed }: Narrowed & { offset: number; limit: number },
) {
  return selectRetailers(db)
    .where(among(narrowed))
    .orderBy('deals', 'desc')
    .orderBy('name')
    .orderBy('retailers.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countRetailers(db: Database, narrowed: Narrowed): Promise<number> {
  const { count } = await db
    .selectFrom('retailers')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(among(narrowed))
    .executeTakeFirstOrThrow()
  return count
}

export async function findRetailer(
  db: Database,
  retailerId: string,
): Promise<RetailerRecord | undefined> {
  return selectRetailers(db).where('retailers.id', '=', retailerId).executeTakeFirst()
}

/** Serializes concurrent changes. */
export async function lockRetailer(trx: Trx, retailerId: string): Promise<void> {
  await trx.selectFrom('retailers').select('id').where('id', '=', retailerId).forUpdate().execute()
}

export async function updateRegistry(
  trx: Trx,
  retailerId: string,
  columns: RegistryColumns,
): Promise<void> {
  await trx
    .updateTable('retailers')
    .set({ ...columns, registryVersion: sql`registry_version + 1` })
    .where('id', '=', retailerId)
    .execute()
}

/** The delivery terms of a deal's retailer, while the deal is published. */
export async function findDeliveryOfDeal(db: Database, dealId: string) {
  return db
    .selectFrom('deals')
    .innerJoin('retailers', 'retailers.id', 'deals.retailerId')
    .select(REGISTRY)
    .where('deals.id', '=', dealId)
    .where('isPublished', '=', true)
    .executeTakeFirst()
}
