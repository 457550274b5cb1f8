import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { type DataCount, selectDataCount } from '#app/server/personal-data.queries.ts'

type Whose = { userId: string; since: Date; isMember: boolean }

/** Hides new-deal notices without a membership, because they may be based on a retailer. */
function awake({ isMember }: Pick<Whose, 'isMember'>) {
  return sql<SqlBool>`(${isMember} or notices.kind <> 'new-for-you')`
}

/** Selects only public facts of the deals, and their ids. */
function selectNotices(db: Database) {
  return db
    .selectFrom('notices')
    .leftJoin('deals', 'deals.id', 'notices.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['notices.id', 'notices.kind', 'notices.dealId', 'notices.facts'])
    .select(['notices.happenedAt', 'notices.readAt', 'deals.isPublished'])
    .select(sql<string>`coalesce(brands.name, '')`.as('brandName'))
}

/** Returns notices, newest first. */
export async function findNotices(
  db: Database,
  { offset, limit, ...whose }: Whose & { offset: number; limit: number },
) {
  const { userId, since } = whose
  return selectNotices(db)
    .where('notices.userId', '=', userId)
    .where('notices.happenedAt', '>', since)
    .where(awake(whose))
    .orderBy('notices.happenedAt', 'desc')
    .orderBy('notices.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** Returns this person's notices among these ids, in the order they were added. */
export async function findNoticesById(db: Database, { ids, ...whose }: Whose & { ids: number[] }) {
  if (ids.length === 0) return []
  const { userId, since } = whose
  return selectNotices(db)
    .where('notices.userId', '=', userId)
    .where('notices.happenedAt', '>', since)
    .where('notices.id', 'in', ids)
    .where(awake(whose))
    .orderBy('notices.id')
    .execute()
}

export async function countNotices(db: Database, whose: Whose) {
  const { userId, since } = whose
  return db
    .selectFrom('notices')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('readAt', 'is', null).as('unread'),
      eb.fn.max<number | null>('id').as('newestId'),
    ])
    .where('userId', '=', userId)
    .where('happenedAt', '>', since)
    .where(awake(whose))
    .executeTakeFirstOrThrow()
}

export async function countUnread(db: Database, whose: Whose): Promise<number> {
  const { userId, since } = whose
  const { unread } = await db
    .selectFrom('notices')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('happenedAt', '>', since)
    .where(awake(whose))
    .executeTakeFirstOrThrow()
  return unread
}

/** Returns the ids in the same order. The rows are sent as one JSON parameter, since there may be many. */
export async function insertNotices(
  trx: Trx,
  rows: Array<Omit<Insertable<Tables['notices']>, 'id'>>,
): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: inserted } = await sql<{ id: number }>`
    insert into notices (user_id, kind, deal_id, facts, happened_at, read_at)
    select "userId", kind, "dealId", facts::jsonb, "happenedAt", "readAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as given ("userId" text, kind text, "dealId" text, facts text,
      "happenedAt" timestamptz, "readAt" timestamptz)
    returning id
  `.execute(trx)
  return inserted.map(({ id }) => id)
}

/** Marks older notices of a kind as read for many people when a new one replaces them. */
export async function markKindRead(
  trx: Trx,
  { userIds, kind, since, now }: { userIds: string[]; kind: string; since: Date; now: Date },
): Promise<void> {
  await trx
    .updateTable('notices')
    .set({ readAt: now })
    .where('userId', '=', sql<string>`any(${userIds}::text[])`)
    .where('kind', '=', kind)
    .where('readAt', 'is', null)
    .where('happenedAt', '>', since)
    .execute()
}

/** Returns how many were marked. */
export async function markRead(
  db: Database,
  { now, which, ...whose }: Whose & { now: Date; which: { id: number } | { through: number } },
): Promise<number> {
  const { userId, since } = whose
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ readAt: now })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .where('happenedAt', '>', since)
    .where(awake(whose))
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('id', '<=', which.through)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function hasNotice(
  db: Database,
  { id, ...whose }: Whose & { id: number },
): Promise<boolean> {
  const { userId, since } = whose
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('userId', '=', userId)
    .where('happenedAt', '>', since)
    .where(awake(whose))
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Tells whether news with this key was already added, or the person is gone. */
export async function hasNoticeOf(
  trx: Trx,
  { userId, kind, key }: { userId: string; kind: string; key: string },
): Promise<boolean> {
  const person = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return true
  const told = await trx
    .selectFrom('notices')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where(sql<boolean>`facts->>'key' = ${key}`)
    .limit(1)
    .executeTakeFirst()
  return told !== undefined
}

export async function deleteNoticesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('notices').where('happenedAt', '<', before).execute()
}

/** Exports notices with the deal's id and brand; its other details are for members, on its page. */
export async function findNoticesOf(db: Database, userId: string) {
  return db
    .selectFrom('notices')
    .leftJoin('deals', 'deals.id', 'notices.dealId')
    .leftJoin('brands', 'brands.id', 'deals.brandId')
    .select(['notices.kind', 'notices.dealId', 'brands.name as brand', 'notices.facts'])
    .select(['happenedAt', 'readAt'])
    .where('userId', '=', userId)
    .orderBy('happenedAt')
    .execute()
}

export async function countNoticesOf(db: Database, userId: string): Promise<DataCount> {
  return db
    .selectFrom('notices')
    .select(selectDataCount('happenedAt'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
}
