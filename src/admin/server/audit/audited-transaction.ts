import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { type Actor, type AuditDraft, recordAudit } from './audit.ts'

/** Makes a change and records it in one transaction; several entries form one batch. */
export async function inAuditedTransaction<T>(
  ctx: AppContext,
  actor: Actor,
  change: (trx: Trx) => Promise<{ entries: AuditDraft[]; answer: T }>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    const { entries, answer } = await change(trx)
    await recordAudit(trx, ctx, actor, entries, entries.length > 1 ? newId() : null)
    return answer
  })
}
