import { expect, test } from 'vitest'
import { lendInShares } from '#app/db/pool-shares.ts'
import { CONNECTIONS } from '#app/db/postgres.ts'
import { shareUnderWay, whileAt } from '#app/server/under-way.ts'
import { drawingOn } from './drawing-on.ts'
import { POOL_SHARES, shareOfRoute } from './pool-shares.rules.ts'

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

test('who reads, searches, is counted or works in the back office leaves two of theirs to the others', () => {
  const { most, together } = POOL_SHARES
  const [theirs] = together
  for (const share of theirs.of) expect(most[share], share).toBeLessThanOrEqual(theirs.most - 2)
})

test.each([
  ['/daily-deals', 'everyone', 'reading'],
  ['/api/deals/:dealId', 'everyone', 'reading'],
  ['/api/track/deal/:dealId', 'everyone', 'tracking'],
  ['/api/log-event', 'everyone', 'tracking'],
  ['/api/login', 'everyone', 'people'],
  ['/api/create-checkout-session', 'everyone', 'payments'],
  ['/api/subscription/cancel', 'user', 'payments'],
  ['/api/stripe/webhook', 'machine', 'payments'],
  ['/api/admin/deals', 'admin', 'backOffice'],
] as const)('%s for %s draws on the share of %s', (url, access, share) => {
  expect(shareOfRoute(url, access)).toBe(share)
})

test('a request may ask as another share; what has none has none there either', async () => {
  expect(drawingOn('owners', shareUnderWay)).toBeUndefined()
  const shares = whileAt({ share: 'reading' }, () => [
    shareUnderWay(),
    drawingOn('owners', shareUnderWay),
    shareUnderWay(),
  ])
  expect(shares).toEqual(['reading', 'owners', 'reading'])
})
