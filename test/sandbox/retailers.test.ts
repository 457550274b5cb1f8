import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage } from '#app/checks/server/pages/read-page.ts'
import { outboundAddress } from '#app/deals/server/retailers/outbound.rules.ts'
import { openMoods } from '#sandbox/retailers/moods.ts'
import { retailerStandIns } from '#sandbox/retailers/retailers.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({
  extend: (http, ctx) => retailerStandIns(http, { dataDir: ctx.config.dataDir }),
})
const pages: Record<string, { product: string; salePriceCents: number; picture: string }> =
  JSON.parse(readFileSync('demo/retailer-pages.json', 'utf8'))

const open = (to: string) => app.inject({ url: `/sandbox/retailers?to=${encodeURIComponent(to)}` })

test('a link of the demo ends on a page with the piece, its price and its picture', async () => {
  const [address = '', piece] =
    Object.entries(pages).find(([, { product }]) => product.includes('’')) ?? []
  const page = await open(address)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(piece?.product)
  expect(page.body).toContain(
    `$${((piece?.salePriceCents ?? 0) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
  )
  expect(page.body).toContain('stands in for')
  const picture = await app.inject({ url: `/sandbox/retailers/pictures/${piece?.picture}` })
  expect(picture.headers['content-type']).toBe('image/jpeg')
  // As machines find it, at the shop's own address.
  const own = new URL(`/pictures/${piece?.picture}`, address).href
  const asTold = await app.inject({ url: `/sandbox/retailers/page?to=${encodeURIComponent(own)}` })
  expect(asTold.rawPayload.equals(picture.rawPayload)).toBe(true)
  const none = new URL('/pictures/none-9.jpg', address).href
  const missing = await app.inject({
    url: `/sandbox/retailers/page?to=${encodeURIComponent(none)}`,
  })
  expect(missing.statusCode).toBe(404)
})

test.each([
  ['without parameters', (href: string) => !href.includes('?')],
  ['with parameters of its own', (href: string) => href.includes('?')],
])('a link %s ends there with a trip’s number too, and by way of a network', async (_, isSuch) => {
  const [address = '', piece] = Object.entries(pages).find(([href]) => isSuch(href)) ?? []
  const [template, name] = ['https://go.network.example/click?merchant=club&to={url}', 'clickref']
  for (const linkTemplate of [null, template]) {
    const link = outboundAddress(address, { linkTemplate, subIdParameter: name }, 'a-trip-1')
    expect(link).toContain('clickref=a-trip-1')
    const page = await open(link)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(`/pictures/${piece?.picture}`)
    expect(page.body).toContain(`stands in for ${new URL(address).hostname}`)
  }
})

test('a link the shop does not know is its page not found, and shows nothing as markup', async () => {
  const page = await open('https://shop.example/<script>alert(1)</script>')
  expect(page.statusCode).toBe(404)
  expect(page.body).not.toContain('<script')
})

test.each(['', 'nonsense', 'javascript:alert(1)'])('"%s" is no address of a shop', async (to) => {
  expect((await open(to)).statusCode).toBeGreaterThanOrEqual(400)
})

test.each([
  ['rrp', 'rrp'],
  ['nothing', null],
] as const)('a shop that says %s beside a price is read so by a look', async (beside, basis) => {
  const [url = ''] =
    Object.entries(pages).find(([href, { product }]) => !href.includes('?') && product) ?? []
  openMoods(app.ctx.config.dataDir).setBeside([[url, beside]])
  const page = await app.inject({
    url: `/sandbox/retailers/page?to=${encodeURIComponent(url)}`,
  })
  const reading = readPage({
    url,
    contentType: 'text/html',
    bytes: new Uint8Array(page.rawPayload),
  })
  const [offer] = reading?.product?.offers ?? []
  expect(offer?.nowCents).toBeGreaterThan(0)
  expect(offer?.wasBasis).toBe(basis)
  openMoods(app.ctx.config.dataDir).forget()
  expect(openMoods(app.ctx.config.dataDir).ofPiece(url)).toEqual({ beside })
})

test('pictures come from the demo alone', async () => {
  const wrong = await app.inject({ url: '/sandbox/retailers/pictures/..%2f..%2fpackage.json' })
  expect(wrong.statusCode).toBe(400)
})

test('at the console a piece changes its price, sells out, goes away or lies, to people and machines alike', async () => {
  const [address = ''] = Object.keys(pages)
  const asMachine = () =>
    app.inject({ url: `/sandbox/retailers/page?to=${encodeURIComponent(address)}` })
  const set = (price: string, mood: string) =>
    app.inject({
      method: 'POST',
      url: '/sandbox/retailers/piece',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: String(new URLSearchParams({ address, price, mood })),
    })
  expect((await set('123.45', 'honest')).statusCode).toBe(303)
  expect((await asMachine()).body).toContain('"price":"123.45"')
  expect((await open(address)).body).toContain('$123.45')
  await set('123.45', 'sold-out')
  expect((await asMachine()).body).toContain('schema.org/OutOfStock')
  expect((await open(address)).body).toContain('Sold out')
  await set('123.45', 'euros')
  expect((await asMachine()).body).toContain('"priceCurrency":"EUR"')
  const answers = { gone: 404, refuse: 403, 'too-much': 429, down: 500, list: 302, inside: 302 }
  for (const [mood, status] of Object.entries(answers)) {
    await set('123.45', mood)
    expect((await asMachine()).statusCode).toBe(status)
  }
  expect((await app.inject({ url: '/sandbox/retailers' })).body).toContain(
    'Pieces that were changed',
  )
})
