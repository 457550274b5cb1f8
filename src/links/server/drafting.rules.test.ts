import { describe, expect, test } from 'vitest'
import type { PageOffer, PageProduct } from '#app/checks/server/pages/page-reading.ts'
import { draftOf } from './drafting.rules.ts'

const URL_OF_PAGE = 'https://shop.example/p/tote'
const offer: PageOffer = {
  ...{ nowCents: 40_000, highCents: null, wasCents: null, wasBasis: null, currency: 'USD' },
  ...{ availability: 'in', size: null, url: null },
}
const product: PageProduct = {
  ...{ name: 'Leather tote', brand: 'Maison Test', gtin: null, styleNumber: null, colour: null },
  ...{ sizes: [], pictures: [], offers: [offer], availability: 'in', from: 'json-ld' },
}
const draft = (more: Partial<PageProduct>) =>
  draftOf({
    ...{ kind: 'page', url: URL_OF_PAGE },
    reading: {
      ...{ kind: 'product', title: 'Tote | Shop', canonical: null, evidence: '' },
      product: { ...product, ...more },
    },
  })

describe('the draft of a page', () => {
  test.each([
    ['one price', [offer], '400.00', []],
    ['a span', [{ ...offer, highCents: 45_000 }], undefined, ['several-prices']],
    ['two prices', [offer, { ...offer, nowCents: 1 }], undefined, ['several-prices']],
    [
      'one in two currencies',
      [offer, { ...offer, currency: 'EUR' }],
      undefined,
      ['several-prices'],
    ],
    [
      'another for what is sold out',
      [offer, { ...offer, nowCents: 1, availability: 'out' }],
      '400.00',
      [],
    ],
    [
      'its own among others',
      [
        { ...offer, nowCents: 1 },
        { ...offer, url: '/p/tote' },
      ],
      '400.00',
      [],
    ],
    ['nought', [{ ...offer, nowCents: 0 }], undefined, ['no-price']],
    ['none', [], undefined, ['no-price']],
    [
      'one that nobody says the currency of',
      [{ ...offer, currency: null }],
      '400.00',
      ['no-currency'],
    ],
  ] as Array<[string, PageOffer[], string | undefined, string[]]>)(
    'that names %s',
    (_case, offers, salePrice, notes) => {
      const made = draft({ offers })
      expect([made.draft.salePrice, made.notes]).toEqual([salePrice, notes])
    },
  )

  test('says that it is sold out, and offers pictures that can be fetched, each once', () => {
    const pictures = [
      '/a.jpg',
      'https://shop.example/a.jpg',
      'file:///etc/passwd',
      'data:,x',
      'b.jpg',
    ]
    const made = draft({ availability: 'out', pictures })
    expect(made.notes).toEqual(['sold-out'])
    expect(made.pictures).toEqual(['https://shop.example/a.jpg', 'https://shop.example/p/b.jpg'])
  })
})
