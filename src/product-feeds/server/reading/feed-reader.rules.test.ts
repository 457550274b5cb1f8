import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_FEED_RULES } from '#app/product-feeds/product-feeds.facts.ts'
import type { FeedPart, FeedToRead } from './feed-messages.ts'
import { readProductFeed } from './feed-reader.ts'
import type { FeedPiece } from './piece.rules.ts'
import { readFeedFile } from './read-feed-file.ts'
import { createXmlItems } from './xml-items.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'feeds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Read = {
  pieces: FeedPiece[]
  end: Extract<FeedPart, { kind: 'end' }> | undefined
  fault: string | undefined
  columns: Record<string, string | null>
}

async function feedOf(
  content: string | Buffer,
  more: Partial<FeedToRead> = {},
): Promise<FeedToRead> {
  const path = join(folder, 'feed')
  await writeFile(path, content)
  return {
    ...{ path, mapping: {}, currency: 'USD', rules: NO_FEED_RULES, atOnce: 250 },
    now: Date.parse('2026-11-23T12:00:00Z'),
    ...more,
  }
}

function createListener() {
  const read: Read = { pieces: [], end: undefined, fault: undefined, columns: {} }
  return {
    read,
    async hear(part: FeedPart) {
      if (part.kind === 'pieces') read.pieces.push(...JSON.parse(part.json))
      if (part.kind === 'end') read.end = part
      if (part.kind === 'fault') read.fault = part.message
      if (part.kind === 'end' || part.kind === 'fault') {
        read.columns = Object.fromEntries(
          part.columns.map(({ heading, field }) => [heading, field] as const),
        )
      }
    },
  }
}

async function readHere(content: string | Buffer, more?: Partial<FeedToRead>): Promise<Read> {
  const { read, hear } = createListener()
  await readFeedFile(await feedOf(content, more), hear)
  return read
}

async function readInThread(content: string | Buffer): Promise<Read> {
  const { read, hear } = createListener()
  for await (const part of readProductFeed(await feedOf(content))) await hear(part)
  return read
}

const item = (fields: Record<string, string>) =>
  `<item>${Object.entries(fields)
    .map(([name, value]) => `<g:${name}>${value}</g:${name}>`)
    .join('')}</item>`

const shopping = (items: string[]) =>
  `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>${items.join('')}</channel></rss>`

const bag = {
  id: '1',
  title: 'Aubrelle Leather Tote',
  brand: 'Aubrelle',
  link: 'https://shop.test/tote',
  image_link: 'https://shop.test/tote.jpg',
  price: '900.00 USD',
  sale_price: '450.00 USD',
  availability: 'in_stock',
  google_product_category:
    'Apparel &amp; Accessories &gt; Handbags, Wallets &amp; Cases &gt; Handbags',
  color: 'Noir',
  gender: 'female',
  gtin: '4006381333931',
}

describe('feeds as they are given', () => {
  test('Google’s XML is read by its words, with what it means', async () => {
    const { pieces, end } = await readHere(shopping([item(bag)]))
    expect(end).toMatchObject({ format: 'xml', rowsRead: 1, rowsKept: 1, rowsRefused: 0 })
    expect(pieces[0]).toMatchObject({
      itemKey: '1',
      brandName: 'Aubrelle',
      productName: 'Leather Tote',
      buyUrl: 'https://shop.test/tote',
      domain: 'shop.test',
      pictureUrls: ['https://shop.test/tote.jpg'],
      department: 'women',
      colour: 'black',
      gtin: '04006381333931',
      currency: 'USD',
      nowHundredths: 45_000,
      wasHundredths: 90_000,
      wasBasis: 'retailer',
      offPerMille: 500,
      isInStock: true,
    })
  })

  test('Atom, tab-separated, and tables of any columns say the same', async () => {
    const atom = await readHere(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>1</g:id><title>Aubrelle Leather Tote</title><link href="https://shop.test/tote"/><g:brand>Aubrelle</g:brand><g:price>900.00 USD</g:price><g:sale_price>450.00 USD</g:sale_price></entry></feed>`,
    )
    const tabs = await readHere(
      'id\ttitle\tbrand\tlink\tprice\tsale_price\r\n1\tAubrelle Leather Tote\tAubrelle\thttps://shop.test/tote\t900.00 USD\t450.00 USD\r\n',
    )
    const own = await readHere(
      Buffer.from(
        'Nr;Bezeichnung;Marke;Adresse;UVP;Jetzt\n1;"Aubrelle Leather Tote";Aubrelle;https://shop.test/tote;900,00;450,00\n',
        'latin1',
      ),
      {
        mapping: { id: 'Nr', name: 'Bezeichnung', brand: 'Marke', link: 'Adresse', price: 'Jetzt' },
      },
    )
    for (const { pieces } of [atom, tabs, own]) {
      expect(pieces).toHaveLength(1)
      expect(pieces[0]).toMatchObject({
        itemKey: '1',
        productName: 'Leather Tote',
        nowHundredths: 45_000,
        wasHundredths: 90_000,
      })
    }
    // A recommended price is not what the shop itself asked.
    expect([tabs, own].map(({ pieces }) => pieces[0]?.wasBasis)).toEqual(['retailer', 'rrp'])
    expect(own.columns).toMatchObject({ Jetzt: 'price', UVP: 'listPrice' })
  })

  test('sizes that are rows of their own are one piece, packed or not', async () => {
    const sized = (id: string, size: string, availability: string) =>
      item({ ...bag, id, size, availability, item_group_id: 'G7' })
    const { pieces } = await readHere(
      gzipSync(
        shopping([
          sized('1', 'IT 40', 'in stock'),
          sized('2', 'IT 42', 'out of stock'),
          sized('3', 'IT 44', 'in stock'),
        ]),
      ),
    )
    expect(pieces).toHaveLength(1)
    expect(pieces[0]).toMatchObject({ itemKey: 'G7 / Noir', sizes: ['IT 40', 'IT 44'] })
  })

  test('of what a shop sells only what fits its rules is taken', async () => {
    const feed = shopping([
      item(bag),
      item({ ...bag, id: '2', brand: 'Else' }),
      item({ ...bag, id: '3', sale_price: '600.00 USD' }),
      item({ ...bag, id: '4', availability: 'out of stock' }),
      item({ ...bag, id: '5', title: 'Coat', google_product_category: '5598' }),
      item({ ...bag, id: '6', price: 'soon', sale_price: '' }),
      item({ ...bag, id: '7', sale_price: '1OO USD' }),
    ])
    const { pieces, end } = await readHere(feed, {
      rules: { brands: ['AUBRELLE'], categories: ['bags'], minPercentOff: 50, isInStockOnly: true },
    })
    expect(pieces.map(({ itemKey }) => itemKey)).toEqual(['1'])
    expect(end).toMatchObject({ rowsRead: 7, rowsKept: 1, rowsLeftOut: 4, rowsRefused: 2 })
    expect(end?.refused.at(-1)?.reason).toBe('Its price cannot be read: 1OO USD.')
  })

  test('a sale counts on its days, what shows no price before is no reduction, and pictures are links', async () => {
    const dated = (id: string, sale_price_effective_date: string) =>
      item({ ...bag, id, sale_price_effective_date })
    const { pieces } = await readHere(
      shopping([
        dated('on', '2026-11-01T00:00-0500/2026-11-30T23:59-0500'),
        dated('over', '2026-10-01T00:00-0400/2026-11-23T06:59-0500'),
        dated('coming', '2026-11-23T07:01-0500/2026-12-01T00:00-0500'),
        dated('unread', 'all of November'),
        item({ ...bag, id: 'plain', sale_price: '', image_link: 'javascript:alert(1)' }),
      ]),
    )
    expect(pieces.map(({ itemKey, nowHundredths }) => [itemKey, nowHundredths])).toEqual([
      ['on', 45_000],
      ['over', 90_000],
      ['coming', 90_000],
      ['unread', 45_000],
      ['plain', 90_000],
    ])
    expect(pieces.map(({ pictureUrls }) => pictureUrls.length)).toEqual([1, 1, 1, 1, 0])
    const reduced = { brands: [], categories: [], minPercentOff: 1, isInStockOnly: false }
    const narrowed = await readHere(
      shopping([item(bag), item({ ...bag, id: '2', sale_price: '' })]),
      {
        rules: reduced,
      },
    )
    expect(narrowed.pieces.map(({ itemKey }) => itemKey)).toEqual(['1'])
  })

  test('what is not new, is dearer than anything or cannot be stored costs itself alone', async () => {
    const { pieces, end } = await readHere(
      ['id\ttitle\tlink\tprice\tcondition']
        .concat([
          '1\tCoat\thttps://shop.test/1\t90\tused',
          '2\tCoat\thttps://shop.test/2\t90\tNeu',
          '3\tCoat\thttps://shop.test/3\t1000000.01\tnew',
          '4\tCoat \ud83d\thttps://shop.test/4\t90\tnew',
        ])
        .join('\n'),
    )
    expect(end?.refused.map(({ reason }) => reason)).toEqual([
      'It is not new: used.',
      'Its price is above 1,000,000.',
      'Its letters cannot be read: the feed is written in others than it says.',
    ])
    expect(pieces.map(({ itemKey }) => itemKey)).toEqual(['2'])
  })

  test('one bad row of 20,000 costs itself alone, and is named', async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, at) =>
        `${at}\tCoat ${at}\tAubrelle\thttps://shop.test/${at}\t${at === 12_345 ? 'soon' : '100'}`,
    )
    rows.push('77\tCoat\tAubrelle\thttps://shop.test/77\t90')
    const { pieces, end } = await readHere(`id\ttitle\tbrand\tlink\tprice\n${rows.join('\n')}`)
    expect(pieces).toHaveLength(19_999)
    expect(end).toMatchObject({ rowsRead: 20_001, rowsKept: 19_999, rowsRefused: 2 })
    expect(end?.refused).toEqual([
      { row: 12_347, reason: 'Its price cannot be read: soon.', words: '12345 · Coat 12345' },
      { row: 20_002, reason: 'Its number is there twice: 77.', words: '77 · Coat' },
    ])
  })
})

describe('feeds that are not what they should be', () => {
  const entities = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${'ha'.repeat(50)}">${Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY ${'abcdefghij'[at + 1]} "${`&${'abcdefghij'[at]};`.repeat(10)}">`,
  ).join(
    '',
  )}<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><item><title>&j;&x;</title></item></channel></rss>`
  const whole = shopping([item(bag), item({ ...bag, id: '2', link: 'https://shop.test/2' })])

  test.each([
    ['brings entities of its own', entities, /document type of its own/],
    ['lies 10,000 levels deep', shopping([`${'<a>'.repeat(10_000)}`]), /deep in each other/],
    ['stops in the middle', whole.slice(0, -60), /stops in the middle/],
    ['stops in the middle of its packing', gzipSync(whole).subarray(0, 200), /stops in the middle/],
    ['is a web page', '<!doctype html><html><body>Sign in</body></html>', /a web page/],
    ['is JSON', '{"products": []}', /This is JSON/],
    ['is a workbook', Buffer.from('PK\u0003\u0004 and more'), /a workbook/],
    ['is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), /neither XML nor text/],
    ['is empty', '', /is empty/],
    ['has no pieces', shopping([]), /No piece was found/],
    ['has no column for what is needed', 'a,b\n1,2\n', /It is not clear which column is 'Name'/],
    [
      'never ends a tag',
      `<rss><channel><item a="${'x'.repeat(5_000_000)}`,
      /without the end of a tag/,
    ],
    [
      'never ends what is no text',
      `<rss><channel><item><title><![CDATA[${'x'.repeat(5_000_000)}`,
      /without the end of a tag/,
    ],
    [
      'has a million attributes',
      shopping([`<item ${'a="" '.repeat(1_000_000)}></item>`]),
      /more than 200 attributes.*Ask the shop/,
    ],
    [
      'says that it is of letters nobody knows',
      '<?xml version="1.0" encoding="klingon"?><rss/>',
      /written in klingon.*Ask the shop/,
    ],
    [
      'unpacks to far more than a feed holds',
      gzipSync(`<rss><channel>${' '.repeat(40_000_000)}</channel></rss>`),
      /more than 200 times its size/,
    ],
  ])('one that %s is refused in words', async (_, content, words) => {
    const { fault, pieces } = await readHere(content)
    expect(fault).toMatch(words)
    expect(fault).toMatch(/(?:Ask|Fetch|Open|Choose|choose|ask|go|Say)[^.]+\.$/)
    expect(pieces).toEqual([])
  })

  test('a text of many megabytes is cut, and what follows it is read', async () => {
    const endless = item({ ...bag, title: 'Tote '.repeat(4_000_000) })
    const { pieces, end } = await readHere(shopping([endless, item({ ...bag, id: '2' })]))
    expect(end).toMatchObject({ rowsRead: 2, rowsKept: 2 })
    expect(pieces.map(({ productName }) => productName.length < 1000)).toEqual([true, true])
  })

  test('a piece in other letters than the feed says is refused, and the others are read', async () => {
    const feed = shopping([item({ ...bag, title: 'Sac été' }), item({ ...bag, id: '2' })])
    const said = feed.replace('"1.0"?', '"1.0" encoding="utf-8"?')
    const { pieces, end } = await readHere(Buffer.from(said, 'latin1'))
    expect(pieces.map(({ itemKey }) => itemKey)).toEqual(['2'])
    expect(end?.refused).toMatchObject([
      { row: 1, reason: expect.stringMatching(/letters cannot be read/) },
    ])
    // A file readable as single bytes is no UTF-16, whatever it declares.
    const double = await readHere(feed.replace('"1.0"?', '"1.0" encoding="utf-16"?'))
    expect(double.pieces.map(({ productName }) => productName)).toEqual(['Sac été', 'Leather Tote'])
  })

  test('words that stand for letters are understood, and what is said literally stays as it is', async () => {
    const { pieces } = await readHere(
      shopping([item({ ...bag, title: 'A &#x26; B &lt;b&gt;<![CDATA[ &amp; <C>]]> &#233;' })]),
    )
    expect(pieces[0]?.productName).toBe('A & B <b> &amp; <C> é')
  })

  test('a feed says the same in whatever parts it comes, and a tag that is not closed costs its own piece alone', () => {
    const feed = `<?xml version="1.0"?><!-- <item> --><rss version='2.0'><channel><title>Shop</title>
      <item><g:id>1</g:id><title>A</title><g:title>B &amp; <![CDATA[C & <D>]]></g:title><other><g:id>9</g:id></other
      ><g:size >M</g:size><g:size>L</g:size><image_link/></item>
      <item><g:id>2</g:id><title>Never closed<price>10</price></item>
      <entry><link rel="next" href="https://shop.test/n"/><link href='https://shop.test/?a=1&amp;b=2'/></entry>
      <item><g:id>3</g:id></nothing><brand> Ü </brand></item></channel></rss>`
    const read = (size: number) => {
      const items: string[] = []
      const { write, end } = createXmlItems((item) => {
        const names = [...item.entries()].map(([name]) => name)
        items.push(names.map((name) => `${name}=${item.all(name).join('|')}`).join('; '))
      })
      for (let at = 0; at < feed.length; at += size) write(feed.slice(at, at + size))
      end()
      return items
    }
    expect(read(feed.length)).toEqual([
      'title=B & C & <D>; id=1; other=9; size=M|L',
      'title=Never closed10; id=2',
      'link=https://shop.test/?a=1&b=2',
      'id=3; brand=Ü',
    ])
    for (const size of [1, 2, 3, 7, 50]) expect(read(size)).toEqual(read(feed.length))
  })

  test('entities that nobody explains stay as they are written', async () => {
    const { pieces } = await readHere(
      shopping([item({ ...bag, title: 'Caf&eacute; &amp; &unknown; tote' })]),
    )
    expect(pieces[0]?.productName).toBe('Caf&eacute; & &unknown; tote')
  })

  test('a quotation mark that is never closed costs its own row alone', async () => {
    const { pieces, end } = await readHere(
      `id,title,link,price\n1,"Coat,https://shop.test/1,10\n${Array.from(
        { length: 9000 },
        (_, at) => `${at + 2},Coat of a long name,https://shop.test/${at + 2},10`,
      ).join('\n')}\n`,
    )
    expect(end).toMatchObject({ rowsRead: 9001, rowsRefused: 1 })
    expect(pieces).toHaveLength(9000)
  })

  test('a thread reads it, with nothing of our surroundings, and ends with whoever listens', async () => {
    const tells = `import { parentPort } from 'node:worker_threads'
      parentPort.postMessage({ kind: 'fault', message: JSON.stringify(process.env), columns: [] })`
    const script = new URL(`data:text/javascript,${encodeURIComponent(tells)}`)
    for await (const part of readProductFeed(await feedOf(whole), undefined, script)) {
      expect(part).toMatchObject({ message: '{}' })
    }
    const { pieces, end, fault } = await readInThread(whole)
    expect({ pieces: pieces.length, rows: end?.rowsRead, fault }).toEqual({
      pieces: 2,
      rows: 2,
      fault: undefined,
    })
    for await (const _ of readProductFeed(await feedOf(whole))) break
    await expect(async () => {
      const given = AbortSignal.abort(new Error('stopped'))
      for await (const _ of readProductFeed(await feedOf(whole), given));
    }).rejects.toThrow('stopped')
  })
})
