import { describe, expect, test } from 'vitest'
import { readPage } from '#app/checks/server/pages/read-page.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { type KnownDeal, verdictOf } from './verdict.rules.ts'

const URL_OF_PIECE = 'https://shop.example/p/adela-striped-cardigan-36258'
const NAME = 'The Adela Striped Cardigan'
const DEAL: KnownDeal = {
  ...{ url: URL_OF_PIECE, name: NAME, brand: 'Seorim Atelier', gtin: '04006381333931' },
  ...{ nowCents: 33_500, wasCents: 65_000, basis: 'retailer', currency: 'USD' },
}

type Data = Record<string, unknown>
type Parts = { title?: string; h1?: string; head?: string; body?: string }

const page = ({ title = NAME, h1 = title, head = '', body = '' }: Parts) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Shop</title>${head}</head>` +
  `<body><nav><a href="/women">Women</a></nav><main><h1>${h1}</h1>${body}</main><footer>© Shop</footer></body></html>`
const script = (text: string) => `<script type="application/ld+json">${text}</script>`
const ld = (...data: unknown[]) => data.map((each) => script(JSON.stringify(each))).join('\n')
const offer = (more: Data = {}): Data => ({
  ...{ '@type': 'Offer', price: '335.00', priceCurrency: 'USD' },
  ...{ availability: 'https://schema.org/InStock', url: URL_OF_PIECE },
  ...more,
})
const product = (more: Data = {}): Data => ({
  ...{ '@context': 'https://schema.org', '@type': 'Product', name: NAME },
  ...{ brand: { '@type': 'Brand', name: 'Seorim Atelier' }, offers: offer() },
  ...more,
})
const sells = (offers: unknown, more: Data = {}) => page({ head: ld(product({ offers, ...more })) })
const out = (availability: string) => offer({ availability })
const before = (price: unknown, priceType = 'https://schema.org/StrikethroughPrice') => ({
  priceSpecification: { '@type': 'UnitPriceSpecification', price, priceType, priceCurrency: 'USD' },
})
const metas = (tags: Record<string, string>) =>
  Object.entries(tags)
    .map(([property, content]) => `<meta property="${property}" content="${content}">`)
    .join('')
const tagged = (amount: string, currency: string, more: Record<string, string> = {}) =>
  page({
    head: metas({
      ...{ 'og:type': 'product', 'og:title': NAME, 'product:price:amount': amount },
      'product:price:currency': currency,
      ...more,
    }),
  })
const micro = (offers: string, name = NAME) =>
  `<div itemscope itemtype="https://schema.org/Product"><h2 itemprop="name">${name}</h2>
   <span itemprop="brand" itemscope itemtype="https://schema.org/Brand"><b itemprop="name">Seorim Atelier</b></span>${offers}</div>`
const microOffer = (
  price: string,
  more = '<link itemprop="availability" href="https://schema.org/InStock">',
) =>
  `<div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><meta itemprop="priceCurrency" content="USD">${price}${more}</div>`
const tile = (at: number) =>
  product({ name: `Piece ${at}`, url: `/p/piece-${at}`, offers: offer({ url: `/p/piece-${at}` }) })
const button = (text: string) => `<button type="button" disabled>${text}</button>`
const bare = product({ offers: { '@type': 'Offer', price: 335, priceCurrency: 'USD' } })

/**
 * Shapes of a page, and the result of one check: the answer with its prices, or why a person has to decide.
 */
const SHAPES: Array<[name: string, html: string, told: string]> = [
  // JSON-LD
  ['one product', sells(offer()), 'same 335'],
  ['a price as a number', sells(offer({ price: 335 })), 'same 335'],
  ['offers in an array of one', sells([offer()]), 'same 335'],
  [
    'products in an array',
    page({ head: ld([{ '@type': 'Organization', name: 'Shop' }, product()]) }),
    'same 335',
  ],
  ['a graph', page({ head: ld({ '@graph': [{ '@type': 'WebSite' }, product()] }) }), 'same 335'],
  [
    'an offer named elsewhere in the graph',
    page({
      head: ld({ '@graph': [product({ offers: { '@id': '#o' } }), { '@id': '#o', ...offer() }] }),
    }),
    'same 335',
  ],
  [
    'the main entity of a page',
    page({ head: ld({ '@type': 'ItemPage', mainEntity: product() }) }),
    'same 335',
  ],
  [
    'types with their address',
    page({ head: ld(product({ '@type': ['http://schema.org/Product', 'Thing'] })) }),
    'same 335',
  ],
  [
    'several blocks, the product last',
    page({ head: ld({ '@type': 'BreadcrumbList' }, { '@type': 'Organization' }, product()) }),
    'same 335',
  ],
  [
    'a comma too many',
    page({ head: script(JSON.stringify(product()).replace('}}', ',}}')) }),
    'same 335',
  ],
  [
    'a raw line end in a text',
    page({ head: script(JSON.stringify(product({ description: 'A~B' })).replace('~', '\n')) }),
    'same 335',
  ],
  [
    'inside of CDATA',
    page({ head: script(`//<![CDATA[\n${JSON.stringify(product())}\n//]]>`) }),
    'same 335',
  ],
  [
    'inside of a comment',
    page({ head: script(`<!-- ${JSON.stringify(product())} -->`) }),
    'same 335',
  ],
  [
    'one block broken for good, another whole',
    page({ head: script('{"@type":"Product", oops') + ld(product()) }),
    'same 335',
  ],
  ['broken for good', page({ head: script('{"@type":"Product","name":"The Ad') }), 'unreadable'],
  ['nested without end', page({ head: script('['.repeat(5000)) }), 'unreadable'],
  [
    'nested deeper than anybody writes',
    page({
      head: script(`${'['.repeat(5000)}${JSON.stringify(product())}${']'.repeat(5000)}`),
    }),
    'unreadable',
  ],
  [
    'related pieces before its own',
    page({ head: ld(tile(1), tile(2), product({ url: URL_OF_PIECE })) }),
    'same 335',
  ],
  [
    'related pieces inside of its own',
    sells(offer(), { isRelatedTo: [tile(1), tile(2)] }),
    'same 335',
  ],
  [
    'its own by name alone',
    page({ head: ld(tile(1), product({ offers: offer({ url: null }) })) }),
    'same 335',
  ],
  // Prices
  ['a lower price', sells(offer({ price: '279.00' })), 'changed 279'],
  ['an earlier price that we know', sells(offer(before('650.00'))), 'same 335 was 650'],
  ['an earlier price that is another', sells(offer(before('480.00'))), 'changed 335 was 480'],
  [
    'a list price',
    sells(offer({ ...before(650, 'https://schema.org/ListPrice') })),
    'same 335 was 650',
  ],
  [
    'what the maker recommends',
    sells(offer({ ...before(650, 'https://schema.org/MSRP') })),
    'changed 335 was 650 rrp',
  ],
  ['an earlier price below the present one', sells(offer(before('300.00'))), 'same 335'],
  [
    'the price among its specifications',
    sells({
      '@type': 'Offer',
      availability: 'InStock',
      priceSpecification: [
        { price: 335, priceCurrency: 'USD' },
        { price: 650, priceType: 'StrikethroughPrice' },
      ],
    }),
    'same 335 was 650',
  ],
  [
    'a price for members of theirs beside it',
    sells(offer({ priceSpecification: [{ price: 300, validForMemberTier: {} }] })),
    'same 335',
  ],
  [
    'a price for members of theirs before the one for everybody',
    sells({
      '@type': 'Offer',
      availability: 'InStock',
      priceCurrency: 'USD',
      priceSpecification: [{ price: 300, validForMemberTier: {} }, { price: 335 }],
    }),
    'same 335',
  ],
  ['back at its price before', sells(offer({ price: '650.00' })), 'changed 650'],
  ['thousands with a comma', sells(offer({ price: '1,234.50' })), 'changed 1234.5'],
  [
    'thousands with a point, as on the continent',
    sells(offer({ price: '1.234,50 ' })),
    'changed 1234.5',
  ],
  ['four decimals', sells(offer({ price: '335.0000' })), 'same 335'],
  ['its sign before it', sells(offer({ price: 'US$ 335' })), 'same 335'],
  ['nothing', sells(offer({ price: '0.00' })), 'waits odd-price'],
  ['a thousandth', sells(offer({ price: '0.34' })), 'waits odd-price'],
  ['a quarter of ours', sells(offer({ price: '83.75' })), 'changed 83.75'],
  ['a cent below', sells(offer({ price: '83.74' })), 'waits odd-price'],
  ['twice the price before', sells(offer({ price: '1300' })), 'changed 1300'],
  ['a cent above', sells(offer({ price: '1300.01' })), 'waits odd-price'],
  ['a hundred times', sells(offer({ price: '33500' })), 'waits odd-price'],
  ['less than nothing', sells(offer({ price: '-335' })), 'waits odd-price'],
  ['no number', sells(offer({ price: 'on request' })), 'unreadable'],
  ['from and to in one text', sells(offer({ price: '335 - 420' })), 'unreadable'],
  [
    'one of four instalments beside the whole',
    sells({
      '@type': 'Offer',
      availability: 'InStock',
      priceCurrency: 'USD',
      priceSpecification: [
        { price: 83.75, priceComponentType: 'https://schema.org/Installment' },
        { price: 335 },
      ],
    }),
    'same 335',
  ],
  [
    'an earlier price in another currency',
    sells(
      offer({ priceSpecification: { ...before(599).priceSpecification, priceCurrency: 'EUR' } }),
    ),
    'same 335',
  ],
  ['euros', sells(offer({ priceCurrency: 'EUR' })), 'waits other-currency'],
  [
    'Canadian dollars',
    sells(offer({ price: '459', priceCurrency: 'CAD' })),
    'waits other-currency',
  ],
  [
    'dollars beside euros',
    sells([offer({ price: 310, priceCurrency: 'EUR' }), offer()]),
    'same 335',
  ],
  ['no currency, and our price', sells(offer({ priceCurrency: null })), 'same 335'],
  [
    'no currency, and another price',
    sells(offer({ price: 300, priceCurrency: '$' })),
    'waits other-currency',
  ],
  [
    'another currency by its sign alone, and our number',
    sells(offer({ price: '€335', priceCurrency: null })),
    'waits other-currency',
  ],
  // Several offers
  [
    'sizes at one price',
    sells(['S', 'M', 'L'].map((size) => offer({ itemOffered: { size } }))),
    'same 335',
  ],
  [
    'sizes at several prices, ours among them',
    sells([offer({ url: null }), offer({ price: 360, url: null })]),
    'same 335',
  ],
  [
    'sizes at several prices, ours not among them',
    sells([300, 360].map((price) => offer({ price, url: null }))),
    'waits several-prices',
  ],
  [
    'the offer that our link leads to',
    sells([offer({ price: 360, url: '/p/other' }), offer({ price: 300 })]),
    'changed 300',
  ],
  [
    'a range with our price at its foot',
    sells({ '@type': 'AggregateOffer', lowPrice: 335, highPrice: 420, priceCurrency: 'USD' }),
    'same 335',
  ],
  [
    'a range without our price',
    sells({ '@type': 'AggregateOffer', lowPrice: 200, highPrice: 420, priceCurrency: 'USD' }),
    'waits several-prices',
  ],
  [
    'a range that is none',
    sells({ '@type': 'AggregateOffer', lowPrice: 299, highPrice: 299, priceCurrency: 'USD' }),
    'changed 299',
  ],
  [
    'an aggregate with its offers',
    sells({
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: 1,
      offers: [{ '@type': 'Offer', price: 335 }],
    }),
    'same 335',
  ],
  [
    'a group with variants',
    page({
      head: ld({
        '@type': 'ProductGroup',
        name: NAME,
        hasVariant: ['S', 'M'].map((size) => product({ size })),
      }),
    }),
    'same 335',
  ],
  [
    'one size sold out, another dearer',
    sells([out('SoldOut'), offer({ price: 350, url: null })]),
    'changed 350',
  ],
  // Sold out
  ['sold out by schema.org', sells(out('https://schema.org/OutOfStock')), 'sold-out'],
  ['sold out in a word', sells(out('SoldOut')), 'sold-out'],
  [
    'sold out as the thing that the word names',
    sells(offer({ availability: { '@id': 'https://schema.org/OutOfStock' } })),
    'sold-out',
  ],
  [
    'sold out, and with it no price any more',
    sells(offer({ availability: 'OutOfStock', price: '' })),
    'sold-out',
  ],
  ['discontinued', sells(out('http://schema.org/Discontinued')), 'sold-out'],
  ['every size sold out', sells(['S', 'M'].map(() => out('OutOfStock'))), 'sold-out'],
  [
    'none left',
    sells(offer({ availability: undefined, inventoryLevel: { value: 0 } })),
    'sold-out',
  ],
  ['sold out in its tags', tagged('335', 'USD', { 'product:availability': 'oos' }), 'sold-out'],
  [
    'sold out in its elements',
    page({
      body: micro(
        microOffer(
          '<b itemprop="price">335.00</b>',
          '<link itemprop="availability" href="http://schema.org/SoldOut">',
        ),
      ),
    }),
    'sold-out',
  ],
  ['sold out by its button alone', page({ head: ld(bare), body: button('Sold out') }), 'sold-out'],
  [
    'a button to be told beside one to buy',
    page({ head: ld(bare), body: `${button('Sold out in M')}<button>Add to bag</button>` }),
    'same 335',
  ],
  ['to be ordered before it comes', sells(out('PreOrder')), 'same 335'],
  // Microdata and tags
  [
    'microdata',
    page({ body: micro(microOffer('<span itemprop="price" content="335.00">$335</span>')) }),
    'same 335',
  ],
  [
    'microdata in words',
    page({ body: micro(microOffer('<span itemprop="price">$<b>299</b>.00</span>')) }),
    'changed 299',
  ],
  [
    'microdata of a list beside its own',
    page({
      body: `${micro(microOffer('<b itemprop="price">335</b>'))}${[1, 2].map((at) => micro(microOffer('<b itemprop="price">9</b>'), `Piece ${at}`)).join('')}`,
    }),
    'same 335',
  ],
  ['tags', tagged('335.00', 'USD', { 'product:availability': 'in stock' }), 'same 335'],
  [
    'tags with a sale',
    tagged('650.00', 'USD', { 'product:sale_price:amount': '335.00' }),
    'same 335 was 650',
  ],
  [
    'tags with what it was',
    tagged('300', 'USD', { 'product:original_price:amount': '650' }),
    'changed 300 was 650',
  ],
  ['tags in euros', tagged('335.00', 'EUR'), 'waits other-currency'],
  [
    'tags with what it was in another currency',
    tagged('335', 'USD', {
      'product:original_price:amount': '599',
      'product:original_price:currency': 'EUR',
    }),
    'same 335',
  ],
  [
    'data without a price, tags with one',
    page({
      head:
        ld(product({ offers: undefined })) +
        metas({ 'product:price:amount': '335', 'product:price:currency': 'USD' }),
    }),
    'same 335',
  ],
  [
    'data and tags of two prices, one of them ours',
    page({
      head:
        ld(product()) + metas({ 'product:price:amount': '250', 'product:price:currency': 'USD' }),
    }),
    'same 335',
  ],
  [
    'data and tags of two prices, none of them ours',
    page({
      head:
        ld(product({ offers: offer({ price: 300, url: null }) })) +
        metas({ 'product:price:amount': '250', 'product:price:currency': 'USD' }),
    }),
    'waits several-prices',
  ],
  // Another piece
  [
    'another piece',
    page({ title: 'Wool boots', head: ld(product({ name: 'Wool boots', brand: 'Other' })) }),
    'waits another-piece',
  ],
  [
    'another name with our number',
    page({
      title: 'Kardigan',
      head: ld(product({ name: 'Kardigan', brand: 'X', gtin13: '4006381333931' })),
    }),
    'same 335',
  ],
  [
    'a list of pieces',
    page({
      title: 'Knitwear',
      head: ld({ '@type': 'ItemList', itemListElement: [tile(1), tile(2)] }),
    }),
    'gone',
  ],
  ['a collection', page({ title: 'Sale', head: ld({ '@type': 'CollectionPage' }) }), 'gone'],
  [
    'many pieces, none its own',
    page({ title: 'Sale', head: ld(...[1, 2, 3, 4].map(tile)) }),
    'gone',
  ],
  ['not found, with status 200', page({ title: 'Page not found' }), 'gone'],
  ['404 in its title', page({ title: '404' }), 'gone'],
  ['404 before a dash', page({ title: '404 – Shop', h1: 'Hm' }), 'gone'],
  ['an error by its number', page({ title: 'Error 404' }), 'gone'],
  ['a number beside its words', page({ title: '410 Gone', h1: 'Hm' }), 'gone'],
  ['an error in French', page({ title: 'Erreur 404', h1: 'Oups' }), 'gone'],
  ['a piece with such a number', page({ title: 'New Balance 410 Trail' }), 'unreadable'],
  ['a piece at such a price', page({ title: 'Wool coat - $410' }), 'unreadable'],
  [
    'a piece of such a number, in data without a price',
    page({ title: 'Adela 404 Cardigan', head: ld(product({ offers: undefined })) }),
    'unreadable',
  ],
  [
    'no longer to be had, in words',
    page({ title: NAME, h1: 'This product is no longer available' }),
    'gone',
  ],
  ['not found, in French', page({ title: 'Page introuvable' }), 'gone'],
  ['not found, in German', page({ title: 'Seite nicht gefunden' }), 'gone'],
  ['waiting for a browser', page({ title: 'Just a moment...' }), 'refused'],
  ['access denied', page({ title: 'Access Denied' }), 'refused'],
  [
    'a wall by its script',
    page({
      title: 'shop.example',
      head: '<script src="https://geo.captcha-delivery.com/captcha.js"></script>',
    }),
    'refused',
  ],
  ['are you a robot', page({ title: 'Are you a robot?' }), 'refused'],
  [
    'drawn by scripts alone',
    '<html><head><title>Shop</title></head><body><div id="root"></div></body></html>',
    'unreadable',
  ],
  ['words without data', page({ body: '<p>$335.00</p>' }), 'unreadable'],
  ['nothing at all', '', 'unreadable'],
  ['what is no page', '\u0000\u0001PNG \uFFFD <<<>>> <div <p <a href=', 'unreadable'],
  ['tags without end', '<div>'.repeat(50_000), 'unreadable'],
]

function tell(html: string, at = URL_OF_PIECE) {
  const bytes = new TextEncoder().encode(html)
  const reading = readPage({ url: at, contentType: 'text/html', bytes })
  expect(Buffer.byteLength(reading.evidence)).toBeLessThanOrEqual(4096)
  const { answer, price, doubt } = verdictOf({ kind: 'page', url: at, reading }, DEAL)
  if (doubt) return `waits ${doubt}`
  if (!price) return answer
  const was = price.wasCents === null ? '' : ` was ${price.wasCents / 100}`
  return `${answer} ${(price.nowCents ?? 0) / 100}${was}${price.basis === 'rrp' ? ' rrp' : ''}`
}

describe('a page of the shape', () => {
  test.each(SHAPES)('%s', (_name, html, told) => {
    expect(tell(html)).toBe(told)
  })

  test('there are more than sixty of them', () => {
    expect(new Set(SHAPES.map(([name]) => name)).size).toBeGreaterThan(60)
  })
})

describe('where the link led', () => {
  const DEAL_PATH = '/p/adela-striped-cardigan-36258/'
  const elsewhere = (path: string) => `https://www.shop.example${path}`
  test.each([
    [
      'to the piece under another name',
      '/products/adela-cardigan',
      sells(offer({ url: null })),
      'same 335',
    ],
    [
      'to another piece',
      '/p/other',
      sells(offer(), { name: 'Linen shirt' }),
      'waits another-piece',
    ],
    [
      'to another piece of that name',
      '/p/adela-skirt',
      sells(offer({ url: null }), { name: 'The Adela pleated skirt' }),
      'waits another-piece',
    ],
    ['to itself under another host', DEAL_PATH, sells(offer(), { name: 'Cardigan' }), 'same 335'],
    ['to the front page', '/', page({ title: 'Shop' }), 'gone'],
    ['to a language’s front page', '/en-us/', page({ title: 'Shop' }), 'gone'],
    ['to what stands above it', '/p', page({ title: 'Pieces' }), 'gone'],
    ['somewhere that says nothing', '/login', page({ title: 'Sign in' }), 'unreadable'],
    [
      'to itself with a word about who comes',
      '/p/adela-striped-cardigan-36258?utm_source=x',
      sells(offer()),
      'same 335',
    ],
  ])('%s', (_name, path, html, told) => {
    expect(tell(html, elsewhere(path))).toBe(told)
  })
})

test.each([
  [404, 'gone'],
  [410, 'gone'],
  [401, 'refused'],
  [403, 'refused'],
  [429, 'refused'],
  [451, 'refused'],
  [500, 'no-answer'],
  [503, 'no-answer'],
  [418, 'unreadable'],
] as const)('an answer of %i tells: %s', (status, answer) => {
  expect(verdictOf({ kind: 'status', status }, DEAL).answer).toBe(answer)
})

test('letters are read by what the answer, or the page, says of them', () => {
  const html = page({ head: ld(product({ name: 'Bouclé Adela' })) })
  const latin = Buffer.from(html.replace('utf-8', 'iso-8859-1'), 'latin1')
  for (const contentType of ['text/html; charset=ISO-8859-1', 'text/html']) {
    const bytes = new Uint8Array(latin)
    const { product: read } = readPage({ url: URL_OF_PIECE, contentType, bytes })
    expect(read?.name).toBe('Bouclé Adela')
  }
})

test('what a price before rests on is compared as well as the price', () => {
  const tellOf = (basis: PriceBasis, priceType: string) => {
    const bytes = Buffer.from(sells(offer(before(650, `https://schema.org/${priceType}`))))
    const reading = readPage({ url: URL_OF_PIECE, contentType: 'text/html', bytes })
    return verdictOf({ kind: 'page', url: URL_OF_PIECE, reading }, { ...DEAL, basis }).answer
  }
  expect(tellOf('rrp', 'MSRP')).toBe('same')
  expect(tellOf('retailer', 'StrikethroughPrice')).toBe('same')
  expect(tellOf('retailer', 'MSRP')).toBe('changed')
  expect(tellOf('unknown', 'StrikethroughPrice')).toBe('changed')
})

test('nought is no price, also of a deal that had none', () => {
  const bytes = Buffer.from(sells(offer({ price: 0 })))
  const reading = readPage({ url: URL_OF_PIECE, contentType: 'text/html', bytes })
  const fetched = { kind: 'page', url: URL_OF_PIECE, reading } as const
  expect(verdictOf(fetched, { ...DEAL, nowCents: null }).doubt).toBe('odd-price')
})

test('a page is compared in what the deal is sold in, and in nothing else', () => {
  const inEuros = { ...DEAL, currency: 'EUR' }
  const tellOf = (offers: unknown) => {
    const bytes = Buffer.from(sells(offers))
    const reading = readPage({ url: URL_OF_PIECE, contentType: 'text/html', bytes })
    const { answer, doubt } = verdictOf({ kind: 'page', url: URL_OF_PIECE, reading }, inEuros)
    return doubt ?? answer
  }
  expect(tellOf(offer({ priceCurrency: 'EUR' }))).toBe('same')
  expect(tellOf(offer({ priceCurrency: 'EUR', price: 310 }))).toBe('changed')
  expect(tellOf(offer())).toBe('other-currency')
  expect(tellOf([offer({ price: 310 }), offer({ priceCurrency: 'EUR' })])).toBe('same')
})
