import { ANNOUNCEMENT_MAIL } from '#app/mailings/announcements.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { countAnnouncementMails } from '#app/server/mail/streams.queries.ts'
import { queueStreamMails } from '#app/server/mail/streams.ts'
import { ANNOUNCEMENT } from '#app/shared/mail-streams.ts'
import { findGoing, takeAnnouncement, updateAnnouncement } from './announcements.queries.ts'
import { nextAddressees } from './audience.ts'
import { fatesOf, isOver } from './fates.rules.ts'
import { allowance } from './pace.rules.ts'
import { CAME_BACK } from './reason.copy.ts'

export const ANNOUNCEMENTS_QUEUE = 'letters-to-all'

/** No more mails are queued while this many wait, so that stopping takes effect at once. */
const MOST_WAITING = 500
/** Small batches, to keep transactions short. */
const PROMISED_AT_ONCE = 500

/** Queues each active announcement for its next recipients, at its pace, every minute. */
export const announcementsQueue: Queue = {
  cron: '* * * * *',
  work: async (ctx) => {
    for (const id of await findGoing(ctx.db)) {
      if (ctx.isDraining()) return
      while ((await promiseSome(ctx, id)) && !ctx.isDraining());
    }
  },
}

/**
 * Queues the next batch in one transaction with the progress, so that a crash queues nobody twice; concurrent
 * processes find different people. Returns whether more can be done at once.
 */
function promiseSome(ctx: AppContext, id: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const letter = await takeAnnouncement(trx, id)
    if (!letter?.startedAt || !letter.perHour || !letter.pacedThrough) return false
    const { audience, startedAt, perHour, pacedThrough } = letter
    const now = ctx.now()
    const fates = fatesOf(await countAnnouncementMails(trx, [id]))
    if (letter.isPromisedToAll) {
      if (isOver(fates)) {
        const end = { state: 'done' as const, finishedAt: now, fates: JSON.stringify(fates) }
        await updateAnnouncement(trx, id, end)
      }
      return false
    }
    const { count } = allowance({ perHour, pacedThrough }, now)
    const limit = Math.min(count, PROMISED_AT_ONCE, MOST_WAITING - fates.waiting)
    if (limit <= 0) return false
    const walk = { audience, after: letter.afterUserId, before: startedAt, limit }
    const { people, after, isEnd } = await nextAddressees(trx, walk)
    await queueStreamMails(
      trx,
      ctx,
      people.map(({ userId, email, isWritable }) => ({
        stream: ANNOUNCEMENT,
        userId,
        key: `${ANNOUNCEMENT}:${id}:${userId}`,
        template: ANNOUNCEMENT_MAIL,
        to: email,
        data: { announcementId: id, subject: letter.subject },
        announcementId: id,
        ...(!isWritable && { unsent: CAME_BACK }),
      })),
    )
    const { through } = allowance({ perHour, pacedThrough }, now, people.length)
    await updateAnnouncement(trx, id, {
      afterUserId: after,
      pacedThrough: through,
      isPromisedToAll: isEnd,
    })
    return isEnd || people.length === PROMISED_AT_ONCE
  })
}
