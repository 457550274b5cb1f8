import type { AppContext } from '#app/server/context.ts'
import { announce, type Channel } from '#app/server/live.ts'
import type { Person } from './factories.ts'

type Context = Pick<AppContext, 'db'>

/** Somebody's subscription changes, with everything that goes into that transaction. */
export async function changeSubscription(
  { db }: Context,
  { id }: Pick<Person, 'id'>,
  { status, became }: { status: string; became?: 'member' },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('subscriptions').set({ status }).where('userId', '=', id).execute()
    await announce(trx, 'accounts', JSON.stringify({ userId: id, ...(became ? { became } : {}) }))
  })
}

/** Every session of somebody ends, wherever they are signed in. */
export async function endSessions({ db }: Context, { id }: Pick<Person, 'id'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sessions').where('userId', '=', id).execute()
    await announce(trx, 'sessions', id)
  })
}

/** What an open page is told of it. */
export const updateTo = (status: string | null) => ({ type: 'subscription_update', status })

/** Once this has been told on the channel: of tests before, something may still be on its way. */
export function untilTold(
  ctx: Pick<AppContext, 'live'>,
  channel: Channel,
  told: string,
): Promise<void> {
  return new Promise((resolve) =>
    ctx.live.subscribe(channel, (payload) => {
      if (payload === told) resolve()
    }),
  )
}
