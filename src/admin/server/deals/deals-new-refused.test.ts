import { beforeAll, describe, expect, test } from 'vitest'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()
let admin: AdminClient
beforeAll(async () => {
  admin = await openAdminClient(app, 'Ann')
})

describe('a new deal', () => {
  test('says everything that is wrong at once, and leaves nothing behind', async () => {
    const before = await countAll()
    const response = await admin.create({
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
    const above = await admin.create({
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
    const response = await admin.create({ buyUrl })
    expect(response.statusCode).toBe(422)
    expect(response.json().fields.buyUrl).toMatch(/^The link .+\.$/)
  })

  test('takes nothing that is not for a person to say', async () => {
    const response = await admin.create({
      buyUrl: 'https://shop.example/assigned',
      id: 'chosen-by-me',
      domain: 'evil.example',
      createdAt: '2001-01-01T00:00:00Z',
      isAccessible: 'false',
      importId: 'x',
      feedPosition: '-5',
      clicks: '900',
      deletedAt: '2001-01-01',
      version: '7',
    })
    expect(response.statusCode).toBe(201)
    const row = await admin.rowOf(response.json().id)
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
    const odd = await admin.ask({
      method: 'POST',
      url: '/api/deals',
      payload,
      headers: { ...headers, ...admin.csrf },
    })
    expect(odd.statusCode).toBe(400)
  })

  test('says a thing once', async () => {
    const response = await admin.create({
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
    await admin.enter({ buyUrl: 'https://www.twice.example/p/1/?a=1&b=2', productName: 'Twice' })
    const response = await admin.create({
      buyUrl: 'http://twice.example/p/1?b=2&a=1&utm_source=x&fbclid=y#reviews',
    })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'deal-exists',
      fields: { buyUrl: 'This link is already in the club: Maison Test Twice.' },
    })
    // A draft without a name is described as such.
    await admin.create({ buyUrl: 'https://twice.example/nameless' })
    expect((await admin.create({ buyUrl: 'https://twice.example/nameless' })).json().error).toBe(
      'This link is already in the club: a draft without a name.',
    )
  })
})

async function countAll() {
  const counts = ['deals', 'brands', 'retailers', 'auditEntries', 'priceObservations'] as const
  return Promise.all(
    counts.map(async (table) => (await app.db.selectFrom(table).selectAll().execute()).length),
  )
}
