import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'

/** Until the transaction ends, the same person's other changes wait. */
export async function lockFollows(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`follows ${userId}`}, 0))`.execute(trx)
}

/**
 * All of somebody's, the newest first, each brand by its name and slug, or those of the one that has taken its
 * place; retailers by their number alone.
 */
export async function findFollows(db: Database, userId: string) {
  return db
    .selectFrom('follows')
    .leftJoin('brands', 'brands.id', 'follows.brandId')
    .leftJoin('brands as next', (join) =>
      join
        .onRef('next.id', '=', 'brands.successorId')
        .on((eb) =>
          eb.exists(
            eb
              .selectFrom('deals')
              .select('deals.id')
              .whereRef('deals.brandId', '=', 'next.id')
              .where('isPublished', '=', true),
          ),
        ),
    )
    .select(['follows.id', 'kind', 'value', 'isHidden', 'isForMembers', 'follows.createdAt'])
    .select((eb) => [
      eb.fn.coalesce('next.name', 'brands.name').as('brandName'),
      eb.fn.coalesce('next.slug', 'brands.slug').as('brandSlug'),
    ])
    .where('userId', '=', userId)
    .orderBy('follows.createdAt', 'desc')
    .orderBy('follows.id')
    .execute()
}

/** Somebody has one as soon as they have answered its offer. */
export async function hasSetup(db: Database, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('forYouSetups')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function countFollowed(trx: Trx, userId: string, kind?: FollowKind): Promise<number> {
  let query = trx
    .selectFrom('follows')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
  if (kind) query = query.where('kind', '=', kind)
  const { count } = await query.executeTakeFirstOrThrow()
  return Number(count)
}

type NewFollow = {
  id: string
  userId: string
  kind: FollowKind
  value: string
  isHidden: boolean
  isForMembers: boolean
  createdAt: Date
}

/** What is there already only turns from followed to left out, or back; answers its id. */
export async function upsertFollow(trx: Trx, follow: NewFollow): Promise<string> {
  const { isHidden, isForMembers } = follow
  const { id } = await trx
    .insertInto('follows')
    .values(follow)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind', 'value']).doUpdateSet({ isHidden, isForMembers }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What somebody follows of brands whose place this one has taken goes with it. */
export async function deleteFollowsBefore(trx: Trx, userId: string, brandId: string) {
  await trx
    .deleteFrom('follows')
    .where('userId', '=', userId)
    .where('brandId', 'in', (eb) =>
      eb.selectFrom('brands').select('brands.id').where('successorId', '=', brandId),
    )
    .execute()
}

export async function findFollowId(
  trx: Trx,
  { userId, kind, value }: Pick<NewFollow, 'userId' | 'kind' | 'value'>,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('follows')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst()
  return row?.id
}

/** Answers whether it was there. */
export async function deleteFollow(
  trx: Trx,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('follows')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of what is followed and left out, brands and categories alone: those of a set-up take their place. */
export async function deleteBrandsAndCategories(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom('follows')
    .where('userId', '=', userId)
    .where('kind', 'in', ['brand', 'category'])
    .execute()
}

export async function insertFollows(trx: Trx, follows: NewFollow[]): Promise<void> {
  if (follows.length > 0) await trx.insertInto('follows').values(follows).execute()
}

/** Of these, by their slugs, the brands that are followed already or have a deal that everybody may see. */
export async function findKnownBrands(
  db: Database,
  { slugs, userId }: { slugs: string[]; userId: string },
) {
  if (slugs.length === 0) return []
  return db
    .selectFrom('brands')
    .select(['brands.id', 'slug', 'name'])
    .where('slug', 'in', slugs)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('deals')
            .select('deals.id')
            .whereRef('deals.brandId', '=', 'brands.id')
            .where('isPublished', '=', true),
        ),
        eb.exists(
          eb
            .selectFrom('follows')
            .select('follows.id')
            .whereRef('follows.brandId', '=', 'brands.id')
            .where('userId', '=', userId),
        ),
      ]),
    )
    .execute()
}

/** The same of retailers: for members. */
export async function findKnownRetailer(
  db: Database,
  { slug, userId }: { slug: string; userId: string },
) {
  return db
    .selectFrom('retailers')
    .select(['retailers.id', 'slug', 'name'])
    .where('slug', '=', slug)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('deals')
            .select('deals.id')
            .whereRef('deals.retailerId', '=', 'retailers.id')
            .where('isPublished', '=', true),
        ),
        eb.exists(
          eb
            .selectFrom('follows')
            .select('follows.id')
            .whereRef('follows.retailerId', '=', 'retailers.id')
            .where('userId', '=', userId),
        ),
      ]),
    )
    .executeTakeFirst()
}

/** What retailers are called: asked for members alone. */
export async function findRetailerWords(db: Database, ids: string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('retailers').select(['id', 'slug', 'name']).where('id', 'in', ids).execute()
}

/** What the brands of searches are called, by their slugs. */
export async function findBrandsOfSearches(db: Database, slugs: string[]) {
  if (slugs.length === 0) return []
  return db.selectFrom('brands').select(['slug', 'name']).where('slug', 'in', slugs).execute()
}

/** The same of their retailers: asked for members alone. */
export async function findRetailersOfSearches(db: Database, slugs: string[]) {
  if (slugs.length === 0) return []
  return db.selectFrom('retailers').select(['slug', 'name']).where('slug', 'in', slugs).execute()
}
