import type pg from 'pg'

/** So long a server counts as away that has let us wait as long as we wait. */
const AWAY_MS = 1000
/** The pool's own words for a connection that was not open in time; waiting for one of a full pool has others. */
const IN_VAIN = /due to connection timeout/i

/**
 * Whoever needs a database several times for one answer waits for a server that is away once. For a second after
 * a connection could not be opened none is opened, and those that are open are used: it may only be slow. For a second
 * after `noteSilence`, which says that one of them has fallen silent, nobody is given one.
 */
export function giveUpAtOnceWhileAway(pool: pg.Pool): { noteSilence: () => void } {
  let closedUntil = 0
  let silentUntil = 0
  const connect: () => Promise<pg.PoolClient> = pool.connect.bind(pool)

  async function tryToConnect(): Promise<pg.PoolClient> {
    const now = Date.now()
    if (now < silentUntil || (now < closedUntil && pool.idleCount === 0)) {
      throw Object.assign(new Error('The database has only just not answered.'), {
        code: 'ETIMEDOUT',
      })
    }
    try {
      return await connect()
    } catch (error) {
      if (error instanceof Error && IN_VAIN.test(error.message)) closedUntil = Date.now() + AWAY_MS
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
  return {
    noteSilence: () => {
      silentUntil = Date.now() + AWAY_MS
    },
  }
}
