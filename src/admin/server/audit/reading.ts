import type { AuditEntry, AuditFilters, AuditPage, AuditQuery } from '#app/admin/audit.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { findAuditActions, findAuditActors, findAuditEntries } from './audit.queries.ts'
import { readChanges } from './changes.rules.ts'

/** The embedded database holds up the process for as long as one statement runs. */
const ENTRIES_PER_STATEMENT = 250

type Reading = Pick<AppContext, 'db'>

export async function readAuditPage(ctx: Reading, query: AuditQuery): Promise<AuditPage> {
  const rows = await findAuditEntries(ctx.db, { ...query, limit: query.limit + 1 })
  const entries = rows.slice(0, query.limit).map(serializeEntry)
  return { entries, next: rows.length > query.limit ? (entries.at(-1)?.id ?? null) : null }
}

export async function readAuditFilters({ db }: Reading): Promise<AuditFilters> {
  return { actions: await findAuditActions(db), actors: await findAuditActors(db) }
}

/** Every entry that matches, part by part, so that a log of years fits into little memory. */
export async function* readAuditEntries(
  ctx: Reading,
  query: AuditQuery,
): AsyncGenerator<AuditEntry[]> {
  let before = query.before
  for (;;) {
    const limit = ENTRIES_PER_STATEMENT
    const rows = await findAuditEntries(ctx.db, { ...query, limit, before })
    if (rows.length > 0) yield rows.map(serializeEntry)
    if (rows.length < limit) return
    before = rows.at(-1)?.id
  }
}

type Row = Awaited<ReturnType<typeof findAuditEntries>>[number]

function serializeEntry({ happenedAt, before, after, ...entry }: Row): AuditEntry {
  return {
    ...entry,
    happenedAt: happenedAt.toISOString(),
    changes: readChanges(before, after),
  }
}
