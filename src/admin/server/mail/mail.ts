import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { DecideHeldMails, StopStream } from '#app/mailings/mail-desk.contract.ts'
import { setStreamStopped } from '#app/mailings/server/desk.ts'
import type { AppContext } from '#app/server/context.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { countOf } from '#app/shared/counts.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

/** The change and the audit entry that says who made it, in one transaction. */
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
  const { ended } = await decideHeldMails(ctx, { action, ids })
  if (ended > 0) {
    await ctx.db.transaction().execute((trx) =>
      recordAudit(trx, ctx, actor, [
        {
          action: action === 'release' ? 'mail.released' : 'mail.dropped',
          subject: { kind: 'mail', id: 'held', label: countOf(ended, 'held mail', 'held mails') },
          after: { ids },
        },
      ]),
    )
  }
}
