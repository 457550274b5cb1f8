import { type Selectable, sql, type Updateable } from 'kysely'
import { inChunks } from '#app/db/chunks.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { withoutWww } from '#app/deals/server/deal/buy-url.rules.ts'
import {
  type LinkAnswer,
  type LinkDraft,
  type LinkNote,
  type LinkSources,
  type OfferedPicture,
  SAME_LATELY_DAYS,
  type SameBy,
} from '#app/links/links.facts.ts'

const ROWS_PER_STATEMENT = 50

/** A stored link, with its JSON columns typed as they were written. */
export type StoredLink = Omit<
  Selectable<Tables['pastedLinks']>,
  'draft' | 'sources' | 'notes' | 'pictures' | 'answer'
> & {
  draft: LinkDraft
  sources: LinkSources
  notes: LinkNote[]
  pictures: OfferedPicture[]
  answer: LinkAnswer | null
}

export type NewLink = {
  id: string
  position: number
  pasted: string
  url: string | null
  urlKey: string | null
  host: string | null
  answer: LinkAnswer | null
}

/** Inserts links; returns the ids of those that were not open already. */
export async function insertLinks(
  trx: Trx,
  links: NewLink[],
  { by, now }: { by: string; now: Date },
): Promise<Set<string>> {
  const written = new Set<string>()
  for (const some of inChunks(links, ROWS_PER_STATEMENT)) {
    const rows = await trx
      .insertInto('pastedLinks')
      .values(
        some.map((link) => ({
          ...link,
          nextUrl: link.url,
          state: link.url === null ? ('unread' as const) : ('waiting' as const),
          dueAt: now,
          pastedBy: by,
          pastedAt: now,
          changedAt: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('urlKey').where('state', 'in', ['waiting', 'read', 'unread']).doNothing(),
      )
      .returning('id')
      .execute()
    for (const { id } of rows) written.add(id)
  }
  return written
}

/** Serializes pastes until the transaction ends, so that the limit of open links holds. */
export async function lockPasting(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('pasted links', 0))`.execute(trx)
}

export async function countOpen(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('pastedLinks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '<>', 'made')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns open links and those that became deals lately, newest paste first. */
export async function findLinks(
  db: Database,
  { madeSince, most }: { madeSince: Date; most: number },
): Promise<StoredLink[]> {
  const rows = await db
    .selectFrom('pastedLinks')
    .selectAll()
    .where((eb) => eb.or([eb('state', '<>', 'made'), eb('changedAt', '>', madeSince)]))
    .orderBy('pastedAt', 'desc')
    .orderBy('position')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows as unknown as StoredLink[]
}

/** Locks links until the transaction ends, so that two people cannot make the same deal twice. */
export async function lockLinks(trx: Trx, ids: string[]): Promise<Map<string, StoredLink>> {
  const rows = await trx
    .selectFrom('pastedLinks')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map((rows as unknown as StoredLink[]).map((row) => [row.id, row]))
}

export async function updateLink(
  db: Database,
  id: string,
  columns: Updateable<Tables['pastedLinks']>,
): Promise<void> {
  await db.updateTable('pastedLinks').set(columns).where('id', '=', id).execute()
}

/** Stores what was read of a page, if the link still waits: one removed meanwhile stays removed. */
export async function keepReading(
  db: Database,
  id: string,
  columns: Updateable<Tables['pastedLinks']>,
): Promise<void> {
  await db
    .updateTable('pastedLinks')
    .set(columns)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Returns the hosts of links that wait for their page and are due. */
export async function findWaitingHosts(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('pastedLinks')
    .select('host')
    .distinct()
    .where('state', '=', 'waiting')
    .where('dueAt', '<=', now)
    .where('host', 'is not', null)
    .execute()
  return rows.flatMap(({ host }) => host ?? [])
}

export async function findNextPasted(db: Database, host: string, now: Date) {
  return db
    .selectFrom('pastedLinks')
    .select(['id', 'hops', 'nextUrl as url'])
    .where('state', '=', 'waiting')
    .where('host', '=', host)
    .where('dueAt', '<=', now)
    .orderBy('pastedAt')
    .orderBy('position')
    .limit(1)
    .$narrowType<{ url: string }>()
    .executeTakeFirst()
}

/** Gives up on the waiting links of a host: whether robots may visit it could not be learned. */
export async function giveUpHost(db: Database, host: string, now: Date): Promise<void> {
  await db
    .updateTable('pastedLinks')
    .set({ state: 'unread', answer: 'no-answer', changedAt: now })
    .where('state', '=', 'waiting')
    .where('host', '=', host)
    .execute()
}

/** Whether a curator has excluded this shop from visits, with or without `www.`. */
export async function isNeverLookedAt(db: Database, host: string): Promise<boolean> {
  const row = await db
    .selectFrom('retailers')
    .innerJoin('deals', 'deals.retailerId', 'retailers.id')
    .select('retailers.id')
    .where('isNeverChecked', '=', true)
    .where('deals.domain', 'in', [withoutWww(host), `www.${withoutWww(host)}`])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the next link whose pictures are still to be fetched. */
export async function takePicturesDue(db: Database): Promise<StoredLink | undefined> {
  const row = await db
    .updateTable('pastedLinks')
    .set({ picturesDue: false })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('pastedLinks')
        .select('id')
        .where('picturesDue', '=', true)
        .orderBy('pastedAt')
        .orderBy('position')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return row as unknown as StoredLink | undefined
}

export async function deleteLinks(trx: Trx, ids: string[]): Promise<string[]> {
  const rows = await trx
    .deleteFrom('pastedLinks')
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('state', '<>', 'made')
    .returning('pasted')
    .execute()
  return rows.map(({ pasted }) => pasted)
}

export async function deletePastedBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('pastedLinks').where('changedAt', '<', before).execute()
}

export type Subject = {
  id: string
  urlKey: string | null
  /** Of the page that was finally read, after the redirects of short and affiliate links. */
  pageKey: string | null
  gtin: string | null
  brandKey: string
  product: string
  hundredths: number | null
}
export type SameRow = { id: string; by: SameBy; dealId: string }

/** Finds existing deals for the same product: by link, GTIN, or brand, name and price of the last days. */
export async function findSameDeals(
  db: Database,
  subjects: Subject[],
  now: Date,
): Promise<SameRow[]> {
  if (subjects.length === 0) return []
  const given = subjects.map(({ id, urlKey, pageKey, gtin, brandKey, product, hundredths }) => ({
    id,
    gtin,
    product,
    hundredths,
    url_key: urlKey,
    page_key: pageKey,
    brand_key: brandKey,
  }))
  const since = new Date(now.getTime() - SAME_LATELY_DAYS * 24 * 3600 * 1000)
  const { rows } = await sql<SameRow>`
    with subject as materialized (
      select subject.*, brands.id as brand_id
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as subject(id text, url_key text, page_key text, gtin text,
        brand_key text, product text, hundredths integer)
      left join brands on brands.name_key = subject.brand_key
    )
    select distinct on (id, deal_id) id, by, deal_id from (
      select subject.id, 'link' as by, deals.id as deal_id, 1 as place
      from subject join deals on buy_url_key in (subject.url_key, subject.page_key) where deals.deleted_at is null
      union all
      select subject.id, 'gtin', deals.id, 2
      from subject join deals on deals.gtin = subject.gtin where deals.deleted_at is null
      union all
      select subject.id, 'words', deals.id, 3
      from subject join deals on deals.brand_id = subject.brand_id and lower(product_name) = subject.product
      where deals.deleted_at is null and deals.created_at > ${since} and subject.product <> ''
        and coalesce(foreign_now_hundredths, sale_price_cents) is not distinct from subject.hundredths
    ) same
    order by id, deal_id, place`.execute(db)
  return rows
}
