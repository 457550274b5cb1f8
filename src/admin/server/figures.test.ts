import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ClickFigures, DealFigures, FigureRows } from '#app/admin/figures.contract.ts'
import { createDeal, createMember, createPerson, createSubscription } from '#test/factories.ts'
import { createPaidCheckout } from '#test/factories-membership.ts'
import { insertClicks, insertPayments, readFigures } from '#test/figures.ts'
import { useTestApp } from '#test/test-app.ts'

const app = useTestApp()

/** Half past ten in the evening in Toronto: by the clock of the world it is the next day already. */
const NOW = new Date('2026-11-22T03:30:00Z')
const TODAY = '2026-11-21'

beforeEach(async () => {
  for (const table of [
    'clicks',
    'events',
    'checkouts',
    'payments',
    'subscriptions',
    'deals',
    'brands',
    'retailers',
    'users',
  ] as const) {
    await app.db.deleteFrom(table).execute()
  }
  app.setNow(NOW)
})

/** The one call after `period=30d` most tests need. */
const get = async (path: string) => (await readFigures(app)).get(path)
const bar = <B extends { first: string }>(bars: B[], day: string) =>
  bars.find(({ first }) => first === day)

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
    const { bars }: DealFigures = await get('deals?period=30d')
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
    const { bars }: DealFigures = await get('deals?period=7d')
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

    const { bars }: DealFigures = await get('deals?period=7d')
    expect(bar(bars, '2026-11-20')).toMatchObject({ published: 1, takenBack: 2 })
    const day = 'from=2026-11-20&to=2026-11-20'
    const rows: FigureRows = await get(`rows/deals?${day}`)
    expect(rows.rows.map(({ dealId }) => dealId)).toEqual([kept.id])
    const taken: FigureRows = await get(`rows/deals?state=taken-back&${day}`)
    expect(taken.rows.map(({ cells }) => cells.at(-1)).toSorted()).toEqual([
      'Deleted',
      'Unpublished',
    ])
  })
})

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

    const figures: ClickFigures = await get('clicks?period=7d')
    expect(figures).toMatchObject({ clicks: 1, clicksBefore: 0, people: 1 })
    expect(figures.kinds).toEqual({ click: 1, repeat: 1, prefetch: 1, head: 1, bot: 1 })
    expect(bar(figures.bars, TODAY)?.clicks).toBe(1)
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

    const figures: ClickFigures = await get('clicks?period=7d')
    expect(figures).toMatchObject({ clicks: 2, people: 0 })
    expect(figures.deals.top).toEqual([
      { id: deal.id, name: 'Maison Test Leather tote', isDeleted: true, clicks: 2 },
    ])
    const { rows }: FigureRows = await get(`rows/clicks?dealId=${deal.id}`)
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
    const figures = await readFigures(app)
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
        } = (await figures.get('clicks?period=30d')) as ClickFigures
        const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)
        expect(sum(bars.map((each) => each.clicks))).toBe(total)
        for (const list of [rest.deals, rest.brands, rest.retailers]) {
          expect(sum(list.top.map((each) => each.clicks))).toBe(total)
        }
        for (const kind of ['deal', 'brand', 'retailer', 'day']) {
          const [, ...lines] = await figures.file(`clicks-by-${kind}?${span}`)
          expect(sum(lines.map((cells) => Number(cells[1])))).toBe(total)
        }
        expect((await figures.get(`rows/clicks?${span}`)).total).toBe(total)
        expect((await figures.file(`clicks?${span}`)).length - 1).toBe(total)
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
    const { deals, brands, retailers, bars }: ClickFigures = await get('clicks?period=7d')
    const span = 'from=2026-11-15&to=2026-11-21'
    for (const [list, filter] of [
      [deals, 'dealId'],
      [brands, 'brandId'],
      [retailers, 'retailerId'],
    ] as const) {
      for (const { id, clicks } of list.top) {
        const rows: FigureRows = await get(`rows/clicks?${span}&${filter}=${id}`)
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
      // Several of one moment: none may be lost between two parts of the file.
      at: new Date(from + Math.floor(n / 7) * 1000).toISOString(),
    }))
    await insertClicks(app, clicks)
    const figures = await readFigures(app)
    const keys: string[] = []
    for (let page = 1; page <= 7; page += 1) {
      const { rows, pages }: FigureRows = await figures.get(`rows/clicks?limit=100&page=${page}`)
      expect(pages).toBe(7)
      keys.push(...rows.map(({ key }) => key))
    }
    expect(new Set(keys).size).toBe(620)
    const beyond: FigureRows = await figures.get('rows/clicks?limit=100&page=900')
    expect([beyond.page, beyond.rows.length]).toEqual([7, 20])
    const [head, ...lines] = await figures.file('clicks')
    expect(head?.[0]).toBe('When (Toronto)')
    expect(lines).toHaveLength(620)
    expect(lines[0]?.[0]).toBe('2026-11-20 07:01:28')
    expect(lines.at(-1)?.[0]).toBe('2026-11-20 07:00:00')
  })
})

describe('a file', () => {
  test('names pieces that look like formulas without being one', async () => {
    const deal = await createDeal(app.ctx, {
      brandName: '=HYPERLINK("https://evil.example","Sale")',
      retailerName: '+49 Shop',
      productName: '-2+3',
    })
    await insertClicks(app, [{ deal, at: '2026-11-20T12:00:00Z' }])
    const figures = await readFigures(app)
    const response = await figures.ask('csv/clicks')
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="clicks-2026-11-21.csv"',
      'cache-control': 'private, no-store',
    })
    const [, line] = await figures.file('clicks')
    expect(line?.slice(1, 3)).toEqual([
      `'=HYPERLINK("https://evil.example","Sale") -2+3`,
      "'+49 Shop",
    ])
    expect(await figures.file('clicks-by-retailer')).toEqual([
      ['Retailer', 'Clicks'],
      ["'+49 Shop", '1'],
    ])
  })

  test('of every kind has a cell for each column', async () => {
    await createPaidCheckout(app.ctx)
    const deal = await createDeal(app.ctx)
    await insertClicks(app, [{ deal, at: '2026-11-20T12:00:00Z' }])
    const figures = await readFigures(app)
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
      const [head = [], ...lines] = await figures.file(kind)
      const { columns, total }: FigureRows = await figures.get(`rows/${kind}`)
      expect(head).toHaveLength(columns.length)
      expect(lines).toHaveLength(total)
      for (const line of lines) expect(line).toHaveLength(columns.length)
    }
  })
})

async function clickLocked(deal: { id: string }, at: Date, cookie = '') {
  app.setNow(at)
  const eventData = { dealId: deal.id }
  const payload = { eventType: 'locked-deal-click', eventData }
  await app.as({ cookie }).inject({ method: 'POST', url: '/api/log-event', payload })
  app.setNow(NOW)
}

describe('from teaser to paid', () => {
  const yesterday = new Date('2026-11-20T18:00:00Z')

  test('clicks on locked deals are counted by deal, and made-up ones are not', async () => {
    const [tote, coat] = [
      await createDeal(app.ctx),
      await createDeal(app.ctx, { productName: 'Coat' }),
    ]
    const { cookie, email } = await createPerson({ ...app.ctx, now: () => yesterday })
    await clickLocked(coat, yesterday)
    await clickLocked(tote, yesterday)
    await clickLocked(coat, new Date(yesterday.getTime() + 1000), cookie)
    await clickLocked({ id: 'made-up' }, yesterday)

    const { locked, lockedBefore, lockedDeals, funnel } = await get('joining?period=7d')
    expect([locked, lockedBefore, funnel.steps.locked]).toEqual([3, 0, 3])
    expect(lockedDeals).toMatchObject({
      count: 2,
      top: [
        { id: coat.id, clicks: 2 },
        { id: tote.id, clicks: 1 },
      ],
    })
    const { rows, total }: FigureRows = await get(`rows/locked?dealId=${coat.id}`)
    expect([total, rows.map(({ cells }) => cells[3])]).toEqual([
      2,
      [email, 'Visitor, or a deleted account'],
    ])
  })

  test('each step is of those before it', async () => {
    const buyer = await createPerson(app.ctx)
    const paid = await createPaidCheckout(app.ctx, { buyer, completedAt: yesterday })
    // Paid and not yet anybody's; refused as a second trial; left; never came to a page at all.
    await createPaidCheckout(app.ctx, { completedAt: yesterday })
    await createPaidCheckout(app.ctx, { buyer, completedAt: yesterday, status: 'trial-refused' })
    const left = await createPaidCheckout(app.ctx, { completedAt: yesterday, status: 'expired' })
    await app.db.deleteFrom('payments').where('subscriptionId', '=', left.subscriptionId).execute()
    const failed = await createPaidCheckout(app.ctx, { completedAt: yesterday, status: 'failed' })
    await app.db
      .updateTable('checkouts')
      .set({ sessionId: null })
      .where('id', '=', failed.id)
      .execute()
    // Still on trial.
    const trial = await createPaidCheckout(app.ctx, {
      buyer: await createPerson(app.ctx),
      completedAt: yesterday,
      subscriptionStatus: 'trialing',
    })
    await app.db.deleteFrom('payments').where('subscriptionId', '=', trial.subscriptionId).execute()
    // Too long ago.
    await createPaidCheckout(app.ctx, { completedAt: new Date('2026-10-01T12:00:00Z') })

    const { funnel } = await get('joining?period=12m')
    expect(funnel).toEqual({
      span: { first: '2026-10-23', last: TODAY },
      steps: { locked: 0, started: 5, completed: 3, claimed: 2, paid: 1 },
      onTrial: 1,
    })
    for (const [step, count] of Object.entries(funnel.steps)) {
      if (step === 'locked') continue
      const span = 'from=2026-10-23&to=2026-11-21'
      expect((await get(`rows/checkouts?step=${step}&${span}`)).total, step).toBe(count)
    }
    const { rows }: FigureRows = await get('rows/checkouts?step=paid&from=2026-10-23')
    expect(rows.map(({ key, cells }) => [key, cells[5], cells[6]])).toEqual([
      [paid.id, buyer.email, 'Arrived'],
    ])
  })

  test('what is no longer known is not compared', async () => {
    expect(await get('joining?period=90d')).toMatchObject({ lockedBefore: null })
    expect(await get('joining?period=30d')).toMatchObject({ lockedBefore: 0 })
    expect(await get('joining?period=12m')).toMatchObject({
      lockedBefore: null,
      lockedSpan: { first: '2026-08-24', last: TODAY },
    })
  })
})

describe('members', () => {
  test('stand once each, by the subscription that decides', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    const person = async (...drafts: Parameters<typeof createSubscription>[2][]) => {
      const who = await createPerson(app.ctx)
      for (const draft of drafts) await createSubscription(app.ctx, who, draft)
      return who
    }
    await person()
    await person({ status: 'active' })
    await person({ status: 'active', updatedAt: at(1) }, { status: 'canceled', updatedAt: at(2) })
    await person({ status: 'active', cancelAtPeriodEnd: true })
    await person({ status: 'trialing', cancelAt: at(28) })
    await person({ status: 'trialing' })
    await person({ status: 'canceled', updatedAt: at(1) }, { status: 'past_due', updatedAt: at(2) })
    await person({ status: 'past_due', updatedAt: at(1) }, { status: 'canceled', updatedAt: at(2) })
    await createSubscription(app.ctx, undefined, { status: 'active' })
    // One that doubles another says nothing.
    const twice = await person({ status: 'canceled' })
    const double = await createSubscription(app.ctx, twice, { status: 'active' })
    const first = await app.db
      .selectFrom('subscriptions')
      .select('id')
      .where('userId', '=', twice.id)
      .where('status', '=', 'canceled')
      .executeTakeFirstOrThrow()
    await app.db
      .updateTable('subscriptions')
      .set({ duplicateOf: first.id })
      .where('id', '=', double.id)
      .execute()

    const { members, people, standings } = await get('members')
    expect([members, people]).toEqual([5, 9])
    const counts = Object.fromEntries(
      standings.map((row: { standing: string; people: number }) => [row.standing, row.people]),
    )
    expect(counts).toEqual({
      none: 1,
      active: 2,
      ending: 2,
      trialing: 1,
      past_due: 1,
      canceled: 2,
    })
    for (const [standing, count] of Object.entries(counts)) {
      expect((await get(`rows/members?standing=${standing}`)).total).toBe(count)
    }
    expect((await get('rows/members')).total).toBe(5)
    expect((await get('rows/members?standing=all')).total).toBe(9)
  })

  test('whose trial ends stand under its day, today and the six after it', async () => {
    for (const [endsAt, cancelAtPeriodEnd] of [
      ['2026-11-22T03:00:00Z', false], // over by now
      ['2026-11-22T04:59:59Z', false], // today, in Toronto
      ['2026-11-22T05:00:00Z', true],
      ['2026-11-28T04:59:59Z', false], // the seventh day
      ['2026-11-28T05:00:00Z', false], // the eighth
    ] as const) {
      const { id } = await createSubscription(app.ctx, await createPerson(app.ctx), {
        status: 'trialing',
        cancelAtPeriodEnd,
      })
      await app.db
        .updateTable('subscriptions')
        .set({ trialEndsAt: new Date(endsAt) })
        .where('id', '=', id)
        .execute()
    }
    const { trials } = await get('members')
    expect(trials).toHaveLength(7)
    expect(trials.filter(({ ending }: { ending: number }) => ending > 0)).toEqual([
      { first: '2026-11-21', last: '2026-11-21', ending: 1, leaving: 0 },
      { first: '2026-11-22', last: '2026-11-22', ending: 1, leaving: 1 },
      { first: '2026-11-27', last: '2026-11-27', ending: 1, leaving: 0 },
    ])
    const { rows, total }: FigureRows = await get('rows/trials?from=2026-11-22&to=2026-11-22')
    expect([total, rows[0]?.cells[3]]).toEqual([1, 'Leaves'])
    expect((await get('rows/trials')).total).toBe(3)
  })

  test('who have paid and made no account are waited for, the longest first', async () => {
    await createPaidCheckout(app.ctx, { buyer: await createPerson(app.ctx) })
    const late = await createPaidCheckout(app.ctx, {
      completedAt: new Date('2026-11-20T12:00:00Z'),
    })
    const early = await createPaidCheckout(app.ctx, {
      completedAt: new Date('2026-11-02T12:00:00Z'),
    })
    await createPaidCheckout(app.ctx, { status: 'open' })
    expect((await get('members')).unclaimed).toEqual({
      count: 2,
      amount: 194,
      oldestAt: '2026-11-02T12:00:00.000Z',
    })
    const { rows }: FigureRows = await get('rows/unclaimed')
    expect(rows.map(({ key, cells }) => [key, cells[1]])).toEqual([
      [early.id, early.email],
      [late.id, late.email],
    ])
  })
})

test('revenue is what arrived less what was paid back, by the month in Toronto', async () => {
  await insertPayments(app, [
    { at: '2026-11-01T03:59:59Z', cents: 9700 }, // October
    { at: '2026-11-01T04:00:00Z', cents: 800, refunded: 800 },
    { at: '2026-11-20T12:00:00Z', cents: 9733, refunded: 33 },
    { at: '2026-11-20T12:00:00Z', cents: 5000, currency: 'cad' },
    { at: '2025-12-01T04:59:59Z', cents: 100 }, // a year ago and a month
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
  const { rows, total }: FigureRows = await get('rows/payments?from=2026-11-01&to=2026-11-30')
  expect([total, rows.map(({ cells }) => cells.at(-1))]).toEqual([2, [97, 0]])
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
    const { ask } = await readFigures(app)
    expect((await ask(path)).statusCode).toBe(400)
  })

  test('about days far away is answered', async () => {
    const { ask } = await readFigures(app)
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
