import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asBystander } from '#test/support/databases/begin-file.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { statementsOf } from '#test/support/databases/statements.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember, PASSWORD } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { measureClock } from './engine.queries.ts'

const app = useTestApp({ hasPayments: true })

const leave = (who: { cookie: string }, dealId: string) =>
  app.as(who).inject({ url: `/api/track/deal/${dealId}` })

const post = (url: string, payload: object, remoteAddress = '203.0.113.70') =>
  app.inject({ method: 'POST', url, payload, remoteAddress })

async function limitsOf(db: typeof app.db) {
  const { rows } = await sql<{ limits: string[] }>`select array[
    current_setting('statement_timeout'), current_setting('lock_timeout'),
    current_setting('idle_in_transaction_session_timeout')
  ] as limits`.execute(db)
  return rows[0]?.limits
}

test('a clock that is wrong is measured by that of the database', async () => {
  const { db } = app
  for (const seconds of [0, 300, -300]) {
    const ahead = await measureClock(db, () => new Date(Date.now() + seconds * 1000))
    // Both clocks are on one machine, but a busy one takes its time to answer.
    expect(Math.abs(ahead - seconds)).toBeLessThan(30)
  }
})

test('a request gets no more of the database than it can wait for, and a job gets its time', async () => {
  const { db, work, close } = await openServerDatabase(await createServerDatabase())
  expect(await limitsOf(db)).toEqual(['3s', '1s', '10s'])
  expect(await limitsOf(work)).toEqual(['1min', '5s', '30s'])
  await close()
})

test('ten who wait for a lock keep their share of the pool and give up, and everybody else goes on', async () => {
  const member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx)
  const elsewhere = await app.another()
  await elsewhere.db.transaction().execute(async (trx) => {
    await sql`lock table clicks in access exclusive mode`.execute(trx)
    await asBystander(async () => {
      const waiting = Promise.all(Array.from({ length: 10 }, () => leave(member, id)))
      await untilWaiting(app.db, 3)
      const others = await Promise.all([
        app.inject({ url: '/api/deals' }),
        app.as(member).inject({ url: '/api/user' }),
        post('/api/login', { email: member.email, password: PASSWORD }),
        post('/api/create-checkout-session', { priceId: 'annual' }),
      ])
      expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
      for (const answer of await waiting) {
        expect(answer.statusCode).toBe(503)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
    })
  })
  expect((await leave(member, id)).statusCode).toBe(200)
  await elsewhere.close()
})

test('a click is four questions, of which two are asked at once, and a new checkout eleven', async () => {
  const member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx)
  const click = await statementsOf(() => leave(member, id))
  const about = [/from "sessions"/, /from "deals"/, /insert into throttles/, /record_trip/]
  expect(click).toHaveLength(about.length)
  for (const each of about) expect(click).toContainEqual(expect.stringMatching(each))
  // The first checkout also asks the provider for its prices.
  await post('/api/create-checkout-session', { priceId: 'annual' }, '203.0.113.71')
  const checkout = await statementsOf(() =>
    post('/api/create-checkout-session', { priceId: 'annual' }, '203.0.113.72'),
  )
  expect(checkout).toHaveLength(11)
})
