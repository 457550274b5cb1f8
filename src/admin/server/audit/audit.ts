import type { AuditEntry, AuditFilters, AuditPage, AuditQuery } from '#app/admin/audit.contract.ts'
import type { Database, Trx } from '#app/db/database.ts'
import {
  findOwnerReasons,
  insertOwnerReason,
} from '#app/membership/server/owner-actions/reasons.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import {
  findAuditActions,
  findAuditActors,
  findAuditEntries,
  findDealSnapshots,
  holdAdminSession,
  insertAuditEntries,
} from './audit.queries.ts'
import { readChanges } from './changes.rules.ts'
import { textToTake, withoutAddresses } from './taken-along.rules.ts'

/**
 * An actor in the back office, as the audit log names them. `session`: the label of their session; empty for
 * those without one, such as the server. `id`: of their account; none for the server and for the shared
 * password.
 */
export type Actor = { name: string; session: string; id?: string | null }

export type AuditDraft = {
  /** `subject.verb`, as in `deal.published`. */
  action: string
  subject: { kind: AuditEntry['subjectKind']; id: string; label: string }
  before?: object | null
  after?: object | null
}

type Recording = [
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  actor: Actor,
  drafts: AuditDraft[],
  batchId?: string | null,
]

/**
 * Records changes in the transaction that makes them, unless the actor was removed since the call began. Call
 * it last: from here on, removing the actor waits for this transaction. Throws 401 `admin-required`.
 */
export async function recordAudit(...recording: Recording): Promise<void> {
  const [trx, , actor] = recording
  await requireStillHere(trx, actor)
  await recordDone(...recording)
}

/**
 * Refuses a change by an actor who was removed since the call began. For changes without an audit entry: call
 * it in their transaction, before anything irreversible. Throws 401 `admin-required`.
 */
export async function requireStillHere(trx: Database, { session }: Pick<Actor, 'session'>) {
  if (session !== '' && !(await holdAdminSession(trx, session))) throw adminRequired()
}

export function adminRequired(): Problem {
  return new Problem(401, 'admin-required', 'Open the back office first.')
}

/**
 * Records what is already irreversible, or what ended the actor's own session: even a removed actor is
 * recorded.
 */
export async function recordDone(
  ...[trx, ctx, actor, drafts, batchId = null]: Recording
): Promise<void> {
  const happenedAt = ctx.now()
  await insertAuditEntries(
    trx,
    drafts.map(({ action, subject, before = null, after = null }) => ({
      happenedAt,
      actorName: actor.name,
      actorSession: actor.session,
      actorId: actor.id ?? null,
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

/**
 * Stores the reason for an act about a person apart from its audit entry: entries stay for good, reasons are
 * deleted with the account. Returns what the entry holds instead; empty if the account is gone.
 */
export async function noteReason(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { userId, reason }: { userId: string | null; reason: string },
): Promise<{ reasonId?: string }> {
  if (userId === null) return {}
  const id = newId()
  await insertOwnerReason(trx, { id, userId, reason, notedAt: ctx.now() })
  return { reasonId: id }
}

/** Returns what deals were before and after changes by hand, newest first: by deals, by batch or by entry. */
export const readDealSnapshots: typeof findDealSnapshots = findDealSnapshots

/** Batch size: the embedded database blocks the process while a statement runs. */
const ENTRIES_PER_STATEMENT = 250

type Reading = Pick<AppContext, 'db'>

/** Kinds of subjects that are about one person's account or money. */
const PERSONAL = new Set<AuditEntry['subjectKind']>(['member', 'guarantee', 'saving'])

/** Only owners read what was done about one person and why; others see when and by whom. */
type Reader = { isOwner: boolean }

export async function readAuditPage(
  ctx: Reading,
  query: AuditQuery,
  reader: Reader,
): Promise<AuditPage> {
  const rows = await findAuditEntries(ctx.db, { ...query, limit: query.limit + 1 })
  const entries = await serializeEntries(ctx, rows.slice(0, query.limit), reader)
  return { entries, next: rows.length > query.limit ? (entries.at(-1)?.id ?? null) : null }
}

export async function readAuditFilters({ db }: Reading): Promise<AuditFilters> {
  return { actions: await findAuditActions(db), actors: await findAuditActors(db) }
}

/** Yields all matching entries in batches, so that a log of years needs little memory. */
export async function* readAuditEntries(
  ctx: Reading,
  query: AuditQuery,
  reader: Reader,
): AsyncGenerator<AuditEntry[]> {
  let before = query.before
  for (;;) {
    const limit = ENTRIES_PER_STATEMENT
    const rows = await findAuditEntries(ctx.db, { ...query, limit, before })
    const entries = await serializeEntries(ctx, rows, reader)
    if (rows.length > 0) yield entries.map((entry) => entryToTake(entry, reader))
    if (rows.length < limit) return
    before = rows.at(-1)?.id
  }
}

type Row = Awaited<ReturnType<typeof findAuditEntries>>[number]

/** For an export, which leaves the house: only owners get addresses and small numbers. */
function entryToTake(entry: AuditEntry, { isOwner }: Reader): AuditEntry {
  if (isOwner) return entry
  return {
    ...entry,
    actorName: withoutAddresses(entry.actorName),
    subjectLabel: withoutAddresses(entry.subjectLabel),
    changes: entry.changes.map(({ field, before, after }) => ({
      field,
      before: before && textToTake(before),
      after: after && textToTake(after),
    })),
  }
}

/** Adds the reasons that are still known: they are stored apart and deleted with the account they are about. */
async function serializeEntries(
  { db }: Reading,
  rows: Row[],
  { isOwner }: Reader,
): Promise<AuditEntry[]> {
  const reasons = isOwner ? await findOwnerReasons(db, rows.flatMap(reasonIdOf)) : new Map()
  return rows.map((row) => {
    const { happenedAt, before, after, ...entry } = row
    const isHidden = PERSONAL.has(entry.subjectKind) && !isOwner
    const [reason] = reasonIdOf(row).flatMap((id) => reasons.get(id) ?? [])
    return {
      ...entry,
      happenedAt: happenedAt.toISOString(),
      changes: isHidden
        ? []
        : readChanges(before, after && { ...after, ...(reason && { reason }) }),
    }
  })
}

function reasonIdOf({ after }: Row): string[] {
  const id = (after as { reasonId?: unknown } | null)?.reasonId
  return typeof id === 'string' ? [id] : []
}
