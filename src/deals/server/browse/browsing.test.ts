import { beforeAll, describe, expect, test } from 'vitest'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  type Person,
} from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app, page } = usePages()
const NOW = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000
const OPEN = 'open-today-1'
const ELSEWHERE = 'elsewhere001'
let member: Person
let free: Person

beforeAll(async () => {
  app.setNow(NOW)
  const daysAgo = (days: number) => ({ publishedAt: new Date(NOW.getTime() - days * DAY_MS) })
  const aubrelle = { brandName: 'Maison Aubrelle', retailerName: 'Quillon' }
  await createDeal(app.ctx, {
    ...{ id: OPEN, isPreview: true, productName: 'Open satchel', category: 'totes' },
    ...{ ...aubrelle, gtin: '04006381333931', salePriceCents: 40_000 },
  })
  for (let n = 0; n < 13; n += 1) {
    await createDeal(app.ctx, {
      ...{ ...aubrelle, category: n % 2 ? 'totes' : 'boots', productName: `Locked ${n}` },
      ...{ salePriceCents: 20_000 + n, ...daysAgo(n < 6 ? 1 : 3) },
    })
  }
  // The same piece elsewhere, by its bar code and by its style number; one of the deals has ended.
  const other = { brandName: 'Maison Aubrelle', category: 'totes', ...daysAgo(3) }
  await createDeal(app.ctx, {
    ...{ ...other, id: ELSEWHERE, retailerName: 'Zymurgy', domain: 'zymurgy.example' },
    ...{ gtin: '04006381333931', styleNumber: 'ab 12/3', salePriceCents: 36_000 },
  })
  await createDeal(app.ctx, {
    ...{ ...other, retailerName: 'Pallas', domain: 'pallas.example', styleNumber: 'AB-123' },
    salePriceCents: 30_000,
  })
  const draft = { isPublished: false, retailerName: 'Draft shop', gtin: '04006381333931' }
  await createDeal(app.ctx, { ...draft, brandName: 'Draft house', category: 'sandals' })
  await createDeal(app.ctx, { brandName: 'Ganni ганни', category: 'belts', ...daysAgo(400) })
  member = await createMember(app.ctx)
  free = await createPerson(app.ctx)
  await announceDeals(app.ctx)
})

const ask = (url: string, person?: Person) =>
  person ? app.as(person).inject({ url }) : app.inject({ url })
const read = async (url: string, person?: Person) => (await ask(url, person)).json()

describe('the catalogue by brand', () => {
  test('is listed from A to Z with what lives, and without those that have drafts alone', async () => {
    expect(await read('/api/brands')).toEqual([
      { slug: 'ganni-ганни', name: 'Ganni ганни', deals: 1 },
      { slug: 'maison-aubrelle', name: 'Maison Aubrelle', deals: 16 },
    ])
    const { statusCode, body } = await page('/brands')
    expect(statusCode).toBe(200)
    expect(body).toContain('2 brands have a deal in the feed.')
    expect(body).not.toContain('Draft house')
  })

  test('a brand says how many, from what price, what is saved at most, and what is newest', async () => {
    expect(await read('/api/brands/maison-aubrelle')).toEqual({
      slug: 'maison-aubrelle',
      name: 'Maison Aubrelle',
      figures: {
        deals: 16,
        lowestPrice: 200,
        largestSaving: 800,
        largestDiscount: 80,
        newestDay: '2026-11-20',
      },
      categories: [
        { slug: 'boots', name: 'Boots', deals: 7 },
        { slug: 'totes', name: 'Totes', deals: 9 },
      ],
    })
  })

  test('its page has pages, and works without scripts', async () => {
    const first = await page('/brands/maison-aubrelle')
    expect(first.body.match(/class="card"/g)).toHaveLength(12)
    expect(first.body).toContain('href="/brands/maison-aubrelle?page=2#more"')
    expect(first.body).toContain('<link rel="canonical" href="http')
    const second = await page('/brands/maison-aubrelle?page=2')
    expect(second.body.match(/class="card"/g)).toHaveLength(16)
    for (const url of ['?page=3', '?page=999999']) {
      expect((await page(`/brands/maison-aubrelle${url}`)).statusCode).toBe(404)
    }
  })

  test.each(['/brands/draft-house', '/brands/nobody', '/brands/a%2Fb'])(
    'what nobody has heard of is the not-found page: %s',
    async (url) => {
      const { statusCode, body } = await page(url)
      expect(statusCode).toBe(404)
      expect(body).toContain('404 Page Not Found')
      expect((await ask(`/api${url}`)).statusCode).toBe(404)
      expect((await ask(`/api${url}/deals`)).statusCode).toBe(404)
    },
  )

  test('letters of other alphabets are part of an address', async () => {
    const { statusCode, body } = await page(`/brands/${encodeURIComponent('ganni-ганни')}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('Ganni ганни')
  })

  test('names are for whoever may open a deal', async () => {
    const list = async (person?: Person) => {
      const { deals } = await read('/api/brands/maison-aubrelle/deals?limit=48', person)
      return deals.filter((deal: { productName?: string }) => deal.productName).length
    }
    expect([await list(), await list(free), await list(member)]).toEqual([0, 1, 16])
    expect((await page('/brands/maison-aubrelle')).body).not.toMatch(/Locked \d|Quillon/)
    expect((await page('/brands/maison-aubrelle', free.cookie)).body).toContain('Open satchel')
    expect((await page('/brands/maison-aubrelle', member.cookie)).body).toContain('Locked 1')
  })
})

describe('the catalogue by category', () => {
  test('has both levels, each with its deals', async () => {
    const trees = await read('/api/categories')
    expect(trees.map(({ slug, deals }: { slug: string; deals: number }) => [slug, deals])).toEqual([
      ['shoes', 7],
      ['bags', 9],
      ['accessories', 1],
    ])
    const bags = await read('/api/categories/bags')
    expect(bags).toMatchObject({ above: null, figures: { deals: 9 } })
    expect(bags.beside).toEqual([{ slug: 'totes', name: 'Totes', deals: 9 }])
    expect(await read('/api/categories/totes')).toMatchObject({
      above: { slug: 'bags' },
      brands: [{ slug: 'maison-aubrelle', deals: 9 }],
    })
    expect((await read('/api/categories/bags/deals')).pagination.totalDeals).toBe(9)
    expect((await page('/categories/bags')).body).toContain('href="/categories/totes"')
  })

  test('one that only a draft has, or that is none, is unknown', async () => {
    for (const slug of ['sandals', 'nothing']) {
      expect((await ask(`/api/categories/${slug}`)).statusCode).toBe(404)
      expect((await ask(`/api/categories/${slug}/deals`)).statusCode).toBe(404)
      expect((await page(`/categories/${slug}`)).statusCode).toBe(404)
    }
  })
})

describe('the catalogue by edition', () => {
  test('a morning stands with the one before and the one after', async () => {
    const edition = await read('/api/editions/2026-11-19')
    expect(edition).toMatchObject({
      figures: { deals: 6 },
      earlier: { day: '2026-11-17' },
      later: { day: '2026-11-20' },
    })
    const { body } = await page('/editions/2026-11-19')
    expect(body).toContain('href="/editions/2026-11-17"')
    expect(body).toContain('Edition of Thursday, November 19')
    expect(await read('/api/editions/2026-11-20')).toMatchObject({ later: null })
  })

  test('the calendar has a year, and the ways to the others', async () => {
    expect(await read('/api/editions')).toMatchObject({
      year: '2026',
      years: ['2026', '2025'],
      editions: [{ day: '2026-11-20' }, { day: '2026-11-19' }, { day: '2026-11-17' }],
    })
    expect((await page('/editions?year=2025')).body).toContain('October 2025')
    // On January 1, without an edition yet, the year before is shown.
    app.setNow(new Date('2027-01-01T12:00:00Z'))
    expect(await read('/api/editions')).toMatchObject({ year: '2026', today: '2027-01-01' })
    app.setNow(NOW)
    expect((await ask('/api/editions?year=2024')).statusCode).toBe(404)
    expect((await ask('/api/editions?year=x')).statusCode).toBe(400)
  })

  test('a day without one is unknown, and what is no day is told so', async () => {
    expect((await ask('/api/editions/2026-11-18')).statusCode).toBe(404)
    expect((await ask('/api/editions/2026-02-30')).statusCode).toBe(400)
    for (const day of ['2026-11-18', '2026-02-30', 'x']) {
      expect((await page(`/editions/${day}`)).statusCode).toBe(404)
    }
  })
})

describe('the catalogue by retailer', () => {
  test('is for members', async () => {
    expect(
      (await read('/api/retailers', member)).map(({ slug }: { slug: string }) => slug),
    ).toEqual(['pallas', 'quillon', 'the-test-shop', 'zymurgy'])
    expect(await read('/api/retailers/quillon', member)).toMatchObject({ figures: { deals: 14 } })
    expect((await read('/api/retailers/quillon/deals', member)).deals).toHaveLength(12)
    const { statusCode, body } = await page('/retailers/quillon', member.cookie)
    expect(statusCode).toBe(200)
    expect(body).toContain('Quillon</h1>')
    expect((await page('/retailers/nobody', member.cookie)).statusCode).toBe(404)
    expect((await page('/retailers/draft-shop', member.cookie)).statusCode).toBe(404)
    for (const person of [undefined, free]) {
      for (const part of ['', '/quillon', '/quillon/deals', '/nobody', '/nobody/deals']) {
        const refused = await ask(`/api/retailers${part}`, person)
        expect(refused.statusCode).toBe(403)
        expect(refused.json()).toMatchObject({ code: 'members-only' })
        expect(refused.body.toLowerCase()).not.toMatch(/quillon|pallas|zymurgy/)
      }
    }
  })

  test('for everybody else it is one and the same page, whatever is asked, and names nothing', async () => {
    const pastDue = await createSubscriber(app.ctx, 'past_due')
    for (const person of [undefined, free, pastDue]) {
      const bodies = new Set<string>()
      for (const shop of [
        'quillon',
        'nobody',
        'draft-shop',
        'Any%20Shop',
        'ганни',
        'quillon?page=9',
      ]) {
        const { statusCode, body, headers } = await page(
          `/retailers/${encodeURI(decodeURI(shop))}`,
          person?.cookie,
        )
        expect(statusCode).toBe(200)
        expect(body).toContain('<meta name="robots" content="noindex">')
        expect(`${body}${JSON.stringify(headers)}`.toLowerCase()).not.toMatch(
          /quillon|any(%20| )shop/,
        )
        bodies.add(body)
        expect((await ask(`/api/retailers/${shop.split('?')[0]}/deals`, person)).statusCode).toBe(
          403,
        )
      }
      expect(bodies.size).toBe(1)
    }
  })
})

describe('beside a deal', () => {
  test('are four more of its brand and four of its kind, as the viewer may see them', async () => {
    const related = await read(`/api/deals/${OPEN}/related`)
    expect(related.ofBrand).toHaveLength(4)
    // All deals of this category are of the same brand.
    expect(related.ofCategory).toEqual([])
    expect(JSON.stringify(related)).not.toMatch(/Locked|Open satchel|elsewhere/)
    expect((await read(`/api/deals/${OPEN}/related`, member)).ofBrand[0].productName).toBeTruthy()
    const { body } = await page(`/deal/${OPEN}`)
    expect(body).toContain('More from this brand')
    expect(body).toContain('href="/brands/maison-aubrelle"')
    expect(body).toContain('href="/categories/totes"')
    expect((await ask('/api/deals/missing/related')).statusCode).toBe(404)
  })

  test('members are told who else has the piece, and nobody else is told that there is any', async () => {
    const { elsewhere } = await read(`/api/deals/${OPEN}/related`, member)
    expect(elsewhere).toMatchObject([{ id: ELSEWHERE, retailer: 'Zymurgy', salePrice: 360 }])
    // Matches by style number, however it is written.
    const other = await read(`/api/deals/${ELSEWHERE}/related`, member)
    expect(other.elsewhere.map(({ retailer }: { retailer: string }) => retailer)).toEqual([
      'Pallas',
      'Quillon',
    ])
    const { body } = await page(`/deal/${OPEN}`, member.cookie)
    expect(body).toContain('The same piece elsewhere')
    expect(body).toMatch(/\$360<!-- -->, \$40 less|\$360, \$40 less/)
    for (const person of [undefined, free]) {
      expect(await read(`/api/deals/${OPEN}/related`, person)).not.toHaveProperty('elsewhere')
      expect((await page(`/deal/${OPEN}`, person?.cookie)).body).not.toMatch(/elsewhere/i)
    }
  })

  test('is bounded for an account: names are what members pay for', async () => {
    const reader = await createMember(app.ctx)
    const url = `/api/deals/${OPEN}/related`
    await Promise.all(Array.from({ length: 240 }, () => ask(url, reader)))
    expect((await ask(url, reader)).statusCode).toBe(429)
    // The deal's page works without it.
    expect((await page(`/deal/${OPEN}`, reader.cookie)).statusCode).toBe(200)
  })
})

test('the sitemap tells of places that have deals, and of no retailer', async () => {
  const { body } = await app.inject({ url: '/sitemap.xml' })
  for (const path of [
    '/brands/maison-aubrelle',
    '/categories/bags',
    '/editions/2026-11-19',
    '/brands',
  ]) {
    expect(body).toContain(`${path}</loc>`)
  }
  expect(body).not.toMatch(/retailers|draft-house|sandals|quillon/)
})

test('a day of the feed leads to the days before and after it, however long ago it was', async () => {
  // More days than the bar links to.
  for (let days = 50; days < 81; days += 1) {
    const publishedAt = new Date(NOW.getTime() - days * DAY_MS)
    await createDeal(app.ctx, { brandName: 'Corvane', category: 'belts', publishedAt })
  }
  await announceDeals(app.ctx)
  const listed: Array<{ day: string }> = await read('/api/deals/days')
  expect(listed).toHaveLength(31)
  expect(listed.map(({ day }) => day)).not.toContain('2026-09-02')
  const { body } = await page('/daily-deals?day=2026-09-02')
  const bar = /<nav[^>]*aria-label="Days of the feed".*?<\/nav>/s.exec(body)?.[0] ?? ''
  expect(bar.match(/href="[^"]+day=[^"]+"/g)).toEqual([
    'href="/daily-deals?day=2026-09-01"',
    'href="/daily-deals?day=2026-09-03"',
  ])
  // Of another year they say which.
  expect(bar).not.toContain(', 2026')
  await createDeal(app.ctx, { publishedAt: new Date('2025-11-19T12:00:00Z') })
  await announceDeals(app.ctx)
  const lastYear = 'Wednesday, November 19, 2025'
  expect((await page('/editions/2025-11-19')).body).toContain(`Edition of ${lastYear}`)
  expect((await page('/daily-deals?day=2025-11-19')).body).toContain(`Edition of ${lastYear}`)
  expect((await page('/daily-deals?day=2026-09-01')).body).toContain(lastYear)
  expect((await page('/daily-deals?day=2025-11-19&off=1')).body).toContain('Nov 19, 2025')
  // The days that are not listed are in the calendar.
  expect(bar).toContain('<a href="/editions">All editions</a>')
})

test('without scripts every size is an address away', async () => {
  const sizes = Array.from({ length: 14 }, (_, at) => `W${at + 20}`)
  await createDeal(app.ctx, { brandName: 'Corvane', category: 'denim', sizes })
  await announceDeals(app.ctx)
  const { facets } = await read('/api/deals/facets?category=denim')
  const sizesOn = (body: string) =>
    /<details[^>]*data-kind="size".*?<\/details>/s.exec(body)?.[0] ?? ''
  const listed = (body: string) => sizesOn(body).match(/<li>/g)?.length

  const { body } = await page('/daily-deals?category=denim')
  expect(listed(body)).toBe(12)
  const more = `${facets.size.length - 12} more sizes</a>`
  expect(sizesOn(body)).toContain(more)
  expect(sizesOn(body)).toContain('href="/daily-deals?category=denim&amp;sizes=all#filters"')
  const all = (await page('/daily-deals?category=denim&sizes=all')).body
  expect(listed(all)).toBe(facets.size.length)
  expect(sizesOn(all)).not.toContain('more sizes')
})

test('of one piece six other shops are told of, and of a category the twelve brands with the most', async () => {
  for (let n = 1; n <= 13; n += 1) {
    await createDeal(app.ctx, {
      ...{
        id: `everywhere${String(n).padStart(2, '0')}`,
        brandName: `Casa ${n}`,
        category: 'scarves',
      },
      ...{ retailerName: `Shop ${n}`, domain: `shop-${n}.example`, gtin: '05901234123457' },
    })
  }
  await announceDeals(app.ctx)
  expect((await read('/api/deals/everywhere01/related', member)).elsewhere).toHaveLength(6)
  expect((await read('/api/categories/scarves')).brands).toHaveLength(12)
})
