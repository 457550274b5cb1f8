import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  type Person,
} from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true })
const NOW = new Date('2026-06-20T16:00:00Z')
let member: Person
let free: Person

const BOOT = 'deal00000001'
const TOTE = 'deal00000002'
const COAT = 'deal00000003'
const BELT = 'deal00000004'

beforeAll(async () => {
  app.setNow(NOW)
  member = await createMember(app.ctx)
  free = await createPerson(app.ctx)
  await createDeal(app.ctx, {
    ...{ id: BOOT, brandName: 'Aubrelle', productName: 'Chaussette Quilted Zip Boots' },
    ...{ department: 'women', category: 'boots', colour: 'black', retailerName: 'Velvet Quay' },
    ...{ originalPriceCents: 60_000, salePriceCents: 30_000, feedPosition: 1 },
  })
  await createDeal(app.ctx, {
    ...{ id: TOTE, brandName: 'Maison Étoile', productName: 'Panier Tote' },
    ...{ department: 'women', category: 'totes', colour: 'red', retailerName: 'Harbour' },
    ...{ originalPriceCents: 40_000, salePriceCents: 12_000, feedPosition: 2 },
  })
  await createDeal(app.ctx, {
    // Nothing is stated about it; members may see what its name suggests.
    ...{ id: COAT, brandName: 'Corvane', productName: 'Padded wool coat in navy' },
    ...{ originalPriceCents: 90_000, salePriceCents: 45_000, feedPosition: 3 },
  })
  await createDeal(app.ctx, {
    ...{ id: BELT, brandName: 'Tote & Sons', productName: 'Thing', category: 'belts' },
    ...{ colour: 'brown', originalPriceCents: 90_000, salePriceCents: 80_000, feedPosition: 4 },
  })
  await createDeal(app.ctx, {
    ...{ brandName: 'Undisclosed', category: 'watches', colour: 'gold', productName: 'Mirabelle' },
    ...{ retailerName: 'Nowhere Yet', isPublished: false },
  })
})

const asked = (who: Person | undefined, url: string) =>
  app.as({ cookie: who?.cookie ?? '' }).inject({ url })
const get = async (who: Person | undefined, url: string) => (await asked(who, url)).json()
async function ids(who: Person | undefined, query: string): Promise<string[]> {
  const page = await get(who, `/api/deals?${query}`)
  return page.deals.map(({ id }: { id: string }) => id)
}

describe('words', () => {
  test.each([
    ['aubrelle', [BOOT]],
    ['AUBRELLE boot', [BOOT]],
    ['étoile', [TOTE]],
    ['maison etoile', [TOTE]],
    ['Boots', [BOOT]],
    ['bottines noires', [BOOT]],
    ['bags', [TOTE]],
    ['red', [TOTE]],
    ['women', [BOOT, TOTE]],
    ['boots red', []],
    ['靴', []],
    ['🧥 coat', []],
  ])('find brand, category and colour for everybody: %s', async (q, found) => {
    expect(await ids(undefined, `q=${encodeURIComponent(q)}&sort=newest`)).toEqual(found)
    expect(await ids(free, `q=${encodeURIComponent(q)}&sort=newest`)).toEqual(found)
  })

  test.each([
    ['quilted', [BOOT]],
    ['velvet quay', [BOOT]],
    ['aubrelle chaussettes', [BOOT]],
    // Guessed from the name.
    ['coats', [COAT]],
    ['blue', [COAT]],
    ['padded', [COAT]],
  ])('find names, retailers and guesses for members alone: %s', async (q, found) => {
    expect(await ids(member, `q=${encodeURIComponent(q)}`)).toEqual(found)
    for (const who of [undefined, free]) {
      expect((await get(who, `/api/deals?q=${encodeURIComponent(q)}`)).deals).toEqual([])
    }
  })

  test.each([
    ['Aubrele', 'Aubrelle', [BOOT]],
    ['Aubrlele boots', 'Aubrelle boots', [BOOT]],
    // Brands are shown in their own spelling, however each word was typed.
    ['maison etiole', 'Maison Étoile', [TOTE]],
    ['etoile mason tote', 'Étoile Maison tote', [TOTE]],
    ['botos', 'boot', [BOOT]],
  ])('with wrong letters: %s is looked for as %s', async (q, searchedFor, found) => {
    for (const address of ['/api/deals?', '/api/deals/facets?']) {
      const answer = await get(undefined, `${address}q=${encodeURIComponent(q)}`)
      expect(answer.searchedFor).toBe(searchedFor)
    }
    expect(await ids(undefined, `q=${encodeURIComponent(q)}`)).toEqual(found)
  })

  test('that are known are taken for no others where nothing is found', async () => {
    const { deals, searchedFor } = await get(member, '/api/deals?q=menswear')
    expect([deals, searchedFor]).toEqual([[], undefined])
  })

  test('of names only members are forgiven', async () => {
    expect(await get(member, '/api/deals?q=quiltde')).toMatchObject({ searchedFor: 'quilted' })
    for (const who of [undefined, free]) {
      const answer = await get(who, '/api/deals?q=quiltde')
      expect([answer.searchedFor, answer.deals]).toEqual([undefined, []])
    }
  })

  test('what is best comes first: the brand, then what is called so', async () => {
    expect(await ids(undefined, 'q=tote')).toEqual([BELT, TOTE])
    expect(await ids(undefined, 'q=tote&sort=newest')).toEqual([TOTE, BELT])
  })
})

describe('what only members may ask by', () => {
  test('is refused to everybody else with the same words, whatever is asked', async () => {
    const answers = new Set<string>()
    for (const who of [undefined, free]) {
      for (const query of [
        'retailer=velvet-quay',
        'retailer=unheard-of',
        'retailer=',
        'retailer=%00&retailer=x',
        'not-retailer=harbour&min=nonsense',
        'ships=CA',
        'ships=atlantis&lenient=1&page=0',
      ]) {
        for (const address of ['/api/deals', '/api/deals/facets']) {
          const response = await asked(who, `${address}?${query}`)
          answers.add(`${response.statusCode} ${response.body.replace(/"requestId":"\w+"/, '')}`)
        }
      }
    }
    expect([...answers]).toEqual([
      '403 {"error":"Where a deal is sold is for members. Join to narrow the list by retailer.","code":"members-only",}',
    ])
    expect(await ids(member, 'retailer=velvet-quay')).toEqual([BOOT])
  })

  test('is neither told nor counted for them', async () => {
    const { facets } = await get(undefined, '/api/deals/facets')
    expect(Object.keys(facets)).toEqual(['department', 'category', 'brand', 'colour', 'size'])
    expect(Object.keys((await get(member, '/api/deals/facets')).facets)).toContain('retailer')
  })
})

describe('what is not understood', () => {
  test.each([
    ['brand=nobody', { brand: '“nobody” must be one that our deals have' }],
    // A value that only unpublished deals have is as unknown as one that nobody ever had.
    ['brand=undisclosed', { brand: '“undisclosed” must be one that our deals have' }],
    ['category=watches', { category: '“watches” must be one that our deals have' }],
    ['colour=gold', { colour: '“gold” must be one that our deals have' }],
    ['colour=silver', { colour: '“silver” must be one that our deals have' }],
    ['category=hats', { category: '“hats” must be one of our categories' }],
    ['size=none', { size: '“none” must be one that our deals have' }],
    ['not-brand=nobody', { 'not-brand': '“nobody” must be one that our deals have' }],
    [
      'min=x&max=-1',
      {
        min: 'must be whole dollars from 0 to 1000000',
        max: 'must be whole dollars from 0 to 1000000',
      },
    ],
    ['min=1&min=2', { min: 'must be given once' }],
    [
      'sort=productName',
      {
        sort: 'must be one of newest, percent-off, amount-off, price-up, price-down, best',
      },
    ],
    ['q=%00', { q: 'must be words' }],
  ])('is named by a 400: %s', async (query, fields) => {
    for (const address of ['/api/deals', '/api/deals/facets']) {
      const response = await asked(undefined, `${address}?${query}`)
      expect([response.statusCode, response.json()]).toMatchObject([400, { fields }])
    }
  })

  test('is left out and told where that is asked for, and the rest holds', async () => {
    const query = 'brand=nobody,aubrelle&max=cheap&lenient=1'
    for (const address of ['/api/deals', '/api/deals/facets']) {
      const answer = await get(undefined, `${address}?${query}`)
      expect(answer.leftOut).toEqual([
        { name: 'max', value: 'cheap', message: 'must be whole dollars from 0 to 1000000' },
        { name: 'brand', value: 'nobody', message: 'must be one that our deals have' },
      ])
      expect(answer.total ?? answer.pagination.totalDeals).toBe(1)
    }
  })

  test('is never a failure of ours', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => `brand=b${index}&size=s${index}`)
    for (const query of [
      fifty.join('&'),
      `${fifty.join('&')}&lenient=1`,
      'q=%ff%fe&lenient=1',
      'q=%E0%A4%A&brand=%',
      `q=${encodeURIComponent("a':* & b | !c <-> \\ '")}`,
      'min=999999999999999999999&lenient=1',
      'page=1000000&q=boots',
      'day=2099-12-31&ended=1',
      `brand=${'%F0%9F%91%9F'.repeat(40)}`,
    ]) {
      for (const address of ['/api/deals', '/api/deals/facets', '/api/suggestions']) {
        expect((await asked(member, `${address}?${query}`)).statusCode).toBeLessThan(500)
      }
    }
  })
})

test('where nothing is found, it is said what to drop to find how many', async () => {
  const nothing = await get(undefined, '/api/deals/facets?category=boots&max=200&colour=black')
  expect([nothing.total, nothing.without]).toEqual([
    0,
    [{ name: 'max', value: '200', label: 'Under $200', count: 1 }],
  ])
  const words = await get(undefined, '/api/deals/facets?q=red&category=boots')
  expect(words.without).toEqual([
    { name: 'q', value: 'red', label: '“red”', count: 1 },
    { name: 'category', value: 'boots', label: 'Boots', count: 1 },
  ])
})

test('what pieces cost that words find is told of all of them, whatever price is asked for', async () => {
  const { total, price } = await get(member, '/api/deals/facets?q=women&max=200')
  expect([total, price]).toEqual([1, { min: 120, max: 300 }])
})

test('what is left out is called as the records call it, a retailer for members alone', async () => {
  const gone = async (who: Person | undefined, query: string) =>
    (await get(who, `/api/deals/facets?${query}`)).gone
  const brand = { name: 'not-brand', value: 'tote-sons', label: 'Tote & Sons' }
  expect(await gone(undefined, 'not-brand=tote-sons')).toEqual([brand])
  expect(await gone(undefined, 'brand=tote-sons')).toEqual([])
  expect(await gone(member, 'not-brand=tote-sons&not-retailer=velvet-quay')).toEqual([
    brand,
    { name: 'not-retailer', value: 'velvet-quay', label: 'Velvet Quay' },
  ])
})

describe('a brand of which another has taken the place', () => {
  const rename = async (to: string, id: string) => {
    const { id: successorId } = await app.db
      .selectFrom('brands')
      .select('id')
      .where('name', '=', to)
      .executeTakeFirstOrThrow()
    const before = { id, name: id, nameKey: id, slug: id, successorId }
    await app.db.insertInto('brands').values(before).execute()
  }

  test('is that one, by its slug and its name', async () => {
    await rename('Aubrelle', 'before')
    expect(await ids(undefined, 'brand=before')).toEqual([BOOT])
    const facets = await get(undefined, '/api/deals/facets?brand=before')
    expect(facets.renamed).toEqual({ before: 'aubrelle' })
    expect(facets.facets.brand.filter(({ isChosen }: { isChosen: boolean }) => isChosen)).toEqual([
      { value: 'aubrelle', label: 'Aubrelle', count: 1, isChosen: true },
    ])
    const without = await get(undefined, '/api/deals/facets?not-brand=before')
    expect([without.total, without.gone[0].label]).toEqual([3, 'Aubrelle'])
    const page = await asked(undefined, '/daily-deals?brand=before&max=500')
    expect([page.statusCode, page.headers.location]).toEqual([
      301,
      '/daily-deals?brand=aubrelle&max=500',
    ])
  })

  test('stays itself where a deal of it is out again, and is unknown where the other has none', async () => {
    await rename('Aubrelle', 'again')
    const { id } = await createDeal(app.ctx, { brandName: 'again', productName: 'Thing' })
    const { renamed, total } = await get(undefined, '/api/deals/facets?brand=again')
    expect([renamed, total]).toEqual([undefined, 1])
    expect(await ids(undefined, 'brand=again')).toEqual([id])
    await sql`delete from deals where id = ${id}`.execute(app.db)

    await rename('Undisclosed', 'hidden')
    expect((await asked(undefined, '/api/deals?brand=hidden')).statusCode).toBe(400)
    const hidden = await get(undefined, '/api/deals/facets?brand=hidden&lenient=1')
    expect([hidden.renamed, hidden.leftOut[0].value]).toEqual([undefined, 'hidden'])
  })
})

describe('suggestions', () => {
  const suggested = async (who: Person | undefined, q: string) =>
    (await get(who, `/api/suggestions?q=${encodeURIComponent(q)}`)).suggestions

  test('are brands and categories for everybody', async () => {
    const brand = { kind: 'brand', label: 'Aubrelle', address: '/daily-deals?brand=aubrelle' }
    for (const who of [undefined, free]) {
      expect(await suggested(who, 'aub')).toEqual([brand])
      expect(await suggested(who, 'aubrele')).toEqual([brand])
      expect(await suggested(who, 'boo')).toEqual([
        { kind: 'category', label: 'Boots', address: '/daily-deals?category=boots' },
      ])
      expect(await suggested(who, 'étoi')).toMatchObject([{ label: 'Maison Étoile' }])
      for (const q of ['velvet', 'quilt', 'undisc', 'watch', 'coat', '', '!!', '靴']) {
        expect([q, await suggested(who, q)]).toEqual([q, []])
      }
    }
  })

  test('are retailers and pieces for members as well', async () => {
    expect(await suggested(member, 'velv')).toMatchObject([
      { kind: 'retailer', label: 'Velvet Quay', address: '/daily-deals?retailer=velvet-quay' },
      { kind: 'piece', label: 'Aubrelle Chaussette Quilted Zip Boots', address: `/deal/${BOOT}` },
    ])
    expect(await suggested(member, 'mirabelle')).toEqual([])
  })

  test('are of what is out, from the moment on that it is', async () => {
    const { id } = await createDeal(app.ctx, { brandName: 'Quillenne', productName: 'Thing' })
    const brands = async (who: Person | undefined, q: string) =>
      (await suggested(who, q)).flatMap(({ kind, label }: { kind: string; label: string }) =>
        kind === 'brand' ? label : [],
      )
    const told = async (q: string, names: string[]) => {
      await announceDeals(app.ctx)
      for (const who of [undefined, member]) {
        await expect.poll(() => brands(who, q)).toEqual(names)
      }
    }
    await told('quill', ['Quillenne'])
    await told('quilenne', ['Quillenne'])
    await sql`update deals set is_published = false where id = ${id}`.execute(app.db)
    await told('quill', [])
    await told('quilenne', [])
  })

  test('are eight at most, however many brands, categories and retailers begin so', async () => {
    const categories = ['skirts', 'sneakers', 'sandals', 'scarves']
    const made: string[] = []
    for (const [index, category] of categories.entries()) {
      const { id } = await createDeal(app.ctx, {
        brandName: `Sanelle ${index}`,
        retailerName: `Sorvane ${index}`,
        category,
      })
      made.push(id)
    }
    await announceDeals(app.ctx)
    const kinds = async (who: Person | undefined) =>
      (await suggested(who, 's'))?.map(({ kind }: { kind: string }) => kind)
    const everybodys = [...Array(4).fill('brand'), ...Array(3).fill('category')]
    await expect.poll(() => kinds(undefined)).toEqual(everybodys)
    await expect.poll(() => kinds(member)).toEqual([...everybodys, 'retailer'])
    await sql`update deals set is_published = false where id = any(${made})`.execute(app.db)
    await announceDeals(app.ctx)
  })
})

test('a span of days ends today, also where nothing has changed since it was asked for', async () => {
  const query = 'day=week&department=women'
  const totals = async () => [
    (await get(undefined, `/api/deals?${query}`)).pagination.totalDeals,
    (await get(undefined, `/api/deals/facets?${query}`)).total,
  ]
  expect(await totals()).toEqual([2, 2])
  app.setNow(new Date(NOW.getTime() + 7 * 86_400_000))
  expect(await totals()).toEqual([0, 0])
  app.setNow(NOW)
})

test('what changes is found as it is now: a price, a brand’s name, a deal that is taken back', async () => {
  await sql`update deals set sale_price_cents = 9900 where id = ${TOTE}`.execute(app.db)
  await sql`update brands set name = 'Estrella', name_key = 'estrella' where name = 'Corvane'`.execute(
    app.db,
  )
  await sql`update deals set is_published = false where id = ${BOOT}`.execute(app.db)
  // A cached answer is not used again.
  app.setNow(new Date(NOW.getTime() + 86_400_000))
  expect(await ids(undefined, 'max=100')).toEqual([TOTE])
  expect(await ids(undefined, 'q=estrella')).toEqual([COAT])
  // The address keeps working.
  expect(await ids(undefined, 'brand=corvane')).toEqual([COAT])
  expect((await asked(undefined, '/api/deals?brand=aubrelle')).statusCode).toBe(400)
  expect(await get(undefined, '/api/deals?q=aubrelle')).toMatchObject({ deals: [] })
  expect(await get(undefined, '/api/deals?q=aubrele')).toMatchObject({ deals: [] })
})

test('a word is meant for as long as any deal has it, whichever is kept beside it', async () => {
  const both = await Promise.all(
    [1, 2].map(() => createDeal(app.ctx, { brandName: 'Velloria', productName: 'Thing' })),
  )
  const publish = (id: string | undefined, isPublished: boolean) =>
    sql`update deals set is_published = ${isPublished} where id = ${id}`.execute(app.db)
  // Typed differently each time, to bypass the cache.
  const meant = async (q: string) => (await get(undefined, `/api/deals?q=${q}`)).searchedFor
  const [one, other] = both.map(({ id }) => id)
  await publish(one, false)
  expect(await meant('vellorai')).toBe('Velloria')
  await publish(other, false)
  expect(await meant('velloira')).toBeUndefined()
  await publish(one, true)
  expect(await meant('veloria')).toBe('Velloria')
})

test('what is open to free accounts has its name in their narrowed lists and in no visitor’s, whoever asks first', async () => {
  await createDeal(app.ctx, {
    ...{ isPreview: true, brandName: 'Open House', productName: 'Marigold cape' },
    ...{ department: 'women', category: 'coats' },
  })
  await announceDeals(app.ctx)
  for (const people of [
    { first: free, second: undefined, query: 'brand=open-house&sort=newest' },
    { first: undefined, second: free, query: 'brand=open-house&sort=price-up' },
  ]) {
    const { first, second, query } = people
    const shown = new Map<Person | undefined, string>()
    for (const who of [first, second]) {
      const answer = await asked(who, `/api/deals?${query}`)
      expect(answer.json().deals).toHaveLength(1)
      shown.set(who, answer.body)
    }
    expect(shown.get(free)).toContain('Marigold cape')
    expect(shown.get(undefined)).not.toContain('Marigold cape')
  }
})
