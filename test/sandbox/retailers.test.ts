import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { retailerStandIns } from '#sandbox/retailers/retailers.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ extend: (http) => retailerStandIns(http) })
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
})

test('a link the shop does not know is its page not found, and shows nothing as markup', async () => {
  const page = await open('https://shop.example/<script>alert(1)</script>')
  expect(page.statusCode).toBe(404)
  expect(page.body).not.toContain('<script')
})

test.each(['', 'nonsense', 'javascript:alert(1)'])('"%s" is no address of a shop', async (to) => {
  expect((await open(to)).statusCode).toBeGreaterThanOrEqual(400)
})

test('pictures come from the demo alone', async () => {
  const wrong = await app.inject({ url: '/sandbox/retailers/pictures/..%2f..%2fpackage.json' })
  expect(wrong.statusCode).toBe(400)
})
