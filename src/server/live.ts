import type { Database, OpenDatabase, Trx } from '#app/db/database.ts'
import { notify, notifyAll } from '#app/db/engine.queries.ts'
import { batch } from './batch.ts'

/**
 * Channels for announcing changes. A message only says that something changed; listeners read it again. Payloads:
 * - `accounts`: JSON with the user whose account or membership changed
 * - `sessions`, `saved`, `follows`, `notices`: id of the user whose sessions ended, or whose saved deals, follows or
 *   notices changed
 * - `editions`: the day whose plan changed
 * - `feeds`: product feeds changed, or the reading of one has progressed
 */
export type Channel =
  | 'deals'
  | 'accounts'
  | 'sessions'
  | 'saved'
  | 'follows'
  | 'notices'
  | 'editions'
  | 'feeds'

/** The payload; undefined when messages may have been missed, so that anything may have changed. */
type OnChange = (payload: string | undefined) => void

export type Live = {
  /** Calls back after every commit that announced the channel, from this process or another. */
  subscribe: (channel: Channel, onChange: OnChange) => void
  /** Calls back when cached data of the channel has become stale by time alone. */
  onExpiry: (channel: Channel, onExpiry: () => void) => void
  /** Triggers `onExpiry` in this process only. */
  expire: (channel: Channel) => void
  /** Registers a source that knows when the channel's data next becomes stale by time. */
  lasts: (channel: Channel, msLeft: () => number) => void
  /** Milliseconds until then, at least 0; Infinity when nothing is due. */
  msLeft: (channel: Channel) => number
  /** False while announcements may be missed; caches must not be used then. */
  isListening: () => boolean
}

/** Announces within the transaction, so that a rolled-back change is never announced. */
export async function announce(trx: Trx, channel: Channel, payload = ''): Promise<void> {
  await notify(trx, channel, payload)
}

/** The same for many payloads at once. */
export async function announceAll(
  trx: Trx,
  channel: Channel,
  payloads: Iterable<string>,
): Promise<void> {
  await notifyAll(trx, channel, [...new Set(payloads)])
}

/**
 * Announces a change that is already committed, batched with others: PostgreSQL serializes the commits of all
 * transactions that notify. Only for updating screens, because it is lost if the process is killed first. If the
 * database does not answer, the LISTEN connection breaks too, and then everything counts as changed.
 */
export function tellScreens({ db }: Pick<OpenDatabase, 'db'>, channel: Channel, userId: string) {
  void announceTogether(db, channel, userId).catch(() => {})
}

const announceTogether = batch<Database, string, true>(
  async (db, payloads, channel) => {
    await notifyAll(db, channel, [...new Set(payloads)])
    return payloads.map(() => true)
  },
  { failsTogether: true },
)

export async function createLive({ listen }: Pick<OpenDatabase, 'listen'>): Promise<Live> {
  const subscribers: Record<Channel, OnChange[]> = {
    deals: [],
    accounts: [],
    sessions: [],
    saved: [],
    follows: [],
    notices: [],
    editions: [],
    feeds: [],
  }
  const lasting = new Map<Channel, () => number>()
  const expiring = new Map<Channel, Array<() => void>>()
  const listening = new Set<Channel>()
  const channels = Object.keys(subscribers) as Channel[]

  for (const channel of channels) {
    const tell = (payload: string | undefined) => {
      for (const onChange of subscribers[channel]) onChange(payload)
    }
    await listen(channel, tell, (isListening) => {
      if (isListening) listening.add(channel)
      else listening.delete(channel)
      // Announcements may have been missed, so everything counts as changed.
      tell(undefined)
    })
  }

  return {
    subscribe: (channel, onChange) => void subscribers[channel].push(onChange),
    onExpiry: (channel, onExpiry) => {
      expiring.set(channel, [...(expiring.get(channel) ?? []), onExpiry])
    },
    lasts: (channel, msLeft) => void lasting.set(channel, msLeft),
    msLeft: (channel) => Math.max(0, lasting.get(channel)?.() ?? Number.POSITIVE_INFINITY),
    expire: (channel) => {
      for (const onExpiry of expiring.get(channel) ?? []) onExpiry()
    },
    isListening: () => listening.size === channels.length,
  }
}
