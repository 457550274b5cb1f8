import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { endHolding, findHeldMails } from './mail.queries.ts'
import { queueMailDelivery } from './mail.ts'

type HeldMail = Awaited<ReturnType<typeof findHeldMails>>[number]

/** An operator's decision about mails held after a restore; without ids it applies to all. */
export type HeldMailsWish =
  | { action: 'list' }
  | { action: 'release' | 'drop'; ids: string[] | undefined }

/**
 * Lists, releases or drops held mails. Returns those still held and how many were decided on; `onEnd` is called for these
 * in the same transaction.
 */
export async function decideHeldMails(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  wish: HeldMailsWish,
  onEnd?: (trx: Trx, ended: number) => Promise<void>,
): Promise<{ held: HeldMail[]; ended: number }> {
  if (wish.action === 'list') return { held: await findHeldMails(ctx.db), ended: 0 }
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    const isDropped = wish.action === 'drop'
    const mails = await endHolding(
      trx,
      wish.ids,
      // As if queued now: retries continue for a week from here.
      isDropped ? { state: 'dropped', finishedAt: now } : { state: 'queued', sendAfter: now },
    )
    for (const { id, stream } of isDropped ? [] : mails) {
      // Stream mails are polled every minute and need no job.
      if (stream === null) await queueMailDelivery(trx, ctx, { id, sendAfter: now })
    }
    await onEnd?.(trx, mails.length)
    return mails.length
  })
  return { held: await findHeldMails(ctx.db), ended }
}
