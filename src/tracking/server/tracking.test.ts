import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDeal, createMember, createPerson, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

let member: Person
let dealId: string
beforeEach(async () => {
  await app.db.deleteFrom('clicks').execute()
  member = await createMember(app.ctx)
  dealId = (await createDeal(app.ctx)).id
})
afterEach(() => app.setNow(undefined))

type Options = {
  who?: Person
  id?: string
  headers?: Record<string, string>
  method?: 'GET' | 'HEAD'
  query?: string
}

function leave({
  who = member,
  id = dealId,
  headers = {},
  method = 'GET',
  query = '',
}: Options = {}) {
  return app.as(who).inject({ method, url: `/api/track/deal/${id}${query}`, headers })
}

const clicks = () => app.db.selectFrom('clicks').selectAll().orderBy('id').execute()
const kinds = async () => (await clicks()).map((click) => click.kind)

describe('leaving for a retailer', () => {
  test('is bounded for each person, so that no account copies the whole feed', async () => {
    await leave()
    await app.db
      .updateTable('throttles')
      .set({ points: 299 })
      .where('key', '=', `leave:${member.id}`)
      .execute()
    expect((await leave()).statusCode).toBe(200)
    const refused = await leave()
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600)
    expect(refused.json()).toMatchObject({ code: 'too-many-requests' })
    expect((await leave({ who: await createMember(app.ctx) })).statusCode).toBe(200)
  })

  test('answers the link and has written down who went where, when and from which place', async () => {
    const now = new Date('2026-11-20T15:00:00.123Z')
    const early = await createMember({ ...app.ctx, now: () => now })
    app.setNow(now)
    const response = await leave({ who: early, query: '?click_type=deal-card' })
    expect(response.json()).toMatchObject({
      id: dealId,
      buyUrl: `https://shop.example/p/${dealId}`,
      domain: 'shop.example',
    })
    expect(await clicks()).toEqual([
      {
        id: expect.any(Number),
        dealId,
        userId: early.id,
        clickType: 'deal-card',
        kind: 'click',
        clickedAt: now,
      },
    ])
  })

  test('gives no link when the click cannot be written down', async () => {
    await sql`alter table clicks rename to clicks_away`.execute(app.db)
    const response = await leave()
    await sql`alter table clicks_away rename to clicks`.execute(app.db)
    expect([response.statusCode, response.body.includes('shop.example')]).toEqual([500, false])
    expect(response.body).not.toContain('clicks')
  })

  test.each([
    ['', 'other'],
    ['?click_type=splash-carousel', 'splash-carousel'],
    ['?click_type=deal-card&to=https://evil.example', 'deal-card'],
  ])('with %j counts as %s', async (query, clickType) => {
    const response = await leave({ query })
    expect(response.body).not.toContain('evil')
    expect(await clicks()).toMatchObject([{ clickType }])
  })

  test.each([
    '?click_type=',
    '?click_type=Deal-Card',
    '?click_type=deal-card&click_type=deal-card',
  ])('with %j is refused and not counted', async (query) => {
    const response = await leave({ query })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([
      400,
      ['click_type'],
    ])
    expect(await clicks()).toEqual([])
  })

  test('is not written down for those who may not', async () => {
    const free = await createPerson(app.ctx)
    const answers = [await leave({ who: free }), await leave({ id: 'AAAAAAAAAAAA' })]
    answers.push(await app.inject({ url: `/api/track/deal/${dealId}` }))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 404, 401])
    expect(await clicks()).toEqual([])
  })

  test('once more within ten seconds is the same click, later a new one', async () => {
    const start = Date.now()
    for (const ms of [0, 1, 9999, 10_000, 10_001, 20_002]) {
      app.setNow(new Date(start + ms))
      await leave()
    }
    // Repeats do not postpone the next click.
    expect(await kinds()).toEqual(['click', 'repeat', 'repeat', 'repeat', 'click', 'click'])
  })

  test('is one click however many requests a hasty finger sends at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => leave()))
    expect((await kinds()).toSorted()).toEqual(['click', ...Array(7).fill('repeat')])
  })

  test('is a click for each person and each deal', async () => {
    const other = await createMember(app.ctx)
    const { id } = await createDeal(app.ctx)
    await Promise.all([leave(), leave({ who: other }), leave({ id }), leave({ who: other, id })])
    expect(await kinds()).toEqual(Array(4).fill('click'))
  })

  test.each<[string, Options, string]>([
    ['a HEAD request', { method: 'HEAD' }, 'head'],
    ['a prefetch', { headers: { 'sec-purpose': 'prefetch' } }, 'prefetch'],
    ['an old prefetch', { headers: { purpose: 'prefetch' } }, 'prefetch'],
    ['a very old prefetch', { headers: { 'x-moz': 'prefetch' } }, 'prefetch'],
    [
      'a search engine',
      { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
      'bot',
    ],
    ['a program', { headers: { 'user-agent': 'curl/8.5.0' } }, 'bot'],
    ['something without a name', { headers: { 'user-agent': '' } }, 'bot'],
    ['a sister site', { headers: { 'sec-fetch-site': 'same-site' } }, 'bot'],
  ])('by %s is kept apart and does not turn the click into a repeat', async (_, options, kind) => {
    expect((await leave(options)).statusCode).toBe(200)
    await leave()
    expect(await kinds()).toEqual([kind, 'click'])
  })

  test('from another site is refused and leaves no trace', async () => {
    const response = await leave({ headers: { 'sec-fetch-site': 'cross-site' } })
    expect([response.statusCode, response.json().code]).toEqual([403, 'cross-site'])
    expect(await clicks()).toEqual([])
  })

  test('in the demo leads to the stand-in of a fictional retailer, and only of those', async () => {
    const PUBLIC_URL = 'http://localhost:4567'
    const demo = await app.another({ environment: { DEMO: '1', PUBLIC_URL } })
    const real = await createDeal(app.ctx, { domain: 'shop.test', buyUrl: 'https://shop.test/p' })
    const to = async (id: string) =>
      (await demo.as(member).inject({ url: `/api/track/deal/${id}` })).json()
    const link = encodeURIComponent(`https://shop.example/p/${dealId}`)
    expect(await to(dealId)).toMatchObject({
      buyUrl: `${PUBLIC_URL}/sandbox/retailers?to=${link}`,
      domain: 'shop.example',
    })
    expect((await to(real.id)).buyUrl).toBe('https://shop.test/p')
    await demo.close()
  })
})
