import { beforeAll, expect, test } from 'vitest'
import { openAs } from '#test/access/people.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app } = usePages()
const NOW = new Date('2026-11-20T15:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
let admin: AdminClient
let dealId: string

beforeAll(async () => {
  app.setNow(NOW)
  admin = await openAdminClient(app, 'Ines')
  ;({ id: dealId } = await createDeal(app.ctx, {
    brandName: 'Aubrelle',
    retailerName: 'Quillon',
    productName: 'Satchel',
  }))
  const member = await createMember(app.ctx)
  const { brandId, retailerId } = await app.db
    .selectFrom('deals')
    .select(['brandId', 'retailerId'])
    .where('id', '=', dealId)
    .executeTakeFirstOrThrow()
  const trip = {
    userId: member.id,
    dealId,
    brandId,
    retailerId,
    wasCents: 20_000,
    nowCents: 12_000,
  }
  await app.db
    .insertInto('trips')
    .values(
      ['T-00000-00001', 'T-00000-00002', 'T-00000-00003', 'T-00000-00004'].map((number, index) => ({
        ...{ ...trip, number, madeAt: hoursAgo(index * 30), travels: true },
        ...{ basis: 'retailer' as const, isProven: true },
      })),
    )
    .execute()
  const row = {
    userId: member.id,
    dealId,
    boughtOn: '2026-11-20',
    paidCents: 12_000,
    savingCents: 8000,
  }
  await app.db
    .insertInto('ledgerRows')
    .values([
      { ...row, id: 'r1', tripNumber: 'T-00000-00001', state: 'confirmed' },
      { ...row, id: 'r2', tripNumber: 'T-00000-00002', state: 'recorded' },
      { ...row, id: 'r3', tripNumber: 'T-00000-00003', state: 'returned' },
    ])
    .execute()
  await app.db
    .insertInto('networkReports')
    .values({
      ...{ id: 'n1', network: 'Northlink', fileName: 'a.csv', fileSha256: 'x', createdAt: NOW },
      ...{ actorName: 'Ines', rowCount: 3, newCount: 3, knownCount: 0 },
    })
    .execute()
  const line = { reportId: 'n1', soldOn: '2026-11-20', valueCents: 12_000, commissionCents: 960 }
  await app.db
    .insertInto('networkReportLines')
    .values([
      { ...line, rowNumber: 1, tripNumber: 'T-00000-00001', orderNumber: 'A', state: 'confirmed' },
      // A purchase that was returned.
      { ...line, rowNumber: 2, tripNumber: 'T-00000-00003', orderNumber: 'B', state: 'confirmed' },
      { ...line, rowNumber: 3, tripNumber: 'T-00000-00003', orderNumber: 'B', state: 'returned' },
    ])
    .execute()
  await app.db
    .insertInto('reports')
    .values({
      ...{ dealId, userId: member.id, kind: 'gone', isEvidence: true, reportedOn: '2026-11-20' },
      ...{
        words: 'secret words',
        reportedAt: hoursAgo(9),
        answeredAt: hoursAgo(3),
        outcome: 'noted',
      },
    })
    .execute()
  // Checked a moment ago, inconclusively.
  await app.db
    .insertInto('dealChecks')
    .values({
      ...{ dealId, retailerId, url: 'https://shop.example/p', host: 'shop.example', dueAt: NOW },
      ...{ lookedAt: NOW, answer: 'refused', failingSince: NOW },
    })
    .execute()
  const saved = { userId: member.id, savedAt: hoursAgo(1), salePriceCents: 12_000 }
  const { id: letGo } = await createDeal(app.ctx, { isPublished: false })
  await app.db
    .insertInto('savedDeals')
    .values([
      { ...saved, dealId },
      { ...saved, dealId: letGo, removedAt: NOW },
    ])
    .execute()
  const follow = { userId: member.id, createdAt: hoursAgo(1) }
  await app.db
    .insertInto('follows')
    .values([
      { ...follow, id: 'f1', kind: 'brand', value: brandId ?? '' },
      { ...follow, id: 'f2', kind: 'category', value: 'bags' },
      { ...follow, id: 'f3', kind: 'search', value: 'q=secret+words' },
      { ...follow, id: 'f4', kind: 'category', value: 'shoes', isHidden: true },
    ])
    .execute()
})

const figures = async (path: string) =>
  (await admin.ask({ url: `/api/admin/figures/${path}` })).json()

test('trips, what became of them, checks, reports and what is kept are counted', async () => {
  expect(await figures('brought?period=7d')).toMatchObject({
    ...{ trips: 4, recorded: 1, confirmed: 1, returned: 1, rejected: 0 },
    ...{ saved: 80, commission: 9.6 },
    checks: { deals: 1, checked: 0 },
    reports: { reported: 1, answered: 1, medianHours: 6 },
    kept: { saves: 1, follows: 3, alerts: 0, opened: 0, wentOn: 0 },
  })
})

test.each([
  ['trips-by-deal', /Satchel/],
  ['trips-by-brand', /^Aubrelle$/],
  ['trips-by-retailer', /^Quillon$/],
])('%s: each leads to as many rows as it says', async (kind, name) => {
  const { rows } = await figures(`rows/${kind}`)
  expect(rows).toHaveLength(1)
  expect(rows[0].cells[0]).toMatch(name)
  expect(rows[0].cells.slice(1)).toEqual([4, 1, 1, 1, 0, 80, 9.6])
  const behind = await figures(`rows/trips?${new URLSearchParams(rows[0].leadsTo)}`)
  expect(behind.total).toBe(4)
  const csv = (await admin.ask({ url: `/api/admin/figures/csv/${kind}` })).body
  expect(csv.trim().split('\n')).toHaveLength(2)
})

test('days, looks, reports and what is kept stand row by row, without anybody’s name or words', async () => {
  const days = await figures('rows/trips-by-day?from=2026-11-15&to=2026-11-20')
  expect(
    days.rows.reduce((sum: number, { cells }: { cells: number[] }) => sum + (cells[1] ?? 0), 0),
  ).toBe(4)
  expect((await figures('rows/checks')).total).toBe(1)
  expect((await figures('rows/reports')).rows[0].cells.slice(2)).toEqual([
    'gone',
    hoursAgo(3).toISOString(),
    6,
    'noted',
  ])
  const kept = await figures('rows/kept-by-day?from=2026-11-20&to=2026-11-20')
  expect(kept.rows.map(({ cells }: { cells: unknown }) => cells)).toEqual([
    ['2026-11-20', 1, 3, 0, 0, 0],
  ])
  for (const kind of ['trips', 'reports', 'checks', 'saves', 'follows', 'kept-by-day']) {
    const { body } = await admin.ask({ url: `/api/admin/figures/csv/${kind}` })
    expect(body, kind).not.toMatch(/secret words|people\.test/)
  }
})

test('what is saved and followed stands row by row and by what it is of, and each leads to as many rows as it says', async () => {
  const saves = await figures('rows/saves')
  expect(saves.rows.map(({ cells }: { cells: string[] }) => cells.slice(2))).toEqual([
    ['Quillon', 'No'],
  ])
  const [byDeal] = (await figures('rows/saves-by-deal')).rows
  expect(byDeal.cells.slice(1)).toEqual([1, 0])
  expect((await figures(`rows/saves?${new URLSearchParams(byDeal.leadsTo)}`)).total).toBe(1)

  const { rows } = await figures('rows/follows-by-what')
  expect(rows.map(({ cells }: { cells: unknown }) => cells)).toEqual([
    ['Aubrelle', 'Brand', 1],
    ['Bags', 'Category', 1],
    ['A search of their own', 'Search', 1],
  ])
  const behind = await figures(`rows/follows?${new URLSearchParams(rows[0].leadsTo)}`)
  expect(behind.rows.map(({ cells }: { cells: string[] }) => cells.slice(1))).toEqual([
    ['Brand', 'Aubrelle'],
  ])
})

test('an analyst takes along how much was saved and followed, but no number below five, and nothing of one person', async () => {
  const analyst = await openAs(app, 'analyst')
  const take = (kind: string) => app.as(analyst).inject({ url: `/api/admin/figures/csv/${kind}` })
  for (const kind of ['saves', 'follows']) expect((await take(kind)).statusCode, kind).toBe(403)
  for (const kind of ['saves-by-deal', 'follows-by-what', 'kept-by-day']) {
    expect((await take(kind)).body, kind).toContain('under 5')
  }
})

test('whoever comes from an alert is counted beside those sent: once a day for each page, and only signed in', async () => {
  const member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx)
  const browser = { 'sec-fetch-site': 'cross-site' }
  const press = async (url: string, who?: typeof member, headers = {}) => {
    const by = who ? app.as(who) : app
    const answer = await by.inject({ url, headers: { ...browser, ...headers } })
    expect(answer.statusCode).toBe(200)
  }
  await press(`/deal/${id}?from=alerts`, member)
  await press(`/deal/${id}?from=alerts`, member)
  await press('/inbox?from=alerts', member)
  // Mail scanners, prefetches, and links that are no alert.
  await press(`/deal/${id}?from=alerts`)
  await press(`/deal/${id}?from=alerts`, await createMember(app.ctx), { 'sec-purpose': 'prefetch' })
  await press(`/deal/${id}?from=alerts`, await createMember(app.ctx), { 'user-agent': 'curl/8' })
  await press(`/deal/${id}?from=edition`, member)
  await press(`/deal/${id}?from=mail`, member)
  expect((await figures('brought?period=7d')).kept).toMatchObject({ opened: 2, wentOn: 0 })
  const [today] = (await figures('rows/kept-by-day?from=2026-11-20&to=2026-11-20')).rows
  expect(today.cells.slice(3)).toEqual([0, 2, 0])
  const kept = await app.db.selectFrom('mailArrivals').select(['stream', 'people']).execute()
  expect(kept).toContainEqual({ stream: 'edition', people: 1 })
})

test('trips of no brand are a row of their own, which leads to them alone', async () => {
  const trips = app.db.selectFrom('trips').selectAll()
  const first = await trips.where('number', '=', 'T-00000-00001').executeTakeFirstOrThrow()
  await app.db
    .insertInto('trips')
    .values({ ...first, number: 'T-00000-00005', brandId: null })
    .execute()
  const { rows } = await figures('rows/trips-by-brand')
  expect(rows.map(({ cells }: { cells: unknown[] }) => cells[1])).toEqual([4, 1])
  const behind = await figures(`rows/trips?${new URLSearchParams(rows[1].leadsTo)}`)
  expect(behind.rows.map(({ cells }: { cells: unknown[] }) => cells[1])).toEqual(['T-00000-00005'])
})
