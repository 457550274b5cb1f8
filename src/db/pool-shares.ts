import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** How many connections may be lent to each at once, and to those of each row of `together` all in all. */
export type Shares<Share extends string = string> = {
  most: Record<Share, number>
  together: ReadonlyArray<{ of: readonly Share[]; most: number }>
}

/**
 * Nobody stood in line for so long for a statement that takes milliseconds. Its code is the server's own
 * for having no connection left.
 */
class PoolBusy extends Error {
  override name = 'PoolBusy'
  readonly code = '53300'
}

type Waiting = { share: string; begin: () => void }

/**
 * A pool that is lent out in shares: those who wait for a lock, or for a slow statement, keep the
 * connections of their share and no others. `shareOf` says for whom the running code wants one; undefined
 * for what has no share, which takes any.
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

  /** Lets in whoever is first of those there is room for. */
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
      // Made anew for each that it is lent to.
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
