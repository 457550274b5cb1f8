import { expect, test } from 'vitest'
import { lendInShares } from '#app/db/pool-shares.ts'
import { CONNECTIONS } from '#app/db/postgres.ts'
import { POOL_SHARES } from './pool-shares.rules.ts'

test('whatever everybody waits for, a connection is left to ask who somebody is', async () => {
  let lent = 0
  let share = ''
  const endless = {
    options: {},
    end: async () => {},
    connect: async () => {
      lent += 1
      return { query: () => Promise.reject(new Error('nothing is asked here')), release: () => {} }
    },
  }
  // biome-ignore lint/suspicious/noExplicitAny: nothing of the driver's client is used.
  const { pool } = lendInShares(endless as any, POOL_SHARES, () => share, 20)
  const borrow = (as: string) => {
    share = as
    return pool.connect()
  }
  const others = Object.keys(POOL_SHARES.most).filter((each) => each !== 'owners')
  const asked = others.flatMap((each) => Array.from({ length: 6 }, () => borrow(each)))
  const taken = await Promise.allSettled(asked)
  expect(taken.some(({ status }) => status === 'rejected')).toBe(true)
  expect(lent).toBeLessThan(CONNECTIONS.forRequests)
  await borrow('owners')
})
