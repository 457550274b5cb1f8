import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/shared/dates.ts'
import { TRIP_NUMBER } from '#app/tracking/trip-number.facts.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { createTrip } from '#test/support/trips.ts'
import { purgeOldTrips } from './tracking.ts'

const app = useTestApp()

let member: Person
let dealId: string
beforeEach(async () => {
  await app.db.deleteFrom('trips').execute()
  member = await createMember(app.ctx)
  const deal = { originalPriceCents: 40_000, salePriceCents: 25_000, isPreview: true }
  dealId = (await createDeal(app.ctx, deal)).id
})

function leave(headers: Record<string, string> = {}, who = member, method: 'GET' | 'HEAD' = 'GET') {
  return app.as(who).inject({ method, url: `/api/track/deal/${dealId}`, headers })
}

const trips = () => app.db.selectFrom('trips').selectAll().orderBy('madeAt').execute()

async function setParameter(subIdParameter: string | null) {
  const { retailerId } = await app.db
    .selectFrom('deals')
    .select('retailerId')
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('retailers')
    .set({ subIdParameter })
    .where('id', '=', retailerId)
    .execute()
}

describe('a trip', () => {
  test('is made by a counted click of a member, with the prices of that moment', async () => {
    await leave()
    expect(await trips()).toEqual([
      {
        number: expect.stringMatching(TRIP_NUMBER),
        userId: member.id,
        dealId,
        brandId: expect.any(String),
        retailerId: expect.any(String),
        madeAt: expect.any(Date),
        wasCents: 40_000,
        nowCents: 25_000,
        basis: 'retailer',
        isProven: false,
        travels: false,
      },
    ])
    await app.db
      .updateTable('deals')
      .set({ salePriceCents: 100 })
      .where('id', '=', dealId)
      .execute()
    expect(await trips()).toMatchObject([{ nowCents: 25_000 }])
  })

  test('is one click’s, and never a person’s', async () => {
    const start = Date.now()
    for (const ms of [0, 20_000, 40_000]) {
      app.setNow(new Date(start + ms))
      await leave()
    }
    app.setNow(undefined)
    expect(new Set((await trips()).map(({ number }) => number)).size).toBe(3)
  })

  test.each<[string, Record<string, string>, 'GET' | 'HEAD']>([
    ['a robot', { 'user-agent': 'curl/8.5.0' }, 'GET'],
    ['a HEAD request', {}, 'HEAD'],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'GET'],
  ])('is not made by %s', async (_, headers, method) => {
    await leave(headers, member, method)
    expect(await trips()).toEqual([])
  })

  test('is not made by who is no member, by looking at what has ended, nor twice by one press', async () => {
    // As the only preview deal of the day, it is open to everybody who has an account.
    await app.db.deleteFrom('deals').where('id', '!=', dealId).execute()
    await announceDeals(app.ctx)
    expect((await leave({}, await createPerson(app.ctx))).statusCode).toBe(200)
    expect(await trips()).toEqual([])
    await Promise.all([leave(), leave(), leave()])
    expect(await trips()).toHaveLength(1)
    await app.db.deleteFrom('trips').execute()
    // With earlier clicks, the next one would count as a repeat and create no trip anyway.
    await app.db.deleteFrom('clicks').where('dealId', '=', dealId).execute()
    await app.db
      .updateTable('deals')
      .set({ endedAt: new Date(), endedReason: 'sold-out' })
      .where('id', '=', dealId)
      .execute()
    expect((await leave()).statusCode).toBe(200)
    expect(await trips()).toEqual([])
  })

  test('and its click are written both or neither', async () => {
    await sql`alter table trips rename to trips_away`.execute(app.db)
    const response = await leave()
    await sql`alter table trips_away rename to trips`.execute(app.db)
    expect(response.statusCode).toBe(500)
    const clicks = app.db.selectFrom('clicks').select('id').where('dealId', '=', dealId)
    expect(await clicks.execute()).toEqual([])
  })

  test('has a number that goes along where the retailer has a parameter for it', async () => {
    const linkOf = async (headers = {}) => (await leave(headers)).json().buyUrl as string
    expect(await linkOf()).toBe(`https://shop.example/p/${dealId}`)
    await app.db.deleteFrom('clicks').where('dealId', '=', dealId).execute()
    await app.db.deleteFrom('trips').execute()
    await setParameter('clickref')
    const link = new URL(await linkOf())
    const [trip] = await trips()
    expect([link.searchParams.get('clickref'), trip?.travels]).toEqual([trip?.number, true])
    // A repeated click returns the same trip.
    expect(new URL(await linkOf()).searchParams.get('clickref')).toBe(trip?.number)
    expect(await linkOf({ 'user-agent': 'curl/8.5.0' })).not.toContain('clickref')
    await setParameter(null)
  })

  test('keeps its number to itself under Global Privacy Control', async () => {
    await setParameter('clickref')
    const response = await leave({ 'sec-gpc': '1' })
    expect(response.json().buyUrl).toBe(`https://shop.example/p/${dealId}`)
    expect(await trips()).toMatchObject([{ userId: member.id, travels: false }])
    await setParameter(null)
  })

  test('stays without any tie when its member’s account goes', async () => {
    await leave()
    await app.db.deleteFrom('users').where('id', '=', member.id).execute()
    expect(await trips()).toMatchObject([{ userId: null, dealId }])
  })

  test('that is nobody’s is forgotten after two years, and one that is somebody’s is not', async () => {
    const now = new Date('2026-11-20T15:00:00Z')
    const made = (userId: string | null, days: number) =>
      createTrip(app.ctx, { dealId, userId, madeAt: new Date(now.getTime() - days * DAY_MS) })
    await made(null, 731)
    const kept = [await made(member.id, 731), await made(null, 729)]
    app.setNow(now)
    await purgeOldTrips(app.ctx)
    app.setNow(undefined)
    expect((await trips()).map(({ number }) => number)).toEqual(kept)
  })
})
