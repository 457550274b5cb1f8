import type pg from 'pg'

/** So long a server counts as away that has let us wait as long as we wait. */
const AWAY_MS = 1000
/** The pool's own words for a connection that was not open in time; waiting for one of a full pool has others. */
const IN_VAIN = /due to connection timeout/i

/**
 * Whoever needs a database several times for one answer waits for a server that is away once: for a second from
 * then on nobody is kept waiting for it. `note` says that one has fallen silent.
 */
export function giveUpAtOnceWhileAway(pool: pg.Pool): { note: () => void } {
  let awayUntil = 0
  const note = () => {
    awayUntil = Date.now() + AWAY_MS
  }
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)

  async function tryToConnect(): Promise<pg.PoolClient> {
    if (Date.now() < awayUntil) {
      throw Object.assign(new Error('The database has only just not answered.'), {
        code: 'ETIMEDOUT',
      })
    }
    try {
      return await connect()
    } catch (error) {
      if (error instanceof Error && IN_VAIN.test(error.message)) note()
      throw error
    }
  }

  // As the pool itself asks: by a callback.
  type Told = (
    error: Error | undefined,
    client?: pg.PoolClient,
    done?: pg.PoolClient['release'],
  ) => void
  pool.connect = ((told?: Told) => {
    const opening = tryToConnect()
    if (!told) return opening
    opening.then(
      (client) => told(undefined, client, client.release),
      (error) => told(error),
    )
  }) as pg.Pool['connect']
  return { note }
}
