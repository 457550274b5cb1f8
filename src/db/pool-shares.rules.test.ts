import { expect, test } from 'vitest'
import { lendInShares, type Shares } from './pool-shares.ts'

/** An endless pool: only the shares bound what is lent. */
function openPool(
  shares: Shares = { most: { slow: 3, quick: 3 }, together: [{ of: ['slow', 'quick'], most: 4 }] },
) {
  const state = { lent: 0 }
  const client = () => ({
    query: () => Promise.reject(new Error('nothing is asked here')),
    release: () => {
      state.lent -= 1
    },
  })
  const endless = {
    options: {},
    end: async () => {},
    connect: async () => {
      state.lent += 1
      return client()
    },
  }
  let share: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: of the driver's client only its release is used.
  const { pool: lending } = lendInShares(endless as any, shares, () => share, 20)
  const borrow = (as: string | undefined) => {
    share = as
    return lending.connect()
  }
  return { borrow, lent: () => state.lent }
}

test('a share is lent out to its end and no further, and one that is given back goes to the next', async () => {
  const { borrow, lent } = openPool()
  const [first] = await Promise.all([borrow('slow'), borrow('slow'), borrow('slow')])
  const next = borrow('slow')
  expect(lent()).toBe(3)
  first?.release()
  ;(await next).release()
  expect(lent()).toBe(2)
})

test('who stands in line for too long is told that nothing is left', async () => {
  const { borrow } = openPool()
  const [first] = await Promise.all([borrow('slow'), borrow('slow'), borrow('slow')])
  await expect(borrow('slow')).rejects.toMatchObject({ code: '53300' })
  // Nothing is kept for them either.
  first?.release()
  await borrow('slow')
})

test('what several shares have in common is bounded too, and what has no share takes any', async () => {
  const { borrow, lent } = openPool()
  await Promise.all([borrow('slow'), borrow('slow'), borrow('slow'), borrow('quick')])
  await expect(borrow('quick')).rejects.toMatchObject({ code: '53300' })
  await Promise.all([borrow(undefined), borrow(undefined)])
  expect(lent()).toBe(6)
})

test('what is given back goes to the first that there is room for, past who waits for another share', async () => {
  const { borrow, lent } = openPool()
  await Promise.all([borrow('slow'), borrow('slow'), borrow('slow')])
  const quick = await borrow('quick')
  const before = borrow('slow').catch((error) => error)
  const next = borrow('quick')
  quick.release()
  await next
  expect(lent()).toBe(4)
  expect(await before).toMatchObject({ code: '53300' })
})

test('one that is in none of the rows that are full has what they leave', async () => {
  const { borrow } = openPool({
    most: { slow: 3, quick: 3, asking: 2 },
    together: [
      { of: ['slow'], most: 2 },
      { of: ['slow', 'quick'], most: 4 },
    ],
  })
  await Promise.all([borrow('slow'), borrow('slow'), borrow('quick'), borrow('quick')])
  await expect(borrow('slow')).rejects.toMatchObject({ code: '53300' })
  await expect(borrow('quick')).rejects.toMatchObject({ code: '53300' })
  await borrow('asking')
})

test('a connection that cannot be had leaves its place to the next', async () => {
  const failing = {
    options: {},
    end: async () => {},
    connect: () => Promise.reject(new Error('away')),
  }
  const shares = { most: { slow: 1 }, together: [] }
  const { pool: lending } = lendInShares(failing, shares, () => 'slow', 20)
  for (let times = 0; times < 3; times += 1) {
    await expect(lending.connect()).rejects.toThrow('away')
  }
})
