import { type Insertable, type SelectQueryBuilder, sql } from 'kysely'
import type { AuditQuery } from '#app/admin/audit.contract.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { startOfDay } from '#app/db/days.ts'
import { escapeLike } from '#app/db/like.ts'
import type { Tables } from '#app/db/tables.ts'

/** Batch size: the embedded database blocks the process while a statement runs. */
const ROWS_PER_STATEMENT = 50
/** The filter lists only actors of so many of the newest entries. */
const ACTORS_AMONG = 20_000

export async function insertAuditEntries(
  trx: Trx,
  entries: Array<Insertable<Tables['auditEntries']>>,
): Promise<void> {
  for (let at = 0; at < entries.length; at += ROWS_PER_STATEMENT) {
    await trx
      .insertInto('auditEntries')
      .values(entries.slice(at, at + ROWS_PER_STATEMENT))
      .execute()
  }
}

/** Whether the session is still open; locks it, so that ending it waits for this transaction. */
export async function holdAdminSession(trx: Database, label: string): Promise<boolean> {
  const held = await trx
    .selectFrom('adminSessions')
    .select('label')
    .where('label', '=', label)
    .forKeyShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Returns what deals were before and after changes, newest first. */
export async function findDealSnapshots(
  db: Database,
  {
    dealIds,
    batchId,
    entryId,
    most,
  }: { dealIds?: string[]; batchId?: string; entryId?: number; most?: number },
) {
  return db
    .selectFrom('auditEntries')
    .select(['id', 'happenedAt', 'actorName', 'subjectId as dealId', 'before', 'after'])
    .where('subjectKind', '=', 'deal')
    .$if(dealIds !== undefined, (entries) => entries.where('subjectId', 'in', dealIds ?? []))
    .$if(batchId !== undefined, (entries) => entries.where('batchId', '=', batchId ?? ''))
    .$if(entryId !== undefined, (entries) => entries.where('id', '=', entryId ?? 0))
    .orderBy('id', 'desc')
    .$if(most !== undefined, (entries) => entries.limit(most ?? 0))
    .execute()
}

/** Returns entries, newest first, at most `limit`. */
export async function findAuditEntries(db: Database, query: AuditQuery) {
  const { before, action, actor, day, q } = query
  return db
    .selectFrom('auditEntries')
    .selectAll()
    .$if(before !== undefined, (entries) => entries.where('id', '<', before ?? 0))
    .$if(Boolean(action), (entries) => entries.where('action', '=', action ?? ''))
    .$if(Boolean(actor), (entries) => entries.where('actorName', '=', actor ?? ''))
    .$if(Boolean(day), (entries) =>
      entries
        .where('happenedAt', '>=', startOfDay(day ?? ''))
        .where('happenedAt', '<', startOfDay(day ?? '', 1)),
    )
    .$if(Boolean(q), (entries) =>
      entries.where('subjectLabel', 'ilike', `%${escapeLike(q ?? '')}%`),
    )
    .$call((entries) => aboutSubject(entries, query))
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()
}

/** The history of a deal includes the import that created it. */
function aboutSubject<O>(
  entries: SelectQueryBuilder<Tables, 'auditEntries', O>,
  { kind, subjectId }: AuditQuery,
) {
  if (!subjectId) return kind ? entries.where('subjectKind', '=', kind) : entries
  return entries.where((eb) => {
    const isSubject = eb('subjectId', '=', subjectId)
    if (kind !== 'deal') return kind ? eb.and([isSubject, eb('subjectKind', '=', kind)]) : isSubject
    const itsImport = eb.selectFrom('deals').select('importId').where('id', '=', subjectId)
    return eb.or([
      eb.and([eb('subjectKind', '=', 'deal'), isSubject]),
      eb.and([eb('subjectKind', '=', 'import'), eb('subjectId', '=', itsImport)]),
    ])
  })
}

export async function findAuditActions(db: Database): Promise<string[]> {
  // A loose index scan, from one action to the next: there are few actions and many entries.
  const { rows } = await sql<{ action: string }>`
    with recursive each as (
      (select action from audit_entries order by action limit 1)
      union all
      select (select action from audit_entries where action > each.action order by action limit 1)
      from each where each.action is not null
    )
    select action from each where action is not null`.execute(db)
  return rows.map(({ action }) => action)
}

export async function findAuditActors(db: Database): Promise<string[]> {
  const recent = db
    .selectFrom('auditEntries')
    .select('actorName')
    .orderBy('id', 'desc')
    .limit(ACTORS_AMONG)
    .as('recent')
  const rows = await db
    .selectFrom(recent)
    .select('actorName')
    .distinct()
    .orderBy('actorName')
    .execute()
  return rows.map(({ actorName }) => actorName)
}
