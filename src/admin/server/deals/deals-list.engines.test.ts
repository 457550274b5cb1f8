import { beforeAll, describe, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app)
  const on = (day: string) => new Date(`2026-03-${day}T15:00:00Z`)
  const deals = [
    { id: 'listdeal0001', productName: 'Piqué polo', createdAt: on('01'), isPublished: false },
    { id: 'listdeal0002', productName: 'Silk scarf', createdAt: on('02'), isPreview: true },
    { id: 'listdeal0003', productName: '100% wool_coat', createdAt: on('02'), feedPosition: 1 },
    { id: 'listdeal0004', productName: 'Scarf', createdAt: on('03'), carouselAssignment: 2 },
    {
      id: 'listdeal0005',
      productName: 'Belt',
      createdAt: on('03'),
      showInSplash: true,
      feedPosition: 4,
    },
  ]
  const houses = ['Alpha', 'Beta', 'Alpha', 'Beta', 'Gamma Delta']
  for (const [index, deal] of deals.entries()) {
    const brandName = houses[index] ?? ''
    const retailerName = index < 2 ? 'Scarf Shop' : 'Other Shop'
    await createDeal(app.ctx, { ...deal, brandName, retailerName })
  }
  await admin.remove((await admin.enter({ productName: 'Deleted scarf' })).id)
  await admin.create({ buyUrl: 'https://drafts.example/p/1' })
})

const found = async (query: string) =>
  (await admin.list(query)).deals.map((deal: { id: string }) =>
    deal.id.startsWith('listdeal') ? Number(deal.id.slice(-1)) : 'draft',
  )

describe('the list', () => {
  test('has every deal that is there, newest first, in the order of the sheet within a moment', async () => {
    const page = await admin.list()
    expect(page.deals.map((deal: { id: string }) => deal.id.slice(-4)).slice(1)).toEqual([
      '0004',
      '0005',
      '0002',
      '0003',
      '0001',
    ])
    expect(page.deals[0]).toMatchObject({
      brandName: '',
      productName: '',
      domain: 'drafts.example',
    })
    expect(page.pagination).toEqual({
      currentPage: 1,
      totalPages: 1,
      totalDeals: 6,
      hasNextPage: false,
    })
  })

  test('is read page by page', async () => {
    const seen: string[] = []
    for (const page of [1, 2, 3]) {
      const { deals, pagination } = await admin.list(`?page=${page}&limit=2`)
      seen.push(...deals.map((deal: { id: string }) => deal.id))
      expect(pagination).toMatchObject({ totalPages: 3, totalDeals: 6, hasNextPage: page < 3 })
    }
    expect(new Set(seen).size).toBe(6)
    expect(await admin.list('?page=4&limit=2')).toMatchObject({
      deals: [],
      pagination: { totalDeals: 6, hasNextPage: false },
    })
  })

  test.each<[string, Array<number | 'draft'>]>([
    ['?q=SCARF', [4, 2, 1]],
    ['?q=scarf%20beta', [4, 2]],
    ['?q=pique', [1]],
    ['?q=PIQU%C3%89', [1]],
    ['?q=100%25', [3]],
    ['?q=wool_', [3]],
    ['?q=_', [3]],
    ['?q=%25', [3]],
    ['?q=%26', []],
    ['?q=gamma%20%20delta', [5]],
    ['?q=%5C', []],
    ["?q=it's", []],
    ['?q=none', []],
    ['?q=', ['draft', 4, 5, 2, 3, 1]],
    ['?brand=alpha', [3, 1]],
    ['?brand=GAMMA%20%26%20DELTA', [5]],
    ['?brand=Nobody', []],
    ['?retailer=Scarf%20Shop&brand=Beta', [2]],
    ['?day=2026-03-02', [2, 3]],
    ['?day=2026-03-04', []],
    ['?state=published', [4, 5, 2, 3]],
    ['?state=unpublished', ['draft', 1]],
    ['?state=all&preview=1', [2]],
    ['?preview=0&state=published', [4, 5, 3]],
    ['?splash=1', [5]],
    ['?carousel=2', [4]],
    ['?carousel=0&state=published', [5, 2, 3]],
    ['?ids=listdeal0001,listdeal0004,missing,,%27', [4, 1]],
    ['?importId=none', []],
    ['?unknown=1&day=2026-03-01', [1]],
  ])('narrowed by %s has the right ones', async (query, expected) => {
    expect(await found(query)).toEqual(expected)
    expect((await admin.list(query)).pagination.totalDeals).toBe(expected.length)
  })

  test.each([
    'page=0',
    'page=1e3',
    'page=1&page=2',
    'limit=101',
    'limit=-1',
    'limit=NaN',
    'day=2026-02-30',
    'day=today',
    'state=deleted',
    'preview=yes',
    'carousel=6',
    'carousel=',
    'q=%00',
    'brand=%00',
    `q=${'x'.repeat(101)}`,
    'brand[]=x',
    'brand=a&brand=b',
  ])('refuses ?%s', async (query) => {
    expect((await admin.ask({ url: `/api/admin/deals?${query}` })).statusCode).toBe(400)
  })

  test('offers what it can be narrowed to, with true counts', async () => {
    const filters = (await admin.ask({ url: '/api/admin/deals/filters' })).json()
    expect(filters).toMatchObject({
      brands: [
        { name: 'Alpha', deals: 2 },
        { name: 'Beta', deals: 2 },
        { name: 'Gamma Delta', deals: 1 },
      ],
      retailers: [
        { name: 'drafts.example', deals: 1 },
        { name: 'Other Shop', deals: 3 },
        { name: 'Scarf Shop', deals: 2 },
      ],
      total: 6,
      unpublished: 2,
    })
    expect(filters.days.slice(1)).toEqual([
      { name: '2026-03-03', deals: 2 },
      { name: '2026-03-02', deals: 2 },
      { name: '2026-03-01', deals: 1 },
    ])
  })

  test('counts only the ways out that count', async () => {
    const kinds = ['click', 'click', 'repeat', 'prefetch', 'head', 'bot'] as const
    await app.db
      .insertInto('clicks')
      .values(
        kinds.map((kind) => ({
          dealId: 'listdeal0001',
          userId: null,
          clickType: 'other' as const,
          kind,
        })),
      )
      .execute()
    expect((await admin.list('?ids=listdeal0001')).deals).toMatchObject([{ clicks: 2 }])
  })
})

describe('a link, before anything else is typed', () => {
  const check = async (buyUrl: unknown) =>
    admin.ask({ method: 'POST', url: '/api/admin/check-link', payload: { buyUrl } })

  test('says to which shop it leads', async () => {
    await admin.enter({ buyUrl: 'https://www.named.example/1', retailerName: 'The Named Shop' })
    expect((await check(' https://NAMED.example/2 ')).json()).toEqual({
      buyUrl: 'https://named.example/2',
      domain: 'named.example',
      retailer: { name: 'The Named Shop', isKnown: true },
      duplicate: null,
    })
    expect((await check('https://www.unseen.example/1')).json().retailer).toEqual({
      name: 'unseen.example',
      isKnown: false,
    })
    const made = await admin.enter({ buyUrl: 'https://www.unseen.example/1' })
    expect(made.retailer).toBe('unseen.example')
  })

  test('names the deal that leads to the same piece, unless that one is deleted', async () => {
    const deal = await admin.enter({ buyUrl: 'https://same.example/p?x=1' })
    const facts = (await check('https://www.same.example/p/?utm_term=t&x=1')).json()
    expect(facts.duplicate).toEqual(deal)
    await admin.remove(deal.id)
    expect((await check('https://same.example/p?x=1')).json().duplicate).toBeNull()
  })

  test.each([
    ['', 'Buy URL is required'],
    ['javascript:alert(1)', 'The link must start with https:// or http://.'],
    ['https://me:secret@shop.example', 'The link contains a user name or password.'],
  ])('%j is refused with a reason at the field', async (buyUrl, reason) => {
    const response = await check(buyUrl)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'invalid-link', fields: { buyUrl: reason } })
  })

  test('that is no text is refused', async () => {
    for (const buyUrl of [7, null, ['x'], 'x'.repeat(5000)]) {
      expect((await check(buyUrl)).statusCode).toBe(400)
    }
  })
})
