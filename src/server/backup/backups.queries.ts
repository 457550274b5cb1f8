import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'
import { isThere } from '#app/db/walk.ts'

/** Does nothing when the table does not exist yet: before an upgrade the new version backs up the old schema. */
export async function insertBackup(
  db: Database,
  backup: Insertable<Tables['backups']>,
): Promise<void> {
  if (!(await isThere(db, 'public.backups'))) return
  await db.insertInto('backups').values(backup).execute()
}

/** The last complete backup; its age is how much would be lost. */
export async function findLastBackup(
  db: Database,
): Promise<{ takenAt: Date; place: string } | undefined> {
  return db
    .selectFrom('backups')
    .select(['takenAt', 'place'])
    .orderBy('takenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertRestore(
  trx: Trx,
  restore: Insertable<Tables['restores']>,
): Promise<void> {
  await trx.insertInto('restores').values(restore).execute()
}

/** The restore whose subscriptions are still being synced with the provider. */
export async function findUnfinishedRestore(
  db: Database,
): Promise<{ id: string; subscriptionsReadThrough: string } | undefined> {
  return db
    .selectFrom('restores')
    .select(['id', 'subscriptionsReadThrough'])
    .where('subscriptionsReadAt', 'is', null)
    .orderBy('restoredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function updateRestore(
  db: Database,
  id: string,
  change: { subscriptionsReadThrough: string } | { subscriptionsReadAt: Date },
): Promise<void> {
  await db
    .updateTable('restores')
    .set(change)
    // A later restore starts the sync over.
    .$if('subscriptionsReadThrough' in change, (query) => query.where('id', '=', id))
    .$if('subscriptionsReadAt' in change, (query) => query.where('subscriptionsReadAt', 'is', null))
    .execute()
}

/** Deletes waiting jobs, which may have run after the backup; each slice decides what has to be redone. */
export async function deleteWaitingJobs(trx: Trx): Promise<void> {
  if (!(await isThere(trx, 'pgboss.job'))) return
  await sql`delete from pgboss.job where state in ('created', 'retry', 'active')`.execute(trx)
}

export async function exportSnapshot(trx: Trx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx)
  const [snapshot] = rows
  if (!snapshot) throw new Error('The database exports no snapshot.')
  return snapshot.id
}

export async function readServerVersion(db: Database): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version') as version
  `.execute(db)
  return rows[0]?.version ?? 'unknown'
}

/** Whether a program with this application name is connected to this database. */
export async function isProgramAtWork(db: Database, program: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = ${program}
  `.execute(db)
  return rows.length > 0
}
