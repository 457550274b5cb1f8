import { describe, expect, test } from 'vitest'
import { keysOfSizes } from './size-keys.facts.ts'
import { readSizes } from './size-reading.facts.ts'
import { isSizeKey, sizeLabel } from './sizes.facts.ts'

/** The text, what it belongs to, and the expected sizes and keys; keys without their common group. */
type Case = [written: string, sizes: string, keys: string]

function read(written: string, department: string | null, category: string | null) {
  const { sizes, unread } = readSizes(written)
  return { sizes, unread, keys: keysOfSizes(sizes, { department, category }) }
}

function expectKeys({ keys }: { keys: string[] }, group: string, expected: string) {
  expect(keys).toEqual(expected.split(' ').map((key) => (key === '' ? '' : `${group}-${key}`)))
}

describe('sizes of women’s clothing', () => {
  test.each<Case>([
    ['IT 38, 40, 42', 'IT 38 | IT 40 | IT 42', 'us2 xs us4 s us6'],
    ['it40', 'IT 40', 'us4 s'],
    ['40 IT', 'IT 40', 'us4 s'],
    ['38, 40, 42 IT', 'IT 38 | IT 40 | IT 42', 'us2 xs us4 s us6'],
    ['IT 38 40', 'IT 38 | IT 40', 'us2 xs us4 s'],
    ['Sizes: IT 38; FR 40|US 8', 'IT 38 | FR 40 | US 8', 'us2 xs us8 m'],
    ['IT 40 (US 4)', 'IT 40 (US 4)', 'us4 s'],
    ['38, 40 (IT)', 'IT 38 | IT 40', 'us2 xs us4 s'],
    ['I 40, F 38', 'IT 40 | FR 38', 'us4 s us6'],
    ['38 IT - 40 IT', 'IT 38-40', 'us2 xs us4 s'],
    ['XX Large, extra-small', 'XXL | XS', 'xxl us20 us22 xs us0 us2'],
    ['IT 40 / US 4', 'IT 40 / US 4', 'us4 s'],
    ['IT 38/40', 'IT 38/40', 'us2 xs us4 s'],
    ['IT 36-40', 'IT 36-40', 'us0 xs us2 us4 s'],
    ['IT 36 to 40', 'IT 36-40', 'us0 xs us2 us4 s'],
    ['UK 10', 'UK 10', 'us6 s'],
    ['FR 38', 'FR 38', 'us6 s'],
    ['DE 36', 'DE 36', 'us6 s'],
    ['EU 38', 'EU 38', 'us8 m'],
    ['JP 9', 'JP 9', 'us4 s'],
    ['US 00', 'US 00', 'us00 xxs'],
    ['US size 8', 'US 8', 'us8 m'],
    ['s, M; l | xl', 'S | M | L | XL', 's us4 us6 m us8 us10 l us12 us14 xl us16 us18'],
    ['Small, Medium, X-Large', 'S | M | XL', 's us4 us6 m us8 us10 xl us16 us18'],
    ['2XL', 'XXL', 'xxl us20 us22'],
    ['S/M', 'S/M', 's us4 us6 m us8 us10'],
    ['S–L', 'S-L', 's us4 us6 m us8 us10 l us12 us14'],
    ['M (US 8-10)', 'M (US 8-10)', 'm us8 us10'],
    ['US 8 Petite', 'US 8 petite', 'us8petite'],
    ['IT 41', 'IT 41', 'it41'],
  ])('%j is %s', (written, sizes, keys) => {
    const reading = read(written, 'women', 'dresses')
    expect(reading).toMatchObject({ sizes: sizes.split(' | '), unread: [] })
    expectKeys(reading, 'w-clothing', keys)
  })

  test.each<Case>([
    ['38', '38', 'n38'],
    ['36-38', '36-38', 'n36 n38'],
    ['36/38/40', '36 | 38 | 40', 'n36 n38 n40'],
    ['Taille 38', '38', 'n38'],
    ['T38', '38', 'n38'],
  ])('%j is a number that nobody has said the system of', (written, sizes, keys) => {
    const reading = read(written, 'women', 'dresses')
    expect(reading.sizes.join(' | ')).toBe(sizes)
    expectKeys(reading, 'w-clothing', keys)
  })
})

test.each<[string, string | null, string | null, string, string]>([
  ['W28, 29', 'women', 'denim', 'W28 | W29', 'w-clothing: us6 s us8 m'],
  ['28"', 'women', 'denim', '28 in', 'w-clothing: us6 s'],
  ['W30 L32', 'men', 'denim', 'W30 L32', 'm-clothing: us36 s'],
  ['30W x 32L', 'men', 'denim', 'W30 L32', 'm-clothing: us36 s'],
  ['30x32', 'men', 'denim', '30x32', 'm-clothing: n30x32 n30'],
  ['30/32', 'men', 'trousers', '30/32', 'm-clothing: n30x32 n30'],
  ['IT 46, 48', 'men', 'blazers-and-suits', 'IT 46 | IT 48', 'm-clothing: us36 s us38 m'],
  ['EU 50', 'men', 'knitwear', 'EU 50', 'm-clothing: us40 m'],
  ['US 40R', 'men', 'blazers-and-suits', 'US 40R', 'm-clothing: us40 m'],
  ['40R, 42L', 'men', 'blazers-and-suits', '40R | 42L', 'm-clothing: n40r n42l'],
  ['EU 38, 38.5', 'women', 'boots', 'EU 38 | EU 38.5', 'w-shoes: eu38 eu38.5'],
  ['EU 38,5', 'women', 'boots', 'EU 38.5', 'w-shoes: eu38.5'],
  ['EU 38½', 'women', 'boots', 'EU 38.5', 'w-shoes: eu38.5'],
  ['EU 38 1/2', 'women', 'boots', 'EU 38.5', 'w-shoes: eu38.5'],
  ['EU 38 2/3', 'women', 'sneakers', 'EU 38 2/3', 'w-shoes: eu38.5'],
  ['IT 38', 'women', 'boots', 'IT 38', 'w-shoes: eu38'],
  ['US 8', 'women', 'boots', 'US 8', 'w-shoes: eu38'],
  ['38 EU 5 UK', 'women', 'boots', 'EU 38 / UK 5', 'w-shoes: eu38'],
  ['FR 39', 'women', 'boots', 'FR 39', 'w-shoes: fr39'],
  ['36-38', 'women', 'boots', '36-38', 'w-shoes: n36 n37 n38'],
  ['UK 8', 'men', 'boots', 'UK 8', 'm-shoes: eu42'],
  ['US 6', 'women', 'jewellery', 'US 6', 'rings: us6'],
  ['EU 52', null, 'jewellery', 'EU 52', 'rings: us6'],
  ['IT 12', 'men', 'jewellery', 'IT 12', 'rings: us6'],
  ['UK L½', 'women', 'jewellery', 'UK L½', 'rings: us6'],
  ['45 cm', 'women', 'jewellery', '45 cm', 'other: cm45'],
  ['52', 'women', 'jewellery', '52', 'other: n52'],
  ['85, 95 cm', 'women', 'belts', '85 cm | 95 cm', 'belts: cm85 cm95'],
  ['34 in', 'men', 'belts', '34 in', 'belts: cm85'],
  ['EU 85', 'women', 'belts', 'EU 85', 'belts: cm85'],
  ['85', 'women', 'belts', '85', 'belts: n85'],
  ['34B', 'women', 'swim-and-lingerie', '34B', 'w-clothing: n34b'],
  ['57 cm', 'women', 'hats-and-gloves', '57 cm', 'other: cm57'],
  ['8 years, 10Y', 'kids', 'clothing', '8 years | 10Y', 'k-clothing: n8y n10y'],
  ['6-9 months', 'kids', 'clothing', '6-9 months', 'k-clothing: n6mo n7mo n8mo n9mo'],
  ['2/3 ans', 'kids', 'clothing', '2 ans/3 ans', 'k-clothing: n2y n3y'],
  ['EU 28', 'kids', 'shoes', 'EU 28', 'k-shoes: eu28'],
  ['US 9', 'unisex', 'sneakers', 'US 9', 'u-shoes: us9'],
  ['IT 48', null, 'knitwear', 'IT 48', 'u-clothing: it48'],
  ['IT 40', null, null, 'IT 40', 'other: it40'],
  ['M', null, null, 'M', 'other: m'],
])('%j of %s, %s is %s', (written, department, category, sizes, expected) => {
  const reading = read(written, department, category)
  expect(reading.sizes.join(' | ')).toBe(sizes)
  const [group = '', keys = ''] = expected.split(': ')
  expectKeys(reading, group, keys)
})

test.each([
  ['EU 42', 'sneakers', ['w-shoes-eu42', 'm-shoes-eu42']],
  ['38', 'boots', ['w-shoes-n38', 'm-shoes-n38']],
  ['M', 'knitwear', ['w-clothing-m', 'm-clothing-m']],
])('%j is the same for women and men where nobody has said for whom', (written, category, keys) => {
  expect(read(written, 'unisex', category).keys).toEqual(keys)
  expect(read(written, null, category).keys).toEqual(keys)
})

test.each(['One size', 'ONE-SIZE', 'onesize', 'OS', 'O/S', 'TU', 'T.U.', 'Taille unique', 'U'])(
  '%j is one size, and a key of its own',
  (written) => {
    expect(read(written, 'women', 'totes')).toEqual({
      ...{ sizes: ['One size'], unread: [], keys: ['one-size'] },
    })
  },
)

test.each([
  ['gizmo', [], ['gizmo']],
  ['IT 40, ask the shop', ['IT 40'], ['ask the shop']],
  ['1-999', [], ['1-999']],
  ['L-S', [], ['L-S']],
  ['-5', [], ['-5']],
  ['9999', [], ['9999']],
  ['US', [], ['US']],
  ['38xyz', [], ['38xyz']],
  ['38 <b>', [], ['38 <b>']],
  [' , ; |', [], []],
  ['-', [], []],
  ['N/A', [], []],
])('of %j %j is understood and %j is not', (written, sizes, unread) => {
  expect(readSizes(written)).toEqual({ sizes, unread })
})

test('what is kept is read as the same again, has a key that may stand in an address, and a name', () => {
  const written = [
    'IT 38, 40/42, IT 36-40, IT 40 (US 4), EU 38 2/3, S/M, XS-L, W30 L32, 30x32, 30/32, 85 cm, 28"',
    'UK L½, US 40R, US 8 Petite, 8 years, 2/3 ans, 6-9 months, 34B, one size, 57 mm, 38 EU 5 UK',
  ].join(', ')
  const { sizes, unread } = readSizes(written)
  expect(unread).toEqual([])
  expect(readSizes(sizes.join(' | '))).toEqual({ sizes, unread: [] })
  for (const department of ['women', 'men', 'unisex', 'kids', null]) {
    for (const category of ['dresses', 'denim', 'boots', 'belts', 'jewellery', 'totes', null]) {
      for (const size of sizes) {
        const keys = keysOfSizes([size], { department, category })
        expect(keys.length, `${size} of ${department}, ${category}`).toBeGreaterThan(0)
        for (const key of keys) {
          expect(key).toSatisfy(isSizeKey)
          expect(new URLSearchParams({ size: key }).toString()).toBe(`size=${key}`)
          expect(sizeLabel(key)).not.toMatch(/undefined|^$/)
        }
      }
    }
  }
})

test.each([
  ['w-clothing-us8', 'US 8 / IT 44'],
  ['m-clothing-us38', 'US 38 / IT 48'],
  ['w-shoes-eu38.5', 'EU 38.5 / US 8.5'],
  ['rings-us6', 'US 6 / EU 52'],
  ['belts-cm85', '85 cm / 34 in'],
  ['w-clothing-m', 'M'],
  ['w-clothing-n38', '38'],
  ['w-clothing-us8petite', 'US 8 petite'],
  ['m-clothing-n40r', '40R'],
  ['other-cm57', '57 cm'],
  ['other-mm52', '52 mm'],
  ['u-clothing-it48', 'IT 48'],
  ['one-size', 'One size'],
])('%s is called %s', (key, label) => {
  expect(sizeLabel(key)).toBe(label)
})

test.each(['', 'us8', 'w-clothing', 'w-clothing-', 'W-clothing-us8', 'x-clothing-us8', 'w-bags-m'])(
  '%j is no key of a size',
  (text) => {
    expect(isSizeKey(text)).toBe(false)
  },
)
