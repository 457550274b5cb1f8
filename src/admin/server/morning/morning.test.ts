import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import type { Morning } from '#app/admin/editions/this-morning.contract.ts'
import { openAs } from '#test/access/people.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true, environment: { PRICE_CHECKS: '1' } })
const NOW = new Date('2026-11-23T12:00:00Z')
const TOMORROW = '2026-11-24'
const YESTERDAY = new Date('2026-11-22T12:00:00Z')
const LONG_AGO = new Date('2026-11-01T12:00:00Z')
beforeAll(() => app.setNow(NOW))

/** Returns what the back office shows to a role. */
async function morningOf(role: AdministratorRole): Promise<Morning> {
  const { cookie } = await openAs(app, role)
  const answer = await app.as({ cookie }).inject({ url: '/api/admin/this-morning' })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const numbers = ({ waiting }: Morning) =>
  Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))

test('an empty house says so, and is short of tomorrow', async () => {
  const { waiting, edition, today, tomorrow, off } = await morningOf('owner')
  expect({ waiting, edition, today, tomorrow, off }).toEqual({
    waiting: [],
    off: [],
    edition: { scheduled: 0, drafts: 0, promised: 30 },
    today: '2026-11-23',
    tomorrow: TOMORROW,
  })
})

test('each thing that waits stands with its number, what is done does not, and each role has its own', async () => {
  const draft = async () => (await createDeal(app.ctx, { isPublished: false })).id
  const [first, second, other] = [await draft(), await draft(), await draft()]
  const living = (await createDeal(app.ctx)).id
  const gone = (await createDeal(app.ctx)).id
  await app.db
    .insertInto('editionDeals')
    .values([
      { dealId: first, day: TOMORROW, position: 1, placedAt: NOW },
      { dealId: second, day: TOMORROW, position: 2, placedAt: NOW },
      { dealId: other, day: '2026-11-25', position: 1, placedAt: NOW },
    ])
    .execute()
  await app.db
    .updateTable('deals')
    .set({ isScheduled: true, startsAt: new Date('2026-11-24T12:00:00Z') })
    .where('id', '=', second)
    .execute()

  const { retailerId } = await app.db
    .selectFrom('deals')
    .select('retailerId')
    .where('id', '=', living)
    .executeTakeFirstOrThrow()
  const finding = { retailerId, facts: '{}', foundAt: YESTERDAY }
  await app.db
    .insertInto('checkFindings')
    .values([
      { ...finding, dealId: living, kind: 'price', state: 'waiting' },
      { ...finding, dealId: gone, kind: 'price', state: 'done' },
    ])
    .execute()

  const { id: userId } = await createMember(app.ctx)
  const told = { userId, isEvidence: true, reportedAt: YESTERDAY, reportedOn: '2026-11-22' }
  await app.db
    .insertInto('reports')
    .values([
      { ...told, dealId: living, kind: 'gone' },
      { ...told, dealId: living, kind: 'price' },
      { ...told, dealId: gone, kind: 'gone', answeredAt: NOW, outcome: 'ended' },
    ])
    .execute()

  const mail = { template: 'welcome', recipient: 'a@people.test', data: '{}', lastError: null }
  await app.db
    .insertInto('mails')
    .values([
      { ...mail, id: 'm1', key: 'k1', state: 'refused', finishedAt: YESTERDAY },
      { ...mail, id: 'm2', key: 'k2', state: 'refused', finishedAt: LONG_AGO },
      { ...mail, id: 'm3', key: 'k3', state: 'sent', finishedAt: YESTERDAY },
      { ...mail, id: 'm4', key: 'k4', state: 'held', finishedAt: null, createdAt: YESTERDAY },
    ])
    .execute()

  const sheet = { fileName: 's.xlsx', createdCount: 1, createdAt: YESTERDAY }
  await app.db
    .insertInto('imports')
    .values([
      {
        ...sheet,
        id: 'i1',
        fileSha256: 'a',
        rowCount: 1,
        actorName: null,
        undoneAt: null,
        undoneCount: null,
      },
      {
        ...sheet,
        id: 'i2',
        fileSha256: 'b',
        rowCount: 1,
        actorName: null,
        undoneAt: null,
        undoneCount: null,
      },
    ])
    .execute()
  await app.db
    .updateTable('deals')
    .set({ importId: 'i1', unreadTerms: JSON.stringify({ category: 'Thingummy' }) as never })
    .where('id', '=', first)
    .execute()
  // Every word of this sheet was recognized.
  await app.db.updateTable('deals').set({ importId: 'i2' }).where('id', '=', second).execute()

  // A deal of another shop, whose pages are unreadable but not refused.
  const unread = (await createDeal(app.ctx, { retailerName: 'Unreadable' })).id
  const { retailerId: otherShop } = await app.db
    .selectFrom('deals')
    .select('retailerId')
    .where('id', '=', unread)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('dealChecks')
    .values(
      [living, gone, unread].map((dealId) => ({
        dealId,
        retailerId: dealId === unread ? otherShop : retailerId,
        url: 'https://a.example/',
        host: 'a.example',
        dueAt: NOW,
        answer: dealId === unread ? ('unreadable' as const) : ('refused' as const),
        failingSince: YESTERDAY,
        found: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('dealId')
        .doUpdateSet((eb) => ({ answer: eb.ref('excluded.answer'), failingSince: YESTERDAY })),
    )
    .execute()

  const guarantee = { startsAt: LONG_AGO, endsAt: YESTERDAY, readAt: null, lookAt: null }
  await app.db
    .insertInto('guarantees')
    .values({ ...guarantee, id: 'g1', userId, createdAt: LONG_AGO })
    .execute()
  await app.db
    .insertInto('guaranteeClaims')
    .values({
      guaranteeId: 'g1',
      state: 'held',
      askedAt: YESTERDAY,
      heldUntil: null,
      decidedAt: null,
      dueCents: 9700,
      recordedCents: 0,
      confirmedCents: 0,
      triedAt: null,
    })
    .execute()
  // As recorded by the queue's monitoring, four times a minute.
  await sql`
    update pgboss.queue set failed_count = 3 where name in (select min(name) from pgboss.queue)
  `.execute(app.db)

  const forCurators = { drafts: 1, checks: 1, reports: 1, mails: 2, imports: 1, retailers: 1 }
  const [owner, curator, analyst] = [
    await morningOf('owner'),
    await morningOf('curator'),
    await morningOf('analyst'),
  ]
  expect(numbers(owner)).toEqual({ ...forCurators, claims: 1, jobs: 3 })
  expect(numbers(curator)).toEqual(forCurators)
  expect(analyst).toMatchObject({ edition: null, waiting: [] })
  expect(owner.edition).toMatchObject({ scheduled: 1 })
  expect(owner.waiting.find(({ kind }) => kind === 'mails')).toMatchObject({
    held: 1,
    since: YESTERDAY.toISOString(),
  })
  expect(owner.waiting.find(({ kind }) => kind === 'imports')).toMatchObject({ importId: 'i1' })
})

test('a switch that is off has its line, with its reason, until it is on again', async () => {
  const { cookie } = await openAs(app, 'owner')
  const turn = (name: string, isOn: boolean) =>
    app.as({ cookie }).inject({
      method: 'PATCH',
      url: `/api/admin/switches/${name}`,
      payload: { isOn, why: `About ${name}` },
    })
  for (const name of ['mail-edition', 'joining']) await turn(name, false)
  const off = [
    { name: 'mail-edition', since: NOW.toISOString(), why: 'About mail-edition' },
    { name: 'joining', since: NOW.toISOString(), why: 'About joining' },
  ]
  const said = async (role: AdministratorRole) => (await morningOf(role)).off
  expect(await said('owner')).toEqual(off.map((each) => ({ ...each, path: '/admin/switches' })))
  // Without the right to change switches there is no link.
  expect(await said('curator')).toEqual(off.map((each) => ({ ...each, path: null })))
  expect(await said('analyst')).toEqual([])
  const page = await app.as({ cookie }).inject({ url: '/admin' })
  expect(page.body).toContain('Joining is off, since')
  expect(page.body).toContain('About mail-edition')
  await turn('joining', true)
  expect(await said('owner')).toMatchObject([{ name: 'mail-edition' }])
})
