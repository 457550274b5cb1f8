import { beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { businessDay, DAY_MS, formatDateOfWeek } from '#app/shared/dates.ts'
import { findPage, isAt } from '#app/shared/pages.ts'
import { demoClub as site } from '#app/shared/site.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { readHead, structuredDataOf } from '#test/support/page-head.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const DEAL = 'deal00000001'
const UNPUBLISHED = 'deal00000002'
const PRICELESS = 'deal00000003'
const ENDED = 'deal00000004'
const LONG_ENDED = 'deal00000005'
const WITHOUT_BEFORE = 'deal00000006'
const TODAY = businessDay(new Date())
const TODAY_IN_WORDS = formatDateOfWeek(TODAY)

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await createTestApp({ hasPages: true })
  origin = app.ctx.config.http.publicUrl
  for (let n = 0; n < 14; n += 1) {
    await createDeal(app.ctx, { brandName: `House ${n}`, category: 'totes' })
  }
  await createDeal(app.ctx, { brandName: 'Only a draft', category: 'boots', isPublished: false })
  const words = { productName: 'Canary coat', retailerName: 'Canary shop' }
  await createDeal(app.ctx, { id: DEAL, brandName: 'Maison "A" & <B>', ...words })
  await createDeal(app.ctx, { id: UNPUBLISHED, isPublished: false })
  await createDeal(app.ctx, { id: PRICELESS, salePriceCents: null })
  const unknown = { priceBasis: 'unknown', salePriceCents: 35_000 } as const
  await createDeal(app.ctx, { id: WITHOUT_BEFORE, ...unknown })
  for (const [id, days] of [
    [ENDED, 1],
    [LONG_ENDED, 32],
  ] as const) {
    const endedAt = new Date(Date.now() - days * DAY_MS)
    const publishedAt = new Date(endedAt.getTime() - DAY_MS)
    await createDeal(app.ctx, { id, brandName: 'Over', ...words, endedAt, publishedAt })
  }
  return () => app.close()
})
const open = async (url: string, cookie?: string) => {
  const headers = { 'sec-fetch-site': 'none', ...(cookie ? { cookie } : {}) }
  const { statusCode, body } = await app.inject({ url, headers })
  return { status: statusCode, body, ...readHead(body) }
}

/** Address, status, title and canonical address; undefined for a page that search engines must not list. */
const PAGES: Array<[url: string, status: number, title: string, canonical: string | undefined]> = [
  ['/', 200, `${site.name} · Designer fashion, marked down`, '/'],
  ['/?signin=true', 200, `Sign in · ${site.name}`, '/sign-in'],
  ['/sign-in', 200, `Sign in · ${site.name}`, '/sign-in'],
  ['/sign-up', 200, `Free account · ${site.name}`, '/sign-up'],
  ['/sign-up?next=/deal/x', 200, `Free account · ${site.name}`, '/sign-up'],
  ['/confirm-email?token=x', 200, `Confirm your address · ${site.name}`, undefined],
  ['/account/mail', 200, `Your mail · ${site.name}`, undefined],
  ['/confirm-inbox?token=x', 200, `Your inbox · ${site.name}`, undefined],
  ['/unsubscribe/nothing', 404, `Stop this mail · ${site.name}`, undefined],
  ['/forgot-password', 200, `Forgot password · ${site.name}`, '/forgot-password'],
  ['/daily-deals', 200, `Daily deals · ${site.name}`, '/daily-deals'],
  ['/daily-deals?page=1', 200, `Daily deals · ${site.name}`, '/daily-deals'],
  ['/daily-deals?page=2', 200, `Daily deals, page 2 · ${site.name}`, '/daily-deals?page=2'],
  ['/daily-deals?page=x', 200, `Daily deals · ${site.name}`, '/daily-deals'],
  [
    `/daily-deals?day=${TODAY}`,
    200,
    `Edition of ${TODAY_IN_WORDS} · ${site.name}`,
    `/editions/${TODAY}`,
  ],
  [
    `/daily-deals?page=2&day=${TODAY}`,
    200,
    `Edition of ${TODAY_IN_WORDS}, page 2 · ${site.name}`,
    `/editions/${TODAY}?page=2`,
  ],
  [
    '/daily-deals?day=2024-02-29',
    404,
    `Edition of Thursday, February 29, 2024 · ${site.name}`,
    undefined,
  ],
  ['/daily-deals?day=x', 404, `Daily deals · ${site.name}`, undefined],
  ['/daily-deals?page=9', 404, `Daily deals, page 9 · ${site.name}`, undefined],
  ['/brands', 200, `Brands · ${site.name}`, '/brands'],
  ['/brands/house-1', 200, `House 1 deals · ${site.name}`, '/brands/house-1'],
  ['/brands/house-1?page=2', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/brands/nobody', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/brands/only-a-draft', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/categories', 200, `Categories · ${site.name}`, '/categories'],
  ['/categories/bags', 200, `Designer bags · ${site.name}`, '/categories/bags'],
  ['/categories/totes', 200, `Designer totes · ${site.name}`, '/categories/totes'],
  [
    '/categories/totes?page=2',
    200,
    `Designer totes, page 2 · ${site.name}`,
    '/categories/totes?page=2',
  ],
  ['/categories/boots', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/categories/nothing', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/editions', 200, `Editions · ${site.name}`, '/editions'],
  [`/editions?year=${TODAY.slice(0, 4)}`, 200, `Editions · ${site.name}`, '/editions'],
  ['/editions?year=2001', 404, `404 Page Not Found · ${site.name}`, undefined],
  [`/editions/${TODAY}`, 200, `Edition of ${TODAY_IN_WORDS} · ${site.name}`, `/editions/${TODAY}`],
  [
    `/editions/${TODAY}?page=2`,
    200,
    `Edition of ${TODAY_IN_WORDS}, page 2 · ${site.name}`,
    `/editions/${TODAY}?page=2`,
  ],
  ['/editions/2024-02-29', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/editions/2026-02-30', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/retailers', 200, `Retailers · ${site.name}`, undefined],
  ['/retailers/the-test-shop', 200, `Retailers · ${site.name}`, undefined],
  [`/deal/${DEAL}`, 200, `Maison "A" & <B>, 60% off · ${site.name}`, `/deal/${DEAL}`],
  [`/deal/${PRICELESS}`, 200, `A piece by Maison Test · ${site.name}`, `/deal/${PRICELESS}`],
  [
    `/deal/${WITHOUT_BEFORE}`,
    200,
    `Maison Test, $350.00 · ${site.name}`,
    `/deal/${WITHOUT_BEFORE}`,
  ],
  [`/deal/${UNPUBLISHED}`, 404, `Deal Not Found · ${site.name}`, undefined],
  ['/deal/missing', 404, `Deal Not Found · ${site.name}`, undefined],
  ['/join-now', 200, `Join · ${site.name}`, '/join-now'],
  ['/join-now?plan=monthly&utm_source=x', 200, `Join · ${site.name}`, '/join-now'],
  ['/subscribe', 200, `Subscribe · ${site.name}`, '/subscribe'],
  ['/get-access', 200, `Get access · ${site.name}`, '/get-access'],
  ['/start-saving', 200, `Start saving · ${site.name}`, '/start-saving'],
  ['/how-we-count', 200, `How we count · ${site.name}`, '/how-we-count'],
  ['/sizes', 200, `Sizes · ${site.name}`, '/sizes'],
  ['/privacy-policy', 200, `Privacy Policy · ${site.name}`, '/privacy-policy'],
  ['/terms', 200, `Terms of Service · ${site.name}`, '/terms'],
  ['/notices', 200, `Notices · ${site.name}`, '/notices'],
  ['/checkout/success', 200, `Your account · ${site.name}`, undefined],
  ['/checkout/cancel', 200, `Checkout Cancelled · ${site.name}`, undefined],
  ['/account', 200, `Account · ${site.name}`, undefined],
  ['/account/settings', 200, `Signing in · ${site.name}`, undefined],
  ['/email-change', 200, `Your address · ${site.name}`, undefined],
  ['/password-reset', 200, `New password · ${site.name}`, undefined],
  [`/track?deal_id=${DEAL}`, 200, `To the retailer · ${site.name}`, undefined],
  ['/nothing-here', 404, `404 Page Not Found · ${site.name}`, undefined],
  ['/admin', 200, `This morning · Back office · ${site.name}`, undefined],
  ['/admin/figures', 200, `Figures · Back office · ${site.name}`, undefined],
  ['/admin/retailers', 200, `Retailers · Back office · ${site.name}`, undefined],
  ['/admin/carousels', 200, `Carousels · Back office · ${site.name}`, undefined],
  ['/admin/imports', 200, `Imports · Back office · ${site.name}`, undefined],
  ['/savings', 200, `Your savings · ${site.name}`, undefined],
  ['/inbox', 200, `Inbox · ${site.name}`, undefined],
  [`/deal/${DEAL}/report`, 200, `Something wrong? · ${site.name}`, undefined],
  ['/for-you', 200, `For you · ${site.name}`, undefined],
  ['/for-you/setup', 200, `What you want · ${site.name}`, undefined],
  ['/guarantee', 200, `Your guarantee · ${site.name}`, undefined],
  ['/saved', 200, `Saved · ${site.name}`, undefined],
  ['/admin/guarantee', 200, `Guarantee · Back office · ${site.name}`, undefined],
  ['/admin/savings', 200, `Savings · Back office · ${site.name}`, undefined],
  ['/admin/mail', 200, `Mail · Back office · ${site.name}`, undefined],
  ['/admin/candidates', 200, `Candidates · Back office · ${site.name}`, undefined],
  ['/admin/product-feeds', 200, `Product feeds · Back office · ${site.name}`, undefined],
  ['/admin/checks', 200, `Checks · Back office · ${site.name}`, undefined],
  ['/admin/reports', 200, `Reports · Back office · ${site.name}`, undefined],
  ['/admin/editions', 200, `Editions · Back office · ${site.name}`, undefined],
  [
    '/admin/editions/2026-11-24',
    200,
    `Edition of Tuesday, November 24 · Back office · ${site.name}`,
    undefined,
  ],
  ['/admin/audit', 200, `Audit · Back office · ${site.name}`, undefined],
  ['/admin/links', 200, `Links · Back office · ${site.name}`, undefined],
  ['/admin/rates', 200, `Rates · Back office · ${site.name}`, undefined],
  ['/admin/business', 200, `Business numbers · Back office · ${site.name}`, undefined],
  ['/admin/members', 200, `Members · Back office · ${site.name}`, undefined],
  ['/admin/members/nobody', 200, `Member · Back office · ${site.name}`, undefined],
  ['/admin/setup', 200, `Setup check · Back office · ${site.name}`, undefined],
  ['/admin/switches', 200, `Switches · Back office · ${site.name}`, undefined],
  ['/admin/letters', 200, `Letters · Back office · ${site.name}`, undefined],
  ['/admin/letters/new', 200, `Letter · Back office · ${site.name}`, undefined],
  ['/admin/people', 200, `People · Back office · ${site.name}`, undefined],
  ['/admin/keys', 200, `Your keys · Back office · ${site.name}`, undefined],
  ['/admin/invitation', 200, `Your keys to the back office · ${site.name}`, undefined],
]

describe('how a page introduces itself', () => {
  test.each(PAGES)('%s', async (url, status, title, canonicalPath) => {
    const head = await open(url)
    expect([head.status, head.title]).toEqual([status, title])
    expect(head.canonical).toBe(canonicalPath && origin + canonicalPath)
    expect(head.description?.length).toBeGreaterThan(20)
    if (canonicalPath === undefined) {
      expect([head.robots, head.image]).toEqual(['noindex', undefined])
    } else {
      expect(head.robots).toBeUndefined()
      expect([head.ogTitle, head.twitterCard]).toEqual([title, 'summary_large_image'])
      const picture = /^\/deal\/(.*)/.exec(url)?.[1]
      expect(head.image).toBe(`${origin}/share/${picture ? `deal/${picture}` : 'site'}.jpg`)
    }
  })

  test.each([
    ['/confirm-inbox', 200, 'This link is not complete'],
    ['/confirm-inbox?token=x&token=y', 200, 'This link is not complete'],
    [`/unsubscribe/${'x'.repeat(120)}`, 404, 'This link is over'],
  ])(
    'a link from a mail that is not complete says so at once, and asks nothing: %s',
    async (url, status, words) => {
      const page = await open(url)
      const [main = ''] = /<main.*<\/main>/s.exec(page.body) ?? []
      expect([page.status, main.includes(words), main.includes('<form')]).toEqual([
        ...[status, true, false],
      ])
    },
  )

  test('no two pages have the same title or the same description', async () => {
    const heads = new Map<string, Awaited<ReturnType<typeof open>>>()
    for (const [url, , , canonicalPath] of PAGES) {
      if (canonicalPath) heads.set(canonicalPath, await open(url))
    }
    for (const what of ['title', 'description'] as const) {
      const said = [...heads].filter(([path]) => !path.includes('?')).map(([, head]) => head[what])
      expect(new Set(said).size).toBe(said.length)
    }
  })

  test('every page there is stands in this table', () => {
    const ofBackOffice = (path: string) =>
      Object.values(ADMIN_PAGES).find((page) => isAt(page, path))?.path
    const walked = new Set(
      PAGES.map(([url]) => url.replace(/\?.*/, '')).map(
        (path) => findPage(path)?.path ?? ofBackOffice(path) ?? path,
      ),
    )
    const pages = app.http.routeTable
      .filter(
        ({ method, url }) =>
          method === 'GET' && !/[*.]|^\/(api|feeds|healthz|offline|readyz)/.test(url),
      )
      .map(({ url }) => url)
    expect(pages.length).toBeGreaterThan(15)
    expect(pages.filter((url) => !walked.has(url))).toEqual([])
  })
})

describe('what search engines are told in their own words', () => {
  test('a deal is a product with an offer on a page that is not free, for whoever asks', async () => {
    const { body } = await open(`/deal/${DEAL}`)
    const [page, product, ...more] = structuredDataOf(body)['@graph']
    expect(more).toEqual([])
    expect(page).toMatchObject({
      '@type': 'WebPage',
      url: `${origin}/deal/${DEAL}`,
      isAccessibleForFree: false,
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paid' },
      mainEntity: { '@id': product['@id'] },
    })
    // The selector matches the paid content.
    expect(body).toMatch(/<h1 class="paid /)
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'A piece by Maison "A" & <B>',
      brand: { '@type': 'Brand', name: 'Maison "A" & <B>' },
      image: [`${origin}/share/deal/${DEAL}.jpg`],
      offers: {
        '@type': 'Offer',
        price: '400.00',
        priceCurrency: 'USD',
        availability: 'https://schema.org/LimitedAvailability',
        url: `${origin}/deal/${DEAL}`,
        priceSpecification: { price: '1000.00', priceCurrency: 'USD' },
      },
    })
    const member = await createMember(app.ctx)
    const opened = await open(`/deal/${DEAL}`, member.cookie)
    expect(opened.body).toContain('Canary coat')
    expect(structuredDataOf(opened.body)).toEqual(structuredDataOf(body))
    expect(JSON.stringify(structuredDataOf(opened.body))).not.toMatch(/canary|shop\.example/i)
  })

  test('marked down is said only of what has a price before', async () => {
    expect((await open(`/deal/${DEAL}`)).body).toMatch(/og:image:alt[^>]*, marked down"/)
    for (const id of [PRICELESS, WITHOUT_BEFORE]) {
      const { body } = await open(`/deal/${id}`)
      const head = body.slice(0, body.indexOf('</head>'))
      expect(head).toMatch(/og:image:alt[^>]*A piece by Maison Test"/)
      expect(head).not.toContain('marked down')
    }
  })

  test('without a price there is no offer, and so no product', async () => {
    const { body } = await open(`/deal/${PRICELESS}`)
    expect(structuredDataOf(body)).toMatchObject({ '@type': 'WebPage', isAccessibleForFree: false })
    expect(JSON.stringify(structuredDataOf(body))).not.toContain('Product')
  })

  test('the feed says which part of it is for members', async () => {
    const { body } = await open('/daily-deals')
    expect(structuredDataOf(body)).toMatchObject({
      '@type': 'CollectionPage',
      isAccessibleForFree: false,
      hasPart: { cssSelector: '.card h3' },
    })
    expect(body).toMatch(/class="card".*<h3>/)
  })

  test('the page of a brand says where it stands, and where its pieces have their pages; not what they are', async () => {
    const { body } = await open('/brands/house-1')
    const [page, trail, ...more] = structuredDataOf(body)['@graph']
    expect(more).toEqual([])
    expect(page).toMatchObject({
      '@type': 'CollectionPage',
      url: `${origin}/brands/house-1`,
      isAccessibleForFree: false,
      about: { '@type': 'Brand', name: 'House 1' },
      mainEntity: { '@type': 'ItemList', numberOfItems: 1 },
    })
    expect(page.mainEntity.itemListElement[0].url).toMatch(/\/deal\/[\w-]{12}$/)
    expect(trail.itemListElement).toMatchObject([
      { position: 1, name: 'Brands', item: `${origin}/brands` },
      { position: 2, item: `${origin}/brands/house-1` },
    ])
    const { cookie } = await createMember(app.ctx)
    const members = await open('/brands/house-1', cookie)
    expect(structuredDataOf(members.body)).toEqual(structuredDataOf(body))
    for (const url of ['/brands/house-1', `/deal/${DEAL}`, '/categories/totes']) {
      expect(JSON.stringify(structuredDataOf((await open(url, cookie)).body))).not.toMatch(
        /gtin|sku|seller|Leather tote/i,
      )
    }
  })

  test('the front page says who we are, and its questions as they stand on it', async () => {
    const { body } = await open('/')
    const [organization, website, questions] = structuredDataOf(body)['@graph']
    expect(organization).toMatchObject({ '@type': 'Organization', name: site.name })
    expect(website).toMatchObject({ '@type': 'WebSite', url: `${origin}/` })
    expect(questions.mainEntity.length).toBeGreaterThan(4)
    const shown = body.slice(0, body.indexOf('application/json'))
    for (const { name, acceptedAnswer } of questions.mainEntity) {
      expect(shown).toContain(`<summary>${name}</summary><p>${acceptedAnswer.text}</p>`)
    }
    expect(JSON.stringify(questions)).toContain(`$${ANNUAL_CENTS / 100} a year`)
    // The sign-in screen at the same address has no questions.
    expect((await open('/?signin=true')).body).not.toContain('ld+json')
  })
})

test('a deal that has ended says so to search engines, and is forgotten after thirty days', async () => {
  const ended = await open(`/deal/${ENDED}`)
  const yesterday = businessDay(new Date(Date.now() - DAY_MS))
  expect([ended.status, ended.robots, ended.title]).toEqual([
    ...[200, undefined, `Over, sold out · ${site.name}`],
  ])
  expect(ended.body).toContain('Sold out since yesterday')
  expect(ended.body).not.toContain('Join to unlock this deal')
  expect(structuredDataOf(ended.body)['@graph'][1].offers).toMatchObject({
    availability: 'https://schema.org/SoldOut',
    priceValidUntil: yesterday,
  })
  const forgotten = await open(`/deal/${LONG_ENDED}`)
  expect([forgotten.status, forgotten.robots]).toEqual([200, 'noindex'])
  const sitemap = (await open('/sitemap.xml')).body
  expect([sitemap.includes(ENDED), sitemap.includes(LONG_ENDED)]).toEqual([true, false])
  for (const { body } of [ended, forgotten, await open('/daily-deals')]) {
    expect(body).not.toMatch(/canary/i)
  }
})
