import type { AppContext } from '#app/server/context.ts'
import { announce, type Channel } from '#app/server/live.ts'
import type { Person } from './factories.ts'

type Context = Pick<AppContext, 'db'>

/** Changes a person's subscription, with everything that belongs in that transaction. */
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

/** Ends every session of a person, wherever they are signed in. */
export async function endSessions({ db }: Context, { id }: Pick<Person, 'id'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('sessions').where('userId', '=', id).execute()
    await announce(trx, 'sessions', id)
  })
}

/** The message that an open page gets about the change. */
export const updateTo = (status: string | null) => ({ type: 'subscription_update', status })

/** Resolves when the channel carries this payload: payloads of earlier tests may still be on their way. */
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
