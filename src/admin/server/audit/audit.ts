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
 * Who acts in the back office, as the audit log names them. `session`: by its label; empty for whoever has none,
 * as the server. `id`: of their account; none for the server, and for the password that all share.
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
 * Records changes in the transaction that makes them: neither can be without the other, and neither is of somebody
 * who was removed since their call began. Best at its end, since whoever removes them waits for it from here on.
 * Throws 401 `admin-required`.
 */
export async function recordAudit(...recording: Recording): Promise<void> {
  const [trx, , actor] = recording
  await requireStillHere(trx, actor)
  await recordDone(...recording)
}

/**
 * For a change that is not in the audit, in its transaction, and before what cannot be taken back: whoever was
 * removed since their call began has changed nothing. Throws 401 `admin-required`.
 */
export async function requireStillHere(trx: Database, { session }: Pick<Actor, 'session'>) {
  if (session !== '' && !(await holdAdminSession(trx, session))) throw adminRequired()
}

export function adminRequired(): Problem {
  return new Problem(401, 'admin-required', 'Open the back office first.')
}

/** Of what cannot be taken back any more, or has ended the session of whoever did it: that is recorded in any case. */
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
 * Keeps why something was done about somebody apart from the entry, which is for good: their account takes it along.
 * Answers what the entry holds in its place; nothing for an account that is gone.
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

/** What deals were before and after changes by hand, the newest first: of some, of one act, or one change. */
export const readDealSnapshots: typeof findDealSnapshots = findDealSnapshots

/** Batch size: the embedded database blocks the process while a statement runs. */
const ENTRIES_PER_STATEMENT = 250

type Reading = Pick<AppContext, 'db'>

/** What is about one person's account or money. */
const PERSONAL = new Set<AuditEntry['subjectKind']>(['member', 'guarantee', 'saving'])

/** Who reads it: what was done about one person, and why, is for owners; others see when and by whom. */
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

/** Every entry that matches, in batches, so that a log of years fits into little memory. */
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

/** A file leaves the house: others than owners take no addresses and no small numbers along. */
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

/** With why, as far as it is still known: it is kept apart, and goes with the account that it is about. */
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
