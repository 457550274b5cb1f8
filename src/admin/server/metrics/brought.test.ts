import { beforeAll, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
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
      // Brought something, and then it went back.
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
  await app.db
    .insertInto('savedDeals')
    .values({ userId: member.id, dealId, savedAt: hoursAgo(1), salePriceCents: 12_000 })
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
    kept: { saves: 1, follows: 0, alerts: 0, opened: 0 },
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
    ['2026-11-20', 1, 0, 0, 0],
  ])
  for (const kind of ['trips', 'reports', 'checks', 'kept-by-day']) {
    const { body } = await admin.ask({ url: `/api/admin/figures/csv/${kind}` })
    expect(body, kind).not.toMatch(/secret words|people\.test/)
  }
})
