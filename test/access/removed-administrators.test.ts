import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_TOUCH_MS } from '#app/admin/server/session/session.rules.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import {
  allCalls,
  askAs,
  type Call,
  DEAL_ID,
  isChange,
  outcomeOf,
  UNPUBLISHED_ID,
} from './all-calls.ts'
import { openAs } from './people.ts'
import { readRecords } from './records.ts'

const app = useTestApp({ environment: { ADMIN_PASSWORD } })
let calls: Call[]
beforeAll(async () => {
  await createDeal(app.ctx, { id: DEAL_ID })
  await createDeal(app.ctx, { id: UNPUBLISHED_ID, isPublished: false })
  calls = allCalls(app.http).filter((call) => call.access === 'admin' && isChange(call))
})

test('whoever is removed while a change of theirs is under way changes nothing', async () => {
  const [id, now] = [DEAL_ID, app.ctx.now()]
  // The existing records have the names that the calls ask for.
  await openAs(app, 'owner')
  await sql`
    insert into feed_sources (id, name, created_at) values (${id}, 'Feed', ${now});`.execute(app.db)
  await app.db
    .insertInto('announcements')
    .values({ id, ...{ subject: 'a', body: 'b', audience: 'free' }, writtenBy: '', changedAt: now })
    .execute()
  await app.db
    .insertInto('listViews')
    .values({ id, ...{ name: 'a', nameKey: 'a', address: '' }, columns: [], createdAt: now })
    .execute()
  await app.db.updateTable('listViews').set({ administratorId: 'the-owner' }).execute()
  await app.db
    .insertInto('administrators')
    .values({
      id,
      email: 'b@club.example',
      name: 'B',
      role: 'curator',
      passwordHash: '',
      createdAt: now,
    })
    .execute()
  // Runs between the guard, which records their presence, and the handler.
  await sql`
    create function leave() returns trigger language plpgsql as $$
    begin delete from admin_sessions where token_hash = new.token_hash; return null; end $$`.execute(
    app.db,
  )
  await sql`
    create trigger leaves after update of last_seen_at on admin_sessions
    for each row when (new.last_seen_at > old.last_seen_at) execute function leave()`.execute(
    app.db,
  )
  const records = async () => ({
    ...(await readRecords(app.db)),
    // The sign-in step holds their identity for ten minutes.
    ...{ admin_sessions: [], administrator_steps: [] },
  })
  const before = await records()
  const refused: string[] = []
  for (const call of calls) {
    const person = await openAs(app, 'owner')
    const lastSeenAt = new Date(app.ctx.now().getTime() - 2 * ADMIN_TOUCH_MS)
    await app.db.updateTable('adminSessions').set({ lastSeenAt }).execute()
    const response = await askAs(app, person, call)
    if (outcomeOf(response) === '401 admin-required') refused.push(call.name)
  }
  expect(await records()).toEqual(before)
  // The other calls find nothing to change or have nothing to report.
  expect(refused.length).toBeGreaterThanOrEqual(40)
})
