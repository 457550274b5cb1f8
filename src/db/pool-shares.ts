import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** Maximum connections lent to each share, and to each group in `together`. */
export type Shares<Share extends string = string> = {
  most: Record<Share, number>
  together: ReadonlyArray<{ of: readonly Share[]; most: number }>
}

/**
 * Thrown when waiting for a connection takes too long. The code is PostgreSQL's for having no connection
 * left.
 */
class PoolBusy extends Error {
  override name = 'PoolBusy'
  readonly code = '53300'
}

type Waiting = { share: string; begin: () => void }

/**
 * Divides a pool into shares, so that requests waiting for a lock or a slow statement occupy only the connections of
 * their own share. `shareOf` returns the share of the running code; code without one may take any connection.
 */
export function lendInShares(
  pool: PostgresPool,
  { most, together }: Shares,
  shareOf: () => string | undefined,
  longestWaitMs: number,
): { pool: PostgresPool; waiting: () => number } {
  const lent = new Map<string, number>()
  const line = new Set<Waiting>()

  const lentTo = (share: string) => lent.get(share) ?? 0
  const hasRoom = (share: string) =>
    lentTo(share) < (most[share] ?? Number.POSITIVE_INFINITY) &&
    together.every(
      (row) =>
        !row.of.includes(share) || row.of.reduce((sum, each) => sum + lentTo(each), 0) < row.most,
    )

  function count(share: string, change: 1 | -1) {
    lent.set(share, lentTo(share) + change)
  }

  /** Returns a connection and serves the first waiting request whose share has room. */
  function leave(share: string) {
    count(share, -1)
    for (const waiting of line) {
      if (!hasRoom(waiting.share)) continue
      line.delete(waiting)
      count(waiting.share, 1)
      waiting.begin()
      return
    }
  }

  function enter(share: string): Promise<void> | undefined {
    if (hasRoom(share)) {
      count(share, 1)
      return
    }
    return new Promise((resolve, reject) => {
      const waiting = {
        share,
        begin: () => {
          clearTimeout(giveUp)
          resolve()
        },
      }
      const giveUp = setTimeout(() => {
        line.delete(waiting)
        reject(new PoolBusy('Everything of this kind waits for the database.'))
      }, longestWaitMs)
      line.add(waiting)
    })
  }

  async function connect(): Promise<PostgresPoolClient> {
    const share = shareOf()
    if (share === undefined) return pool.connect()
    const turn = enter(share)
    if (turn) await turn
    try {
      const client = await pool.connect()
      const { release } = client
      // `release` is created anew for each borrower.
      client.release = (...given: Parameters<typeof release>) => {
        leave(share)
        release.apply(client, given)
      }
      return client
    } catch (error) {
      leave(share)
      throw error
    }
  }

  return { pool: { ...pool, connect, end: () => pool.end() }, waiting: () => line.size }
}
