import type { AuditEntry, AuditFilters, AuditPage, AuditQuery } from '#app/admin/audit.contract.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  findAuditActions,
  findAuditActors,
  findAuditEntries,
  insertAuditEntries,
} from './audit.queries.ts'
import { readChanges } from './changes.rules.ts'

/** Who acts in the back office, as the audit log names them. */
export type Actor = { name: string; session: string }

export type AuditDraft = {
  /** `subject.verb`, as in `deal.published`. */
  action: string
  subject: { kind: AuditEntry['subjectKind']; id: string; label: string }
  before?: object | null
  after?: object | null
}

/** Records changes in the transaction that makes them: neither can be without the other. */
export async function recordAudit(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  actor: Actor,
  drafts: AuditDraft[],
  batchId: string | null = null,
): Promise<void> {
  const happenedAt = ctx.now()
  await insertAuditEntries(
    trx,
    drafts.map(({ action, subject, before = null, after = null }) => ({
      happenedAt,
      actorName: actor.name,
      actorSession: actor.session,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      subjectLabel: subject.label,
      batchId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })),
  )
}

/** Batch size: the embedded database blocks the process while a statement runs. */
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

/** Every entry that matches, in batches, so that a log of years fits into little memory. */
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
