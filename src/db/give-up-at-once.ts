import type pg from 'pg'

/** How long a server counts as unreachable after a connection timeout. */
const AWAY_MS = 1000
/** The pool's message for a connection timeout; waiting for a full pool has another one. */
const IN_VAIN = /due to connection timeout/i

/**
 * Keeps a request that needs several connections from waiting for an unreachable server more than once. For a second
 * after a failed connection attempt no new connection is opened, but open ones are still used, because the server may
 * only be slow. For a second after `noteSilence`, called when an open connection stopped responding, none is given out.
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

  // The pool uses callbacks.
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
