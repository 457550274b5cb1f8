import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClickMetrics, MetricRows } from '#app/admin/metrics/metrics.contract.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { bar, insertClicks, NOW, openMetrics, TODAY, useMetrics } from '#test/support/metrics.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
const get = useMetrics(app)

describe('clicks', () => {
  test('are what a person did; the rest is explained', async () => {
    const member = await createMember({ ...app.ctx, now: () => NOW })
    const deal = await createDeal(app.ctx)
    const leave = (headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
      app.as(member).inject({ method, url: `/api/track/deal/${deal.id}`, headers })
    await leave()
    await leave()
    await leave({ 'sec-purpose': 'prefetch' })
    await leave({}, 'HEAD')
    await leave({ 'user-agent': 'Googlebot/2.1' })

    const metrics: ClickMetrics = await get('clicks?period=7d')
    expect(metrics).toMatchObject({ clicks: 1, clicksBefore: 0, people: 1 })
    expect(metrics.kinds).toEqual({ click: 1, repeat: 1, prefetch: 1, head: 1, bot: 1 })
    expect(bar(metrics.bars, TODAY)?.clicks).toBe(1)
  })

  test('still count when their deal was deleted or their account is gone', async () => {
    const [deal, person] = [await createDeal(app.ctx), await createPerson(app.ctx)]
    await insertClicks(app, [
      { deal, at: '2026-11-20T12:00:00Z', who: person },
      { deal, at: '2026-11-20T13:00:00Z', who: person },
    ])
    await app.db
      .updateTable('deals')
      .set({ isPublished: false, deletedAt: NOW })
      .where('id', '=', deal.id)
      .execute()
    await app.db.deleteFrom('users').where('id', '=', person.id).execute()

    const metrics: ClickMetrics = await get('clicks?period=7d')
    expect(metrics).toMatchObject({ clicks: 2, people: 0 })
    expect(metrics.deals.top).toEqual([
      { id: deal.id, name: 'Maison Test Leather tote', isDeleted: true, clicks: 2 },
    ])
    const { rows }: MetricRows = await get(`rows/clicks?dealId=${deal.id}`)
    expect(rows.map(({ cells, dealId }) => [cells[3], dealId])).toEqual([
      ['Deleted account', null],
      ['Deleted account', null],
    ])
  })

  test('come in the same number by day, deal, brand and retailer, whatever was clicked when', async () => {
    const deals = []
    for (const [brandName, retailerName] of [
      ['A', 'X'],
      ['A', 'Y'],
      ['B', 'Y'],
      ['C', 'Z'],
    ]) {
      deals.push(
        await createDeal(app.ctx, { brandName: `${brandName}`, retailerName: `${retailerName}` }),
      )
    }
    await app.db
      .updateTable('deals')
      .set({ brandId: null, isPublished: false })
      .where('id', '=', deals[3]?.id ?? '')
      .execute()
    const metrics = await openMetrics(app)
    const days = { first: '2026-10-23', last: TODAY }
    const span = `from=${days.first}&to=${days.last}`
    const click = fc.record({
      deal: fc.constantFrom(...deals),
      kind: fc.constantFrom('click', 'click', 'click', 'repeat', 'bot'),
      at: fc
        .date({ min: new Date('2026-10-20T00:00:00Z'), max: NOW, noInvalidDate: true })
        .map((date) => date.toISOString()),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(click, { maxLength: 60 }), async (clicks) => {
        await app.db.deleteFrom('clicks').execute()
        await insertClicks(app, clicks)
        const {
          clicks: total,
          bars,
          ...rest
        } = (await metrics.get('clicks?period=30d')) as ClickMetrics
        const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
        expect(sum(bars.map((each) => each.clicks))).toBe(total)
        for (const list of [rest.deals, rest.brands, rest.retailers]) {
          expect(sum(list.top.map((each) => each.clicks))).toBe(total)
        }
        for (const kind of ['deal', 'brand', 'retailer', 'day']) {
          const [, ...lines] = await metrics.file(`clicks-by-${kind}?${span}`)
          expect(sum(lines.map((cells) => Number(cells[1])))).toBe(total)
        }
        expect((await metrics.get(`rows/clicks?${span}`)).total).toBe(total)
        expect((await metrics.file(`clicks?${span}`)).length - 1).toBe(total)
      }),
      { numRuns: 12 },
    )
  })

  test('lead from every number to as many rows', async () => {
    const [tote, coat] = [
      await createDeal(app.ctx, { brandName: 'Aldermoor', retailerName: 'North' }),
      await createDeal(app.ctx, { brandName: 'Bellwether', retailerName: 'North' }),
    ]
    await insertClicks(app, [
      { deal: tote, at: '2026-11-20T04:59:59Z' },
      { deal: tote, at: '2026-11-20T05:00:00Z' },
      { deal: coat, at: '2026-11-21T04:59:59Z' },
      { deal: coat, at: '2026-11-21T05:00:00Z', kind: 'bot' },
    ])
    const { deals, brands, retailers, bars }: ClickMetrics = await get('clicks?period=7d')
    const span = 'from=2026-11-15&to=2026-11-21'
    for (const [list, filter] of [
      [deals, 'dealId'],
      [brands, 'brandId'],
      [retailers, 'retailerId'],
    ] as const) {
      for (const { id, clicks } of list.top) {
        const rows: MetricRows = await get(`rows/clicks?${span}&${filter}=${id}`)
        expect([rows.total, rows.rows.length]).toEqual([clicks, clicks])
      }
    }
    for (const { first, clicks } of bars) {
      expect((await get(`rows/clicks?from=${first}&to=${first}`)).total).toBe(clicks)
    }
    expect((await get(`rows/clicks?${span}&click=all`)).total).toBe(4)
    expect((await get(`rows/clicks?${span}&brandId=${brands.top[0]?.id}`)).title).toBe(
      'Clicks on Aldermoor',
    )
  })

  test('come newest first, page by page, and all of them in a file', async () => {
    const deal = await createDeal(app.ctx)
    const from = Date.parse('2026-11-20T12:00:00Z')
    const clicks = Array.from({ length: 620 }, (_, n) => ({
      deal,
      // Several at the same moment: none may be lost between two chunks of the file.
      at: new Date(from + Math.floor(n / 7) * 1000).toISOString(),
    }))
    await insertClicks(app, clicks)
    const metrics = await openMetrics(app)
    const keys: string[] = []
    for (let page = 1; page <= 7; page += 1) {
      const { rows, pages }: MetricRows = await metrics.get(`rows/clicks?limit=100&page=${page}`)
      expect(pages).toBe(7)
      keys.push(...rows.map(({ key }) => key))
    }
    expect(new Set(keys).size).toBe(620)
    const beyond: MetricRows = await metrics.get('rows/clicks?limit=100&page=900')
    expect([beyond.page, beyond.rows.length]).toEqual([7, 20])
    const [head, ...lines] = await metrics.file('clicks')
    expect(head?.[0]).toBe('When (Toronto)')
    expect(lines).toHaveLength(620)
    expect(lines[0]?.[0]).toBe('2026-11-20 07:01:28')
    expect(lines.at(-1)?.[0]).toBe('2026-11-20 07:00:00')
  })
})

describe('a call', () => {
  test.each([
    'deals?period=1d',
    'rows/secrets',
    'rows/clicks?from=yesterday',
    'rows/clicks?from=2026-02-30',
    'rows/clicks?page=0',
    'rows/clicks?limit=101',
    'rows/clicks?click=robot',
    'csv/users',
  ])('for %s is refused', async (path) => {
    const { ask } = await openMetrics(app)
    expect((await ask(path)).statusCode).toBe(400)
  })

  test('about days far away is answered', async () => {
    const { ask } = await openMetrics(app)
    for (const path of [
      'rows/clicks?from=0001-01-01&to=9999-12-31',
      'csv/clicks-by-day?from=0001-01-01&to=9999-12-31',
      'rows/clicks-by-day?from=9999-12-31&to=0001-01-01',
      'rows/deals?from=9999-12-31',
    ]) {
      expect((await ask(path)).statusCode, path).toBe(200)
    }
  })
})
