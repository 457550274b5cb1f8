import type { Database, OpenDatabase, Trx } from '#app/db/database.ts'
import { notify, notifyAll } from '#app/db/engine.queries.ts'
import { batch } from './batch.ts'

/**
 * What can be announced. A message says that something changed; whoever hears it reads again.
 * `accounts` says in JSON whose membership changed; `sessions` names the user some of whose sessions
 * have ended, `saved` the one whose saved deals are others, `follows` the
 * one who follows or leaves out something else, `notices` the one who has something new to read or has read,
 * `editions` the day whose deals are planned otherwise. `feeds`: product feeds, or how far the reading of one has come.
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
  /** Calls back when the clock alone has made untrue what this process keeps of the channel. */
  onExpiry: (channel: Channel, onExpiry: () => void) => void
  /** Says that it has; nobody else hears of it. */
  expire: (channel: Channel) => void
  /** Who knows for how many milliseconds the clock leaves true what is said of the channel. */
  lasts: (channel: Channel, msLeft: () => number) => void
  /** That, at least 0; Infinity where nothing is to come. */
  msLeft: (channel: Channel) => number
  /** False while announcements may be missed: nothing may be answered from a cache then. */
  isListening: () => boolean
}

/** Announces inside the transaction, so nobody hears of a change that is rolled back. */
export async function announce(trx: Trx, channel: Channel, payload = ''): Promise<void> {
  await notify(trx, channel, payload)
}

/** The same of many at once. */
export async function announceAll(
  trx: Trx,
  channel: Channel,
  payloads: Iterable<string>,
): Promise<void> {
  await notifyAll(trx, channel, [...new Set(payloads)])
}

/**
 * Announces what is committed already, in one statement with whatever else has come up meanwhile: transactions that
 * announce are committed one after the other in all of the database. For what only screens are told, since it goes with
 * a process that is killed before. Where the database does not answer, the line that listens breaks as well, and then
 * everything counts as changed.
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
      // Whatever was missed meanwhile counts as a change.
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
