import type { OnPromised } from '#app/mailings/server/editions.ts'
import { NOTICE_KEPT_MS } from '#app/notices/notices.facts.ts'
import { markKindRead } from './inbox.queries.ts'
import { addNotices } from './inbox.ts'

/** Adds each mailed edition to its reader's inbox; the previous one then counts as read. */
export const noteEditions: OnPromised = async (trx, ctx, editions) => {
  const now = ctx.now()
  await markKindRead(trx, {
    userIds: editions.map(({ userId }) => userId),
    kind: 'edition',
    since: new Date(now.getTime() - NOTICE_KEPT_MS),
    now,
  })
  await addNotices(
    trx,
    ctx,
    editions.map(({ userId, day, sinceDay }) => ({
      userId,
      kind: 'edition',
      dealId: null,
      facts: { day, ...(sinceDay !== undefined && { sinceDay }) },
    })),
  )
}
