import type { AppContext } from '#app/server/context.ts'
import { endHolding, findHeldMails } from './mail.queries.ts'
import { queueMailDelivery } from './mail.ts'

export type HeldMail = Awaited<ReturnType<typeof findHeldMails>>[number]

/** What a person says of the mails that came back from a backup; without ids of all of them. */
export type HeldMailsWish =
  | { action: 'list' }
  | { action: 'release' | 'drop'; ids: string[] | undefined }

/** Lists them, or sends or drops them. Answers those that are held now, and how many were ended. */
export async function decideHeldMails(
  ctx: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  wish: HeldMailsWish,
): Promise<{ held: HeldMail[]; ended: number }> {
  if (wish.action === 'list') return { held: await findHeldMails(ctx.db), ended: 0 }
  const ended = await ctx.db.transaction().execute(async (trx) => {
    const now = ctx.now()
    if (wish.action === 'drop') {
      return endHolding(trx, wish.ids, { state: 'dropped', finishedAt: now })
    }
    // As if promised now: whoever is tried for a week is tried for a week from here.
    const released = await endHolding(trx, wish.ids, { state: 'queued', sendAfter: now })
    for (const { id, stream } of released) {
      // Those of streams are looked for every minute.
      if (stream === null) await queueMailDelivery(trx, ctx, { id, sendAfter: now })
    }
    return released
  })
  return { held: await findHeldMails(ctx.db), ended: ended.length }
}
