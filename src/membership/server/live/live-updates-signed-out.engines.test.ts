import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AppContext } from '#app/server/context.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { createPerson, createSubscriber, type Person } from '#test/support/factories.ts'
import { changeSubscription, endSessions, updateTo } from '#test/support/live-changes.ts'
import { hangUpAll, listen } from '#test/support/sockets.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

const here = useTestApp()
let there: TestApp
beforeAll(async () => {
  there = await here.another()
})
afterAll(() => there.close())
afterEach(hangUpAll)

describe('the page of somebody who is not signed in any more', () => {
  test.each([
    ['nobody', () => undefined],
    ['a session that never was', () => `session=${newToken()}`],
    ['nonsense', () => 'session=nonsense; session'],
  ])('is closed for good when it comes with the cookie of %s', async (_, cookie) => {
    const page = await listen(here, { cookie: cookie() })
    expect(await page.closed).toBe(1000)
  })

  test('is closed for good when they sign out in another process', async () => {
    const person = await createSubscriber(here.ctx)
    const elsewhere = await anotherSession(here.ctx, person)
    const [page, otherPage] = [await listen(there, person), await listen(there, elsewhere)]

    await here.as(person).inject({ method: 'POST', url: '/api/logout' })

    expect(await page.closed).toBe(1000)
    await changeSubscription(here.ctx, person, { status: 'past_due' })
    expect(await otherPage.heard(1)).toEqual([updateTo('past_due')])
  })

  test('is closed for good on every browser when all their sessions end', async () => {
    const person = await createSubscriber(here.ctx)
    const elsewhere = await anotherSession(here.ctx, person)
    const pages = [await listen(here, person), await listen(there, elsewhere)]

    await endSessions(here.ctx, person)

    for (const page of pages) expect(await page.closed).toBe(1000)
  })

  test('is closed for good although they sign out while it is being opened', async () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const person = await createPerson(here.ctx)
      const [page] = await Promise.all([
        listen(there, person),
        here.as(person).inject({ method: 'POST', url: '/api/logout' }),
      ])
      expect(await page.closed).toBe(1000)
    }
  })
})

// Two transactions at once need two connections.
describe.runIf(inject('engine') === 'postgres')('a line that is being opened', () => {
  test('is closed for good when the session ends after it was looked up', async () => {
    const person = await createSubscriber(here.ctx)
    // Opening the socket notes that the session is in use, and waits there for the test.
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    await here.db
      .updateTable('sessions')
      .set({ lastSeenAt: longAgo })
      .where('userId', '=', person.id)
      .execute()
    await sql`create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(7); return null; end $$`.execute(here.db)
    await sql`create trigger wait_for_test before update on sessions
      for each statement execute function wait_for_test()`.execute(here.db)
    const heard = new Promise((resolve) => there.ctx.live.subscribe('sessions', resolve))

    const held = await here.db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(7)`.execute(held)
    const opening = listen(there, person)
    await untilWaiting(here.db, 1)
    await here.as(person).inject({ method: 'POST', url: '/api/logout' })
    await heard
    await held.rollback().execute()

    expect(await (await opening).closed).toBe(1000)
    await sql`drop trigger wait_for_test on sessions`.execute(here.db)
  })
})

/** Another session of the same person, as in another browser. */
async function anotherSession(ctx: AppContext, { id }: Person) {
  const token = newToken()
  const now = ctx.now()
  await ctx.db
    .insertInto('sessions')
    .values({ tokenHash: hashToken(token), userId: id, createdAt: now, lastSeenAt: now })
    .execute()
  return { cookie: `session=${token}` }
}
