import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { within } from './days.queries.ts'
import { countOf, type Narrowed, type Slice, spanOf } from './lists.queries.ts'

function clicksWhere({ click, dealId, brandId, retailerId, ...query }: Narrowed) {
  const isOf = (column: 'brand_id' | 'retailer_id', id: string | null) =>
    sql`clicks.deal_id in (
      select id from deals where ${sql.ref(column)} is not distinct from ${id})`
  return sql`
    from clicks where ${within('clicks.clickedAt', spanOf(query))}
      and ${click === 'all' ? sql`true` : sql`clicks.kind = ${click}`}
      and ${dealId === undefined ? sql`true` : sql`clicks.deal_id = ${dealId}`}
      and ${brandId === undefined ? sql`true` : isOf('brand_id', brandId === 'none' ? null : brandId)}
      and ${retailerId === undefined ? sql`true` : isOf('retailer_id', retailerId)}`
}

export const countClicks = (db: Database, query: Narrowed) => countOf(db, clicksWhere(query))

type ClickRow = {
  id: number
  dealId: string
  clickedAt: Date
  kind: string
  clickType: string
  email: string | null
}

/** The newest first. */
export async function findClicks(db: Database, query: Narrowed, slice: Slice): Promise<ClickRow[]> {
  const { rows } = await sql<ClickRow>`
    select part.*, users.email from (
      select id, deal_id, clicked_at, kind, click_type, user_id ${clicksWhere(query)}
        and ${behind('clicks', 'clicked_at', slice.after)}
      order by clicked_at desc, id desc offset ${slice.offset ?? 0} limit ${slice.limit}
    ) as part left join users on users.id = part.user_id
    order by part.clicked_at desc, part.id desc`.execute(db)
  return rows
}

/** Older than this row; of the same moment, entered before it. */
function behind(table: 'clicks' | 'events', column: string, id: number | undefined) {
  if (id === undefined) return sql`true`
  const [of, at] = [sql.ref(table), sql.ref(`${table}.${column}`)]
  return sql`${at} <= (select ${sql.ref(column)} from ${of} as same where same.id = ${id})
    and (${at}, ${sql.ref(`${table}.id`)}) <
      (select same.${sql.ref(column)}, same.id from ${of} as same where same.id = ${id})`
}

function lockedWhere({ dealId, ...query }: Narrowed) {
  return sql`
    from events where events.type = 'locked-deal-click'
      and ${within('events.happenedAt', spanOf(query))}
      and exists (select from deals where deals.id = events.data->>'dealId')
      and ${dealId === undefined ? sql`true` : sql`events.data->>'dealId' = ${dealId}`}`
}

export const countLocked = (db: Database, query: Narrowed) => countOf(db, lockedWhere(query))

type LockedRow = { id: number; dealId: string; happenedAt: Date; email: string | null }

/** The newest first. */
export async function findLocked(db: Database, query: Narrowed, slice: Slice) {
  const { rows } = await sql<LockedRow>`
    select part.*, users.email from (
      select id, data->>'dealId' as deal_id, happened_at, user_id ${lockedWhere(query)}
        and ${behind('events', 'happened_at', slice.after)}
      order by happened_at desc, id desc offset ${slice.offset ?? 0} limit ${slice.limit}
    ) as part left join users on users.id = part.user_id
    order by part.happened_at desc, part.id desc`.execute(db)
  return rows
}

function publishedWhere({ state, from, to }: Narrowed) {
  return sql`
    from deals where published_day is not null
      and ${state === 'published' ? sql`is_published` : sql`not is_published`}
      and ${from === undefined ? sql`true` : sql`published_day >= ${from}`}
      and ${to === undefined ? sql`true` : sql`published_day <= ${to}`}`
}

export const countPublished = (db: Database, query: Narrowed) => countOf(db, publishedWhere(query))

type PublishedRow = { id: string; publishedAt: Date; isPublished: boolean; isDeleted: boolean }

/** The newest first; within one moment in the order of the curator's sheet. */
export async function findPublished(db: Database, query: Narrowed, { limit, offset = 0 }: Slice) {
  const { rows } = await sql<PublishedRow>`
    select id, published_at, is_published, deleted_at is not null as is_deleted
    ${publishedWhere(query)}
    order by published_day desc, published_at desc, feed_position, id
    offset ${offset} limit ${limit}`.execute(db)
  return rows
}
