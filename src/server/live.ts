import { sql } from 'kysely'
import type { OpenDatabase, Trx } from '#app/db/database.ts'

/** What can be announced. A message says that something changed; whoever hears it reads again. */
export type Channel = 'deals'

export type Live = {
  /** Calls back after every commit that announced the channel, from this process or another. */
  subscribe: (channel: Channel, onChange: () => void) => void
  /** False while announcements may be missed: nothing may be answered from a cache then. */
  isListening: () => boolean
}

/** Announces inside the transaction, so nobody hears of a change that is rolled back. */
export async function announce(trx: Trx, channel: Channel): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(trx)
}

export async function createLive({ listen }: Pick<OpenDatabase, 'listen'>): Promise<Live> {
  const subscribers: Record<Channel, Array<() => void>> = { deals: [] }
  const listening = new Set<Channel>()
  const channels = Object.keys(subscribers) as Channel[]

  for (const channel of channels) {
    const tell = () => {
      for (const onChange of subscribers[channel]) onChange()
    }
    await listen(channel, tell, (isListening) => {
      if (isListening) listening.add(channel)
      else listening.delete(channel)
      // Whatever was missed meanwhile counts as a change.
      tell()
    })
  }

  return {
    subscribe: (channel, onChange) => void subscribers[channel].push(onChange),
    isListening: () => listening.size === channels.length,
  }
}
