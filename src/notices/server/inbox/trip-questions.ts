import { streamChoicesOf } from '#app/mailings/server/choices.ts'
import { askAboutTrips, peopleToAsk } from '#app/savings/server/questions.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { addNotices } from './inbox.ts'

const PEOPLE_AT_ONCE = 500

/** Asks hourly, in the inbox, about trips of people who do not read the weekly edition. */
export const tripQuestionsQueue: Queue = {
  work: askInInbox,
  cron: '41 * * * *',
  policy: 'exclusive',
}

export async function askInInbox(ctx: AppContext): Promise<void> {
  for (let after = ''; !ctx.isDraining(); ) {
    const userIds = await peopleToAsk(ctx, { after, limit: PEOPLE_AT_ONCE })
    await askThese(ctx, userIds)
    if (userIds.length < PEOPLE_AT_ONCE) return
    after = userIds.at(-1) ?? ''
  }
}

async function askThese(ctx: AppContext, userIds: string[]): Promise<void> {
  const choices = await streamChoicesOf(ctx, userIds)
  const isAskedByMail = (userId: string) => {
    const { edition, isReachable } = choices.get(userId) ?? {}
    return edition === 'weekly' && isReachable === true
  }
  await ctx.db.transaction().execute(async (trx) => {
    const asked = await askAboutTrips(
      trx,
      ctx,
      userIds.filter((userId) => !isAskedByMail(userId)),
    )
    await addNotices(
      trx,
      ctx,
      [...asked].map(([userId, trips]) => ({
        userId,
        kind: 'savings',
        dealId: trips.at(-1)?.dealId ?? null,
        facts: trips.length > 1 ? { more: trips.length - 1 } : {},
      })),
    )
  })
}
