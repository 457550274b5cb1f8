import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { insertAuditEntries } from './audit.queries.ts'

/** Whoever has opened the back office, as the audit log names them. */
export type Actor = { name: string; session: string }

export type AuditDraft = {
  /** `subject.verb`, as in `deal.published`. */
  action: string
  subject: { kind: 'deal' | 'import' | 'session' | 'subscription'; id: string; label: string }
  before?: object | null
  after?: object | null
}

/** Notes changes in the transaction that makes them: neither can be without the other. */
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
