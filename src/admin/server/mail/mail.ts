import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { DecideHeldMails, StopStream } from '#app/mailings/mail-desk.contract.ts'
import { setStreamStopped } from '#app/mailings/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { countOf } from '#app/shared/counts.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

/** Stops or resumes a stream of mail and records who did it, in one transaction. */
export async function stopStreamAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { stream, isStopped, reason }: StopStream & { stream: MailStream },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const stop = { stream, isStopped, by: actor.name, reason }
    if (!(await setStreamStopped(trx, ctx, stop))) return
    await recordAudit(trx, ctx, actor, [
      {
        action: isStopped ? 'mail.stopped' : 'mail.resumed',
        subject: {
          kind: 'mail',
          id: stream,
          label: stream === 'edition' ? 'The edition' : 'Alerts',
        },
        before: { isStopped: !isStopped },
        after: { isStopped, ...(reason && { reason }) },
      },
    ])
  })
}

export async function decideHeldAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { action, ids }: DecideHeldMails,
): Promise<void> {
  await decideHeldMails(ctx, { action, ids }, async (trx, ended) => {
    const subject = {
      kind: 'mail' as const,
      id: 'held',
      label: countOf(ended, 'held mail', 'held mails'),
    }
    const verb = action === 'release' ? 'mail.released' : 'mail.dropped'
    const entries = ended > 0 ? [{ action: verb, subject, after: { ids } }] : []
    await recordAudit(trx, ctx, actor, entries)
  })
}
