import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { FollowKind } from '#app/follows/follows.facts.ts'

/** Serializes changes of the same person until the transaction ends. */
export async function lockFollows(trx: Trx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`follows ${userId}`}, 0))`.execute(trx)
}

/**
 * Returns a person's follows, the newest first. Brands have the name and slug of their successor, if any;
 * retailers only their id.
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

/** Tells whether a person has answered the offer of the setup, which creates its row. */
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

/** Inserts a follow, or changes whether an existing one is hidden; returns its id. */
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

/** Deletes a person's follows of the brands that this one has replaced. */
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

/** Returns whether it existed. */
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

/** Deletes a person's followed and hidden brands and categories, which a setup replaces. */
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

/** Returns the brands with these slugs that the person follows or that have a publicly visible deal. */
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

/** Returns the retailer by slug if the person follows it or it has a published deal; for members only. */
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

/** Returns retailers' names and slugs; call it for members only. */
export async function findRetailerWords(db: Database, ids: string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('retailers').select(['id', 'slug', 'name']).where('id', 'in', ids).execute()
}

/** Returns the names of brands in searches, by slug. */
export async function findBrandsOfSearches(db: Database, slugs: string[]) {
  if (slugs.length === 0) return []
  return db.selectFrom('brands').select(['slug', 'name']).where('slug', 'in', slugs).execute()
}

/** Returns the names of retailers in searches, by slug; call it for members only. */
export async function findRetailersOfSearches(db: Database, slugs: string[]) {
  if (slugs.length === 0) return []
  return db.selectFrom('retailers').select(['slug', 'name']).where('slug', 'in', slugs).execute()
}
