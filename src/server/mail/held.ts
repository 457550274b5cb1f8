import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { endHolding, findHeldMails } from './mail.queries.ts'
import { queueMailDelivery } from './mail.ts'

type HeldMail = Awaited<ReturnType<typeof findHeldMails>>[number]

/** What a person says of the mails that came back from a backup; without ids of all of them. */
export type HeldMailsWish =
  | { action: 'list' }
  | { action: 'release' | 'drop'; ids: string[] | undefined }

/**
 * Lists them, or sends or drops them. Answers those that are held now, and how many were ended: `onEnd` is told of
 * them in the same transaction.
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
      // As if promised now: whoever is tried for a week is tried for a week from here.
      isDropped ? { state: 'dropped', finishedAt: now } : { state: 'queued', sendAfter: now },
    )
    for (const { id, stream } of isDropped ? [] : mails) {
      // Those of streams are looked for every minute.
      if (stream === null) await queueMailDelivery(trx, ctx, { id, sendAfter: now })
    }
    await onEnd?.(trx, mails.length)
    return mails.length
  })
  return { held: await findHeldMails(ctx.db), ended }
}
