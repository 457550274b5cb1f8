import { describe, expect, test } from 'vitest'
import type { DealMetrics, MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import { createDeal } from '#test/support/factories.ts'
import {
  bar,
  insertClicks,
  insertPayments,
  NOW,
  openMetrics,
  TODAY,
  useMetrics,
} from '#test/support/metrics.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const get = useMetrics(app)

describe('deals a day', () => {
  test('are counted by the day in Toronto, also where the clocks change', async () => {
    for (const at of [
      '2026-11-01T03:59:59Z', // the last second of October, in summer time
      '2026-11-01T04:00:00Z', // midnight
      '2026-11-02T04:59:59Z', // that day has 25 hours
      '2026-11-02T05:00:00Z',
      '2026-11-22T03:29:00Z',
    ]) {
      await createDeal(app.ctx, { publishedAt: new Date(at) })
    }
    const { bars }: DealMetrics = await get('deals?period=30d')
    expect(bars).toHaveLength(30)
    expect(bars.filter(({ published }) => published > 0)).toMatchObject([
      { first: '2026-10-31', published: 1 },
      { first: '2026-11-01', published: 2 },
      { first: '2026-11-02', published: 1 },
      { first: TODAY, published: 1 },
    ])
  })

  test('the shortest day of the year has 23 hours', async () => {
    app.setNow(new Date('2026-03-10T12:00:00Z'))
    for (const at of ['2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z']) {
      await createDeal(app.ctx, { publishedAt: new Date(at) })
    }
    const { bars }: DealMetrics = await get('deals?period=7d')
    expect(bar(bars, '2026-03-08')?.published).toBe(2)
    expect(bar(bars, '2026-03-09')?.published).toBe(1)
  })

  test('are held against the claim on days that are over, from the first one on', async () => {
    for (const [day, count] of [
      ['2026-11-19', 31],
      ['2026-11-20', 12],
      ['2026-11-21', 2],
    ] as const) {
      for (let n = 0; n < count; n += 1) {
        await createDeal(app.ctx, { publishedAt: new Date(`${day}T15:00:00Z`) })
      }
    }
    expect(await get('deals?period=30d')).toMatchObject({
      claim: 30,
      since: '2026-11-19',
      published: 45,
      publishedBefore: 0,
      daysOver: 2,
      daysReached: 1,
      perDay: 21.5,
    })
  })

  test('leave out what was deleted or unpublished since, and say how much that is', async () => {
    const at = new Date('2026-11-20T15:00:00Z')
    const [kept, deleted, unpublished] = [
      await createDeal(app.ctx, { publishedAt: at }),
      await createDeal(app.ctx, { publishedAt: at }),
      await createDeal(app.ctx, { publishedAt: at }),
    ]
    await createDeal(app.ctx, { isPublished: false })
    await app.db
      .updateTable('deals')
      .set({ isPublished: false, wasPublished: true, deletedAt: NOW })
      .where('id', '=', deleted.id)
      .execute()
    await app.db
      .updateTable('deals')
      .set({ isPublished: false })
      .where('id', '=', unpublished.id)
      .execute()

    const { bars }: DealMetrics = await get('deals?period=7d')
    expect(bar(bars, '2026-11-20')).toMatchObject({ published: 1, takenBack: 2 })
    const day = 'from=2026-11-20&to=2026-11-20'
    const rows: MetricRows = await get(`rows/deals?${day}`)
    expect(rows.rows.map(({ dealId }) => dealId)).toEqual([kept.id])
    const taken: MetricRows = await get(`rows/deals?state=taken-back&${day}`)
    expect(taken.rows.map(({ cells }) => cells.at(-1)).toSorted()).toEqual([
      'Deleted',
      'Unpublished',
    ])
  })
})

test('revenue is what arrived less what was paid back, by the month in Toronto', async () => {
  await insertPayments(app, [
    { at: '2026-11-01T03:59:59Z', cents: 9700 }, // October in Toronto
    { at: '2026-11-01T04:00:00Z', cents: 800, refunded: 800 },
    { at: '2026-11-20T12:00:00Z', cents: 9733, refunded: 33 },
    { at: '2026-11-20T12:00:00Z', cents: 5000, currency: 'cad' },
    { at: '2025-12-01T04:59:59Z', cents: 100 }, // a year and a month ago
    { at: '2025-12-01T05:00:00Z', cents: 200 },
  ])
  const { current, earlier, months, otherCurrencies } = await get('revenue?period=7d')
  expect(current).toEqual({ payments: 1, taken: 97.33, refunded: 0.33, net: 97 })
  expect(earlier).toEqual({ payments: 0, taken: 0, refunded: 0, net: 0 })
  expect([months.length, months[0], months[10], months[11], otherCurrencies]).toEqual([
    12,
    { first: '2025-12-01', last: '2025-12-31', payments: 1, taken: 2, refunded: 0, net: 2 },
    { first: '2026-10-01', last: '2026-10-31', payments: 1, taken: 97, refunded: 0, net: 97 },
    {
      first: '2026-11-01',
      last: '2026-11-30',
      payments: 2,
      taken: 105.33,
      refunded: 8.33,
      net: 97,
    },
    1,
  ])
  const { rows, total }: MetricRows = await get('rows/payments?from=2026-11-01&to=2026-11-30')
  expect([total, rows.map(({ cells }) => cells.at(-1))]).toEqual([2, [97, 0]])
})

describe('a file', () => {
  test('names pieces that look like formulas without being one', async () => {
    const deal = await createDeal(app.ctx, {
      brandName: '=HYPERLINK("https://evil.example","Sale")',
      retailerName: '+49 Shop',
      productName: '-2+3',
    })
    await insertClicks(app, [{ deal, at: '2026-11-20T12:00:00Z' }])
    const metrics = await openMetrics(app)
    const response = await metrics.ask('csv/clicks')
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clicks-2026-11-21.csv"',
      'cache-control': 'private, no-store',
    })
    const [, line] = await metrics.file('clicks')
    expect(line?.slice(1, 3)).toEqual([
      `'=HYPERLINK("https://evil.example","Sale") -2+3`,
      "'+49 Shop",
    ])
    expect(await metrics.file('clicks-by-retailer')).toEqual([
      ['Retailer', 'Clicks'],
      ["'+49 Shop", '1'],
    ])
  })

  test('of every kind has a cell for each column', async () => {
    await createPaidCheckout(app.ctx)
    const deal = await createDeal(app.ctx)
    await insertClicks(app, [{ deal, at: '2026-11-20T12:00:00Z' }])
    const metrics = await openMetrics(app)
    for (const kind of [
      'clicks',
      'clicks-by-day',
      'deals',
      'deals-by-day',
      'locked',
      'locked-by-deal',
      'checkouts',
      'members',
      'trials',
      'payments',
      'revenue-by-month',
      'unclaimed',
    ]) {
      const [head = [], ...lines] = await metrics.file(kind)
      const { columns, total }: MetricRows = await metrics.get(`rows/${kind}`)
      expect(head).toHaveLength(columns.length)
      expect(lines).toHaveLength(total)
      for (const line of lines) expect(line).toHaveLength(columns.length)
    }
  })
})
