import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '#test/desk.ts'
import { createMember } from '#test/factories.ts'
import { multipart } from '#test/multipart.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { useTestApp } from '#test/test-app.ts'

const app = useTestApp()
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(app, 'Ann')
})

const rowOf = (id: string) =>
  app.db.selectFrom('deals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const pricesOf = (dealId: string) =>
  app.db
    .selectFrom('priceObservations')
    .select(['originalPriceCents', 'salePriceCents', 'source'])
    .where('dealId', '=', dealId)
    .orderBy('id')
    .execute()

const auditOf = async (id: string) =>
  (await desk.ask({ url: `/api/admin/audit?kind=deal&subjectId=${id}` })).json().entries

async function storedPicture(width: number): Promise<string> {
  const bytes = await twoHalves(width, 240).png().toBuffer()
  const files = [{ field: 'images', fileName: 'a.png', bytes }]
  const response = await desk.send('POST', '/api/admin/pictures', {}, files)
  return response.json().pictures[0].key
}

describe('a new deal', () => {
  test('is what the form says, unpublished, with what follows from its link', async () => {
    const response = await desk.create({
      brandName: ' Maison  Étoile ',
      productName: 'Silk scarf',
      originalPrice: '$1,299.00',
      salePrice: '649.50',
      buyUrl: 'https://www.silk-house.example/p/1?utm_source=mail&v=2#top',
      isPreview: 'true',
      category: 'Scarves',
      sizes: 'S, M',
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      brandName: 'Maison Étoile',
      productName: 'Silk scarf',
      originalPrice: 1299,
      salePrice: 649.5,
      discount: 50,
      buyUrl: 'https://www.silk-house.example/p/1?utm_source=mail&v=2#top',
      domain: 'www.silk-house.example',
      retailer: 'silk-house.example',
      isPreview: true,
      isPublished: false,
      publishedAt: null,
      version: 1,
      category: 'Scarves',
      sizes: ['S', 'M'],
      images: [],
      dealCardImageUrl: null,
      clicks: 0,
    })
    const { id } = response.json()
    expect(await pricesOf(id)).toEqual([
      { originalPriceCents: 129_900, salePriceCents: 64_950, source: 'admin' },
    ])
    expect(await auditOf(id)).toMatchObject([{ action: 'deal.created', actorName: 'Ann' }])
    expect((await app.inject({ url: `/api/deals/${id}` })).statusCode).toBe(404)
  })

  test('needs nothing but its link', async () => {
    const { id, brandName, productName } = (
      await desk.create({
        buyUrl: 'https://shop.example/only-a-link',
        brandName: '',
        salePrice: '',
      })
    ).json()
    expect({ brandName, productName }).toEqual({ brandName: '', productName: '' })
    expect(await pricesOf(id)).toEqual([])
    for (const fields of [{}, { buyUrl: '' }, { buyUrl: '  ' }]) {
      const response = await desk.create(fields)
      expect(response.statusCode).toBe(422)
      expect(response.json()).toMatchObject({
        code: 'invalid-deal',
        error: 'Buy URL is required',
        fields: { buyUrl: 'Buy URL is required' },
      })
    }
  })

  test('can be published at once, and then members see it and visitors its teaser', async () => {
    const { id } = await desk.enter({ isPublished: 'true', productName: 'Cashmere coat' })
    const member = await createMember(app.ctx)
    expect((await app.as(member).inject({ url: `/api/deals/${id}` })).json()).toMatchObject({
      productName: 'Cashmere coat',
      isPublished: true,
    })
    expect((await app.inject({ url: `/api/deals/${id}` })).body).not.toContain('Cashmere')
    const lacking = await desk.create({
      isPublished: 'true',
      buyUrl: 'https://shop.example/lacking',
    })
    expect(lacking.statusCode).toBe(422)
    expect(lacking.json().fields).toEqual({
      brandName: 'A brand is needed before it can be published.',
      productName: 'A product name is needed before it can be published.',
    })
  })

  test('says everything that is wrong at once, and leaves nothing behind', async () => {
    const before = await countAll()
    const response = await desk.create({
      brandName: '***',
      productName: 'x'.repeat(201),
      originalPrice: '€100',
      salePrice: 'cheap',
      buyUrl: 'javascript:alert(1)',
      isPreview: 'perhaps',
      dealCardImageUrl: 'https://elsewhere.example/a.jpg',
      imageKeys: 'nothing.jpg',
      sizes: 'x'.repeat(40),
    })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields).toEqual({
      brandName: 'The brand has neither a letter nor a digit.',
      productName: 'The product name is longer than 200 characters.',
      originalPrice: 'The original price is in another currency; prices are in US dollars.',
      salePrice: 'The sale price is not a price; write it like 1290.00.',
      buyUrl: 'The link must start with https:// or http://.',
      isPreview: 'The preview is neither yes nor no.',
      dealCardImageUrl: 'The card picture is not one of our own pictures.',
      imageKeys: 'The pictures: one of them is not one of our own pictures.',
      sizes: 'The list of sizes has a size longer than 30 characters.',
    })
    const above = await desk.create({
      buyUrl: 'https://shop.example/above',
      originalPrice: '10',
      salePrice: '10.01',
    })
    expect(above.json().fields).toEqual({
      salePrice: 'The sale price is above the original price.',
    })
    expect(await countAll()).toEqual(before)
  })

  test.each([
    'data:text/html,x',
    '//evil.example/p',
    'https:\\\\evil.example',
    'https://user:secret@shop.example/p',
    'https://shop.example/a\tb',
    'https://shop.example/a b',
    'https://127.0.0.1/p',
    'https://[::1]/p',
    'http://localhost/p',
    'https://shop.example/\u202egpj',
    `https://shop.example/${'a'.repeat(2048)}`,
    'ftp://shop.example/p',
  ])('is never made with the link %$ of those that lead nowhere good', async (buyUrl) => {
    const response = await desk.create({ buyUrl })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.buyUrl).toMatch(/^The link .+\.$/)
  })

  test('takes nothing that is not for a person to say', async () => {
    const response = await desk.create({
      buyUrl: 'https://shop.example/assigned',
      id: 'chosen-by-me',
      domain: 'evil.example',
      createdAt: '2001-01-01T00:00:00Z',
      publishedAt: '2001-01-01T00:00:00Z',
      isAccessible: 'false',
      importId: 'x',
      feedPosition: '-5',
      clicks: '900',
      deletedAt: '2001-01-01',
      version: '7',
    })
    expect(response.statusCode).toBe(201)
    const row = await rowOf(response.json().id)
    expect(row).toMatchObject({
      domain: 'shop.example',
      version: 1,
      importId: null,
      publishedAt: null,
      deletedAt: null,
      feedPosition: 0,
    })
    expect(Date.now() - row.createdAt.getTime()).toBeLessThan(60_000)
    const { payload, headers } = multipart({ ['__proto__']: 'x', buyUrl: 'https://shop.example/p' })
    const odd = await desk.ask({
      method: 'POST',
      url: '/api/deals',
      payload,
      headers: { ...headers, ...desk.csrf },
    })
    expect(odd.statusCode).toBe(400)
  })

  test('says a thing once', async () => {
    const response = await desk.create({
      buyUrl: ['https://shop.example/1', 'https://shop.example/2'],
      salePrice: ['1', '2'],
    })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields).toEqual({
      buyUrl: 'The link is given more than once.',
      salePrice: 'The sale price is given more than once.',
    })
  })

  test('is refused when another deal leads to the same piece, whatever the link looks like', async () => {
    await desk.enter({ buyUrl: 'https://www.twice.example/p/1/?a=1&b=2', productName: 'Twice' })
    const response = await desk.create({
      buyUrl: 'http://twice.example/p/1?b=2&a=1&utm_source=x&fbclid=y#reviews',
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'deal-exists',
      fields: { buyUrl: 'This link is already in the club: Maison Test Twice.' },
    })
    // A draft has nothing to be called by.
    await desk.create({ buyUrl: 'https://twice.example/nameless' })
    expect((await desk.create({ buyUrl: 'https://twice.example/nameless' })).json().error).toBe(
      'This link is already in the club: a draft without a name.',
    )
  })

  test('knows a brand by its folded name and a shop by its domain, unless it is told one', async () => {
    const first = await desk.enter({
      brandName: 'Été & Fils',
      retailerName: 'The Known Shop',
      buyUrl: 'https://known.example/1',
    })
    const second = await desk.enter({
      brandName: 'ETE FILS',
      buyUrl: 'https://www.known.example/2',
    })
    expect(second).toMatchObject({ brandName: 'Été & Fils', retailer: 'The Known Shop' })
    const [one, two] = [await rowOf(first.id), await rowOf(second.id)]
    expect([two.brandId, two.retailerId]).toEqual([one.brandId, one.retailerId])
    const told = await desk.enter({
      retailerName: 'Another Shop',
      buyUrl: 'https://known.example/3',
    })
    expect(told.retailer).toBe('Another Shop')
  })

  test('has the pictures it was given, by key or as files, in their order', async () => {
    const [card, one, two] = [
      await storedPicture(300),
      await storedPicture(301),
      await storedPicture(302),
    ]
    const bytes = await twoHalves(303, 240).jpeg().toBuffer()
    const file = { field: 'images', fileName: 'fresh.jpg', bytes }
    const fields = {
      dealCardImageUrl: `/ndc-images/${card}`,
      imageKeys: [`${app.ctx.config.http.publicUrl}/ndc-images/${two}`, one, two],
    }
    const deal = await desk.create({ buyUrl: 'https://shop.example/pictures', ...fields }, [file])
    const fresh = (await desk.send('POST', '/api/admin/pictures', {}, [file])).json().pictures[0]
      .key
    expect(deal.json()).toMatchObject({ dealCardImageUrl: card, images: [two, one, fresh] })
    expect(deal.json().imagePlaceholder).toMatch(/^#/)

    const missing = `${'0'.repeat(32)}.jpg`
    const unknown = await desk.create({
      buyUrl: 'https://shop.example/unknown-pictures',
      dealCardImageUrl: missing,
      imageKeys: [one, missing],
    })
    expect(unknown.statusCode).toBe(422)
    expect(Object.keys(unknown.json().fields)).toEqual(['dealCardImageUrl', 'imageKeys'])
  })

  test('with a file that is no picture is not made, and the file is named', async () => {
    const files = [
      { field: 'images', fileName: 'fake.jpg', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ]
    const buyUrl = 'https://shop.example/fake-picture'
    const response = await desk.create({ buyUrl }, files)
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.images).toMatch(/^fake\.jpg: /)
    expect((await desk.create({ buyUrl })).statusCode).toBe(201)
  })

  test('has at most five further pictures', async () => {
    const keys = await Promise.all([310, 311, 312, 313, 314, 315].map(storedPicture))
    const buyUrl = 'https://shop.example/six-pictures'
    const response = await desk.create({ buyUrl, imageKeys: keys })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.imageKeys).toBe('A deal has at most 5 further pictures.')
    const bytes = await twoHalves(316, 240).png().toBuffer()
    const mixed = await desk.create({ buyUrl, imageKeys: keys.slice(0, 5) }, [
      { field: 'images', fileName: 'one-more.png', bytes },
    ])
    expect(mixed.json().fields.imageKeys).toBe('A deal has at most 5 further pictures.')
    expect((await desk.create({ buyUrl, imageKeys: keys.slice(0, 5) })).json().images).toEqual(
      keys.slice(0, 5),
    )
  })
})

async function countAll() {
  const counts = ['deals', 'brands', 'retailers', 'auditEntries', 'priceObservations'] as const
  return Promise.all(
    counts.map(async (table) => (await app.db.selectFrom(table).selectAll().execute()).length),
  )
}
