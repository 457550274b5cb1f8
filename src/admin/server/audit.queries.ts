import type { Insertable } from 'kysely'
import type { Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

/** The embedded database holds up the process for as long as one statement runs. */
const ROWS_PER_STATEMENT = 50

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
