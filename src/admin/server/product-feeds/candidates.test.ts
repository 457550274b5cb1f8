import sharp from 'sharp'
import { expect, test } from 'vitest'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { twoBars, twoHalves } from '#test/pictures/sample-pictures.ts'
import {
  candidateCalled,
  candidateNames,
  useCandidatesDesk,
} from '#test/product-feeds/candidates-desk.ts'
import { fillPool, poolPiece } from '#test/product-feeds/filled-pool.ts'
import { createDeal } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

const fetched: string[] = []
/** Holds back all pictures until it resolves. */
let mayCome: Promise<void> | undefined
const app = useTestApp({
  fetchOutside: async (address) => {
    fetched.push(address)
    await mayCome
    if (address.includes('gone')) throw new OutsideFailure('shop.example answered 404.', 'refused')
    const bars = /bars-(\d+)-(\d+)/.exec(address)
    if (bars) {
      const [, shade, height] = bars.map(Number)
      const drawn = await twoBars(shade ?? 0)
        .png()
        .toBuffer()
      return sharp(drawn)
        .resize({ height: height ?? 0 })
        .png()
        .toBuffer()
    }
    return twoHalves(640, 800).png().toBuffer()
  },
})
const desk = useCandidatesDesk(app)
const { pool, names, pick } = desk

test('the pool is searched by words, narrowed by each filter, sorted, and counted', async () => {
  await fillPool(app, 'One', [
    poolPiece('Suede boots', {
      brandName: 'Aubrelle',
      category: 'boots',
      department: 'women',
      offPerMille: 600,
    }),
    poolPiece('Leather tote', {
      brandName: 'Aubrelle',
      category: 'totes',
      offPerMille: 450,
      isInStock: false,
    }),
    poolPiece('Wool coat', {
      brandName: 'Fold',
      category: 'coats-and-jackets',
      offPerMille: null,
      nowHundredths: 90_000,
    }),
  ])
  await fillPool(app, 'Two', [
    poolPiece('Boot brush', {
      brandName: 'Oriel',
      category: null,
      offPerMille: 100,
      sizes: ['IT 40'],
      sizeKeys: ['IT:40'],
    }),
  ])
  expect(await names()).toEqual(['Suede boots', 'Boot brush', 'Wool coat'])
  expect(await names('?stock=all')).toEqual([
    'Suede boots',
    'Leather tote',
    'Boot brush',
    'Wool coat',
  ])
  // Word prefixes in the singular, in any order.
  expect(await names('?q=boots')).toEqual(['Suede boots', 'Boot brush'])
  expect(await names('?q=boo%20aubr')).toEqual(['Suede boots'])
  expect(await names("?q='%20%26%20|%20!")).toHaveLength(3)
  expect(await names('?brand=AUBRELLE&stock=all')).toEqual(['Suede boots', 'Leather tote'])
  expect(await names('?category=shoes')).toEqual(['Suede boots'])
  expect(await names('?department=women')).toEqual(['Suede boots'])
  expect(await names('?off=45')).toEqual(['Suede boots'])
  // Stored counts are in steps of ten percent; values between them are counted directly.
  expect((await pool('?off=45&stock=all')).total).toBe(2)
  expect(await names('?max=500')).toEqual(['Suede boots', 'Boot brush'])
  expect(await names('?sort=price-down')).toEqual(['Wool coat', 'Boot brush', 'Suede boots'])
  const all = await pool('?brand=fold&brand=oriel')
  expect(all).toMatchObject({ total: 2, next: null })
  // Each facet is counted under all the others.
  expect(all.brands.map(({ name, count }) => [name, count])).toEqual([
    ['Fold', 1],
    ['Oriel', 1],
    ['Aubrelle', 1],
  ])
  expect(all.feeds.map(({ name, count }) => [name, count])).toEqual([
    ['One', 1],
    ['Two', 1],
  ])
  expect(all.categories).toEqual([{ value: 'coats-and-jackets', count: 1 }])
  // A selected feed is listed even if none of its pieces match.
  const [one] = all.feeds
  expect(await pool(`?feed=${one?.id}&q=brush`)).toMatchObject({
    ...{
      total: 0,
      feeds: [
        { name: 'One', count: 0 },
        { name: 'Two', count: 1 },
      ],
    },
  })
  expect((await desk.ann.ask({ url: '/api/admin/candidates?after=x' })).statusCode).toBe(400)
})

test('pages follow each other by key: none is told twice or left out', async () => {
  const pieces = Array.from({ length: 130 }, (_, at) =>
    poolPiece(`Piece ${at}`, { offPerMille: 100 * (at % 4), nowHundredths: 1000 + (at % 7) }),
  )
  await fillPool(app, 'One', pieces)
  for (const sort of ['percent-off', 'newest', 'price-up', 'price-down']) {
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await pool(`?sort=${sort}${after && `&after=${encodeURIComponent(after)}`}`)
      seen.push(...candidateNames(page))
      if (!page.next) break
      after = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([130, 130])
  }
})

test('what is picked becomes a draft with all that the feed says, and is never published', async () => {
  await fillPool(app, 'One', [
    poolPiece('Suede boots', {
      ...{ brandName: 'Aubrelle', category: 'boots', department: 'women', colour: 'black' },
      ...{ sizes: ['IT 40'], gtin: '04006381333931', styleNumber: 'AB-1', wasBasis: 'rrp' },
      ...{ wasHundredths: 100_000, nowHundredths: 40_000, offPerMille: 600 },
      pictureUrls: ['https://shop.example/gone.jpg', 'https://shop.example/b.jpg'],
    }),
    poolPiece('Wool coat', { currency: 'EUR', nowHundredths: 5000, wasHundredths: 10_000 }),
  ])
  const { made, there } = await pick((await pool()).candidates)
  expect([made.length, there]).toEqual([2, []])
  await runJobs(app.ctx, { everything: true })
  const boots = made.find(({ name }: { name: string }) => name === 'Aubrelle Suede boots')
  const deal = (await desk.ann.read(boots.dealId)).json()
  expect(deal).toMatchObject({
    ...{ isPublished: false, brandName: 'Aubrelle', productName: 'Suede boots' },
    ...{ category: 'boots', department: 'women', colour: 'black', sizes: ['IT 40'] },
    ...{ gtin: '04006381333931', styleNumber: 'AB-1', originalPrice: 1000, salePrice: 400 },
    basis: 'rrp',
    dealCardImageUrl: expect.any(String),
  })
  // A piece in another currency keeps it, and cannot be published before there is a rate.
  const coat = made.find(({ name }: { name: string }) => name === 'Maison Test Wool coat').dealId
  expect((await desk.ann.read(coat)).json()).toMatchObject({
    ...{ currency: 'EUR', foreignNow: 50, foreignWas: 100, rateDay: null },
    ...{ salePrice: null, originalPrice: null },
  })
  const NO_RATE =
    'There is no rate for EUR that counts today: upload one under Rates before it is published.'
  expect((await desk.ann.publish(coat, true)).json()).toMatchObject({
    fields: { currency: NO_RATE },
  })
  expect((await desk.ann.publishMany([coat])).left).toMatchObject([{ reason: NO_RATE }])
  const rows = await app.db
    .selectFrom('priceObservations')
    .select(['source', 'seenBy', 'dealId'])
    .execute()
  expect(rows.map(({ source, seenBy }) => [source, seenBy])).toEqual([
    ['feed', 'One'],
    ['feed', 'One'],
  ])
  const [entry] = await desk.ann.auditOf(boots.dealId)
  expect(entry).toMatchObject({ action: 'deal.created', actorName: 'Ann' })
  // Recorded as one batch.
  const [other] = await desk.ann.auditOf(coat)
  expect(entry.batchId).toEqual(expect.any(String))
  expect(other.batchId).toBe(entry.batchId)
  // A piece that is in the club is not offered again, unless requested.
  expect(await names()).toEqual([])
  expect((await pool('?club=all')).candidates.map(({ known }) => known?.by)).toEqual([
    'link',
    'link',
  ])
})

test('a piece that is there by its link is offered as that deal; by its number it may be made anyway', async () => {
  const gtin = '04006381333931'
  await createDeal(app.ctx, { productName: 'The same', buyUrl: 'https://shop.example/same' })
  const { id } = await createDeal(app.ctx, { productName: 'Elsewhere' })
  // Of several deals, the live one.
  const draft = await createDeal(app.ctx, { productName: 'Elsewhere', isPublished: false })
  await app.db.updateTable('deals').set({ gtin }).where('id', 'in', [id, draft.id]).execute()
  await fillPool(app, 'One', [
    poolPiece('Same link', {
      buyUrl: 'https://shop.example/same',
      buyUrlKey: 'https://shop.example/same',
    }),
    poolPiece('Same number', { gtin }),
    poolPiece('Twice', { gtin: '00012345678905' }),
    poolPiece('Twice again', { gtin: '00012345678905' }),
  ])
  const all = await pool('?club=all')
  expect(candidateCalled('Same number', all).known).toMatchObject({
    dealId: id,
    by: 'gtin',
    isLive: true,
  })
  const first = await pick(all.candidates)
  expect(first.made).toHaveLength(1)
  expect(first.there.map(({ known }: { known: { by: string } }) => known.by).toSorted()).toEqual([
    ...['gtin', 'gtin', 'link'],
  ])
  const anyway = await pick(
    [candidateCalled('Same link', all), candidateCalled('Same number', all)],
    true,
  )
  expect([anyway.made.length, anyway.there.length]).toEqual([1, 1])
  // After its feed was read again, there is nothing to pick.
  await app.db.updateTable('feedSources').set({ currentRunId: null }).execute()
  expect((await pick([candidateCalled('Twice', all)])).gone).toHaveLength(1)
})

test('a piece whose deal was deleted is offered again, and counted', async () => {
  const link = 'https://shop.example/boots'
  const { id } = await createDeal(app.ctx, { buyUrl: link })
  await fillPool(app, 'One', [
    poolPiece('Boots', { buyUrl: link, buyUrlKey: link }),
    poolPiece('Tote'),
  ])
  const told = async () => {
    const { total, candidates, feeds } = await pool()
    return [total, candidates.length, feeds[0]?.count]
  }
  expect(await told()).toEqual([1, 1, 1])
  await desk.ann.remove(id)
  expect(await told()).toEqual([2, 2, 2])
})

test('what the last reading brought is found: new, or cheaper than before', async () => {
  const first = [
    poolPiece('Stays'),
    poolPiece('Falls', { nowHundredths: 50_000 }),
    poolPiece('Moves', { nowHundredths: 50_000, currency: 'EUR' }),
  ]
  const feed = await fillPool(app, 'One', first)
  app.setNow(new Date('2026-11-23T14:10:00Z'))
  const next = [
    poolPiece('Stays'),
    poolPiece('Falls', { nowHundredths: 40_000 }),
    // The currency has changed, so the prices are not comparable.
    poolPiece('Moves', { nowHundredths: 40_000 }),
    poolPiece('Comes'),
  ]
  await fillPool(app, 'One', next, feed)
  expect(await names('?since=new')).toEqual(['Comes'])
  const cheaper = await pool('?since=cheaper')
  expect(cheaper.candidates).toMatchObject([
    { productName: 'Falls', price: 400, earlierPrice: 500 },
  ])
})

test('a candidate is looked at by its picture, which our server fetches once and draws anew', async () => {
  const at = (name: string) => [`https://shop.example/${name}.jpg`]
  await fillPool(app, 'One', [
    poolPiece('Boots', { pictureUrls: at('boots') }),
    poolPiece('Tote', { pictureUrls: at('gone') }),
    poolPiece('Coat', { pictureUrls: [] }),
  ])
  fetched.length = 0
  const all = await pool()
  const look = (name: string) =>
    desk.ann.ask({ url: `/api/admin/candidates/${candidateCalled(name, all).id}/picture` })
  const [boots, again] = await Promise.all([look('Boots'), look('Boots')])
  expect([boots.statusCode, boots.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(boots.headers['cache-control']).toMatch(/^private/)
  expect(again.rawPayload.equals(boots.rawPayload)).toBe(true)
  const { width, height } = await sharp(boots.rawPayload).metadata()
  expect([width, height]).toEqual([200, 250])
  for (const name of ['Tote', 'Tote', 'Coat']) expect((await look(name)).statusCode).toBe(404)
  expect((await desk.ann.ask({ url: '/api/admin/candidates/999999/picture' })).statusCode).toBe(404)
  expect(fetched).toEqual([...at('boots'), ...at('gone')])
  // A failed picture is tried again later.
  app.setNow(new Date(app.ctx.now().getTime() + 11 * 60_000))
  await look('Tote')
  expect(fetched.length).toBe(3)
})

test('no more than 120 pictures are on their way; then one is told when to come again', async () => {
  const most = 120
  const pieces = Array.from({ length: most + 1 }, (_, at) =>
    poolPiece(`Piece ${at}`, { pictureUrls: [`https://shop.example/way-${at}.jpg`] }),
  )
  await fillPool(app, 'One', pieces)
  const rows = await app.db.selectFrom('feedCandidates').select('id').execute()
  const { promise, resolve } = Promise.withResolvers<void>()
  mayCome = promise
  const look = async (id: number) => {
    const { statusCode, headers } = await desk.ann.ask({
      url: `/api/admin/candidates/${id}/picture`,
    })
    return [statusCode, headers['retry-after']]
  }
  const answers: unknown[] = []
  const all: Array<Promise<unknown>> = []
  try {
    for (const { id } of rows) {
      all.push(look(id).then((answer) => answers.push(answer)))
      // One after the other: the database has no queue for a hundred.
      expect(await look(999_999)).toEqual([404, undefined])
    }
    await expect
      .poll(() => answers, { timeout: 20_000 })
      .toEqual([[503, expect.stringMatching(/^\d+$/)]])
  } finally {
    resolve()
  }
  await Promise.all(all)
  expect(answers.slice(1)).toEqual(Array(most).fill([200, undefined]))
  // Once the pictures have arrived, there is room again.
  for (const { id } of rows) expect(await look(id)).toEqual([200, undefined])
})

test.each(['card', 'page'])(
  'a draft to which somebody has given a picture of its %s meanwhile keeps that',
  async (where) => {
    const pictureUrls = ['https://shop.example/bars-80-500.png']
    await fillPool(app, 'One', [poolPiece('Suede boots', { pictureUrls })])
    const { made } = await pick((await pool()).candidates)
    const [{ dealId }] = made
    const given = await desk.ann.storePicture(320)
    const isOfCard = where === 'card'
    await desk.ann.edit(dealId, isOfCard ? { dealCardImageUrl: given } : { imageKeys: given })
    await runJobs(app.ctx, { everything: true })
    expect((await desk.ann.read(dealId)).json()).toMatchObject({
      dealCardImageUrl: isOfCard ? given : null,
      images: isOfCard ? [] : [given],
    })
  },
)

test('the same picture in another size is given to a draft once', async () => {
  const named = ['bars-80-500', 'bars-80-300', 'bars-180-500']
  const pictureUrls = named.map((name) => `https://shop.example/${name}.png`)
  await fillPool(app, 'One', [poolPiece('Suede boots', { pictureUrls })])
  const { made } = await pick((await pool()).candidates)
  await runJobs(app.ctx, { everything: true })
  expect(fetched).toEqual(expect.arrayContaining(pictureUrls))
  const deal = (await desk.ann.read(made[0].dealId)).json()
  expect([deal.dealCardImageUrl, ...deal.images]).toHaveLength(2)
})
