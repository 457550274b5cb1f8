import { sendStreamMail } from '#app/mailings/server/stream-mail.ts'
import { PUSH_QUEUE } from '#app/notices/server/push/delivery.ts'
import type { AppContext } from '#app/server/context.ts'
import { findDeviceIds, takeDueAlerts, type WaitingAlert } from './waiting.queries.ts'

const AT_ONCE = 100

/** The template of the alerts mail, by its name in `src/mails.ts`. */
export const ALERTS_MAIL = 'alerts'

/** Sends the due messages, each once: it is queued in the transaction that deletes the waiting entry. */
export async function handOnAlerts(ctx: AppContext): Promise<void> {
  for (;;) {
    const taken = await ctx.db.transaction().execute(async (trx) => {
      const due = await takeDueAlerts(trx, { now: ctx.now(), limit: AT_ONCE })
      const mails = due.filter(({ way }) => way === 'mail')
      for (const { userId, noticeIds } of mails) {
        await sendStreamMail(trx, ctx, {
          userId,
          stream: 'alerts',
          key: keyOf(noticeIds),
          template: ALERTS_MAIL,
          data: { noticeIds },
        })
      }
      const pushes = new Map(
        due.flatMap((each) => (each.way === 'push' ? [[each.userId, each]] : [])),
      )
      for (const { id: deviceId, userId } of await findDeviceIds(trx, [...pushes.keys()])) {
        const { noticeIds = [] } = pushes.get(userId) ?? {}
        const job = { deviceId, noticeIds, askedAt: ctx.now().toISOString() }
        await ctx.jobs.send(trx, PUSH_QUEUE, job, {
          singletonKey: `${deviceId} ${keyOf(noticeIds)}`,
        })
      }
      return due.length
    })
    if (taken < AT_ONCE) return
  }
}

function keyOf(noticeIds: WaitingAlert['noticeIds']): string {
  return `notices from ${Math.min(...noticeIds)}`
}
