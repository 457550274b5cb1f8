import { type GuaranteeNews, whoseNews } from '#app/guarantee/server/news.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { hasNoticeOf } from './inbox.queries.ts'
import { addNotices } from './inbox.ts'

/** Adds guarantee news to the owner's inbox, each once. */
export const guaranteeNewsQueue: Queue = {
  work: async (ctx: AppContext, data: object) => {
    const { guaranteeId, ...facts } = data as GuaranteeNews
    await ctx.db.transaction().execute(async (trx) => {
      const { key } = facts
      const userId = await whoseNews(trx, guaranteeId)
      if (userId === undefined) return
      if (await hasNoticeOf(trx, { userId, kind: 'guarantee', key })) return
      await addNotices(trx, ctx, [{ userId, kind: 'guarantee', dealId: null, facts }])
    })
  },
}
