import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, businessDay } from '#app/shared/dates.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

// Each test has a day of its own, so that cached answers of another one are yesterday's.
let now = new Date('2026-06-01T16:00:00Z')
beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  now = new Date(now.getTime() + 86_400_000)
  app.setNow(now)
})

const get = (url: string, cookie = '') => app.as({ cookie }).inject({ url })
const ids = (deals: Array<{ id: string }>) => deals.map((deal) => deal.id)
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

describe('the feed', () => {
  test('has the newest first, and of one moment the order of the sheet', async () => {
    const old = await createDeal(app.ctx, { publishedAt: hoursAgo(50) })
    const third = await createDeal(app.ctx, { publishedAt: hoursAgo(1), feedPosition: 3 })
    const first = await createDeal(app.ctx, { publishedAt: hoursAgo(1), feedPosition: 1 })
    const newest = await createDeal(app.ctx, { publishedAt: hoursAgo(0), feedPosition: 9 })
    const { deals } = (await get('/api/deals')).json()
    expect(ids(deals)).toEqual(ids([newest, first, third, old]))
  })

  test('comes in pages that show every deal once', async () => {
    for (let index = 0; index < 25; index += 1) {
      await createDeal(app.ctx, { publishedAt: hoursAgo(index * 3), feedPosition: index })
    }
    const pages = []
    for (const page of [1, 2, 3]) pages.push((await get(`/api/deals?page=${page}&limit=12`)).json())
    expect(pages.map((page) => page.pagination)).toEqual([
      { currentPage: 1, totalPages: 3, totalDeals: 25, endedDeals: 0, hasNextPage: true },
      { currentPage: 2, totalPages: 3, totalDeals: 25, endedDeals: 0, hasNextPage: true },
      { currentPage: 3, totalPages: 3, totalDeals: 25, endedDeals: 0, hasNextPage: false },
    ])
    expect(pages.map((page) => page.deals.length)).toEqual([12, 12, 1])
    expect(new Set(pages.flatMap((page) => ids(page.deals))).size).toBe(25)
  })

  test('is 12 a page unless told, and 48 at most', async () => {
    for (let index = 0; index < 50; index += 1) await createDeal(app.ctx, { feedPosition: index })
    expect((await get('/api/deals')).json().deals).toHaveLength(12)
    expect((await get('/api/deals?limit=48')).json().deals).toHaveLength(48)
    expect((await get('/api/deals?limit=1')).json().pagination.totalPages).toBe(50)
  })

  test('can be empty, and has nothing past its end', async () => {
    const none = {
      deals: [],
      pagination: {
        currentPage: 1,
        totalPages: 0,
        totalDeals: 0,
        endedDeals: 0,
        hasNextPage: false,
      },
      today: businessDay(now),
      days: [],
    }
    expect((await get('/api/deals')).json()).toEqual(none)
    await createDeal(app.ctx)
    for (const page of [2, 99, 1_000_000]) {
      expect((await get(`/api/deals?page=${page}&limit=48`)).json()).toEqual({
        deals: [],
        pagination: {
          currentPage: page,
          totalPages: 1,
          totalDeals: 1,
          endedDeals: 0,
          hasNextPage: false,
        },
        today: businessDay(now),
        days: [],
      })
    }
  })

  test('says the day it was asked, and of each day on a page how many deals it has in all', async () => {
    const today = businessDay(now)
    const [yesterday, longAgo] = [addDays(today, -1), addDays(today, -40)]
    for (let index = 0; index < 14; index += 1) {
      await createDeal(app.ctx, { publishedAt: hoursAgo(24), feedPosition: index })
    }
    await createDeal(app.ctx, { publishedAt: hoursAgo(1) })
    await createDeal(app.ctx, { publishedAt: hoursAgo(40 * 24) })
    await createDeal(app.ctx, { publishedAt: hoursAgo(1), isPublished: false })
    // A day that has lost its only deal does not count.
    const gone = await createDeal(app.ctx, { publishedAt: hoursAgo(10 * 24) })
    await app.db.deleteFrom('deals').where('id', '=', gone.id).execute()
    const days = async (page: number) => (await get(`/api/deals?page=${page}`)).json().days
    expect((await get('/api/deals')).json().today).toBe(today)
    expect(await days(1)).toEqual([
      { day: today, deals: 1, ended: 0 },
      { day: yesterday, deals: 14, ended: 0 },
    ])
    expect(await days(2)).toEqual([
      { day: yesterday, deals: 14, ended: 0 },
      { day: longAgo, deals: 1, ended: 0 },
    ])
    expect((await get('/api/deals/days')).json()).toEqual([
      { day: today, deals: 1, ended: 0 },
      { day: yesterday, deals: 14, ended: 0 },
      { day: longAgo, deals: 1, ended: 0 },
    ])
  })

  test('can be asked for one day, in pages, and has nothing on a day without deals', async () => {
    const today = businessDay(now)
    const yesterday = addDays(today, -1)
    const made = []
    for (let index = 0; index < 5; index += 1) {
      made.push(await createDeal(app.ctx, { publishedAt: hoursAgo(24), feedPosition: index }))
    }
    await createDeal(app.ctx, { publishedAt: hoursAgo(1) })
    await createDeal(app.ctx, { publishedAt: hoursAgo(48) })
    const pages = []
    for (const page of [1, 2]) {
      pages.push((await get(`/api/deals?day=${yesterday}&page=${page}&limit=3`)).json())
    }
    expect(pages.flatMap(({ deals }) => ids(deals))).toEqual(ids(made))
    expect(pages[1]).toMatchObject({
      pagination: {
        currentPage: 2,
        totalPages: 2,
        totalDeals: 5,
        endedDeals: 0,
        hasNextPage: false,
      },
      days: [{ day: yesterday, deals: 5, ended: 0 }],
    })
    const nothing = (await get(`/api/deals?day=${addDays(today, -9)}`)).json()
    expect(nothing).toMatchObject({ deals: [], pagination: { totalDeals: 0 }, days: [] })
  })

  test.each(['yesterday', '2026-02-30', '0000-01-01', '2026-6-1', '2026-06-01T00:00Z', "1'--"])(
    'has no day %j',
    async (day) => {
      const response = await get(`/api/deals?day=${encodeURIComponent(day)}`)
      expect([response.statusCode, response.json().fields]).toEqual([
        400,
        { day: 'must be today, week, month or a day, such as 2026-11-21' },
      ])
    },
  )

  test.each([
    ...[
      '0',
      '-1',
      '1e9',
      '1e1',
      'NaN',
      'Infinity',
      '',
      ' 1',
      '+1',
      '1.0',
      '0x1',
      '1,2',
      '٣',
      '__proto__',
      'null',
    ],
    '1%00',
    "1'--",
    '99999999999999999999',
  ])('has no page or limit %j', async (value) => {
    for (const name of ['page', 'limit']) {
      const response = await get(`/api/deals?${name}=${encodeURI(value).replaceAll('+', '%2B')}`)
      expect(response.statusCode).toBe(400)
      const range = name === 'page' ? '1 to 1000000' : '1 to 48'
      const message = `must be a whole number from ${range}`
      expect(response.json()).toEqual({
        error: `${name}: ${message}`,
        code: 'bad-request',
        fields: { [name]: message },
        requestId: expect.stringMatching(/^[0-9a-f]{20}$/),
      })
    }
  })

  test.each([
    ['limit=49', 'limit'],
    ['page=1000001', 'page'],
    ['page=1&page=2', 'page'],
    ['limit=1&limit=1', 'limit'],
    ['day=2026-06-01&day=2026-06-02', 'day'],
    ['page[]=1', 'page'],
    ['limit%5B%5D=1', 'limit'],
    ['page[a][b]=1', 'page'],
  ])('refuses ?%s', async (query, field) => {
    const response = await get(`/api/deals?${query}`)
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  })

  test('ignores parameters it does not know, so none of them can sort or filter', async () => {
    for (const productName of ['b', 'a', 'c']) await createDeal(app.ctx, { productName })
    const plain = await get('/api/deals')
    const ask =
      'sortBy=productName&filter[x]&order=desc&__proto__=1&constructor=1&isAccessible=true'
    const asked = await get(`/api/deals?${ask.replace('filter[x]', 'filter=x')}`)
    expect(asked.body).toBe(plain.body)
  })
})

describe('splash and carousels', () => {
  test('show at most ten of the deals chosen for them, newest first', async () => {
    const chosen = []
    for (let index = 0; index < 12; index += 1) {
      const draft = { showInSplash: true, carouselAssignment: 3, publishedAt: hoursAgo(index) }
      chosen.push(await createDeal(app.ctx, draft))
    }
    await createDeal(app.ctx, { carouselAssignment: 2 })
    await createDeal(app.ctx, { isPublished: false, showInSplash: true, carouselAssignment: 3 })
    const newestTen = ids(chosen.slice(0, 10))
    expect(ids((await get('/api/deals/preview')).json())).toEqual(newestTen)
    expect(ids((await get('/api/deals/carousel/3')).json())).toEqual(newestTen)
    expect((await get('/api/deals/carousel/2')).json()).toHaveLength(1)
    expect((await get('/api/deals/carousel/5')).json()).toEqual([])
  })

  test.each(['0', '6', '-1', 'one', '1.5', '01e', '%20', '1,2'])(
    'there is no carousel %s',
    async (id) => {
      const response = await get(`/api/deals/carousel/${id}`)
      expect([response.statusCode, response.json().fields]).toEqual([
        400,
        { carouselId: 'must be a whole number from 1 to 5' },
      ])
    },
  )
})

describe('a deal that is not published', () => {
  test('is nowhere, and answers as one that never was, whoever asks', async () => {
    const hidden = await createDeal(app.ctx, {
      isPublished: false,
      productName: 'Secret',
      isPreview: true,
    })
    const [free, member] = [await createPerson(app.ctx), await createMember(app.ctx)]
    for (const cookie of ['', free.cookie, member.cookie]) {
      for (const way of ['/api/deals/', '/api/track/deal/']) {
        const answers = []
        for (const id of [hidden.id, 'AAAAAAAAAAAA', 'nonsense', `${hidden.id}x`]) {
          const { statusCode, body, headers } = await get(way + id, cookie)
          const { date, ...names } = headers
          answers.push({ statusCode, body: body.replace(/"requestId":"\w+"/, ''), names })
        }
        expect(answers[0]?.statusCode).toBe(404)
        for (const answer of answers) expect(answer).toEqual(answers[0])
      }
      expect((await get('/api/deals?limit=48', cookie)).body).not.toContain(hidden.id)
    }
  })
})
