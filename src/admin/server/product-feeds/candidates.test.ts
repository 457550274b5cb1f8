import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { cleanUp } from '#app/clean-up.ts'
import type { Candidate, Candidates } from '#app/product-feeds/product-feeds.contract.ts'

import type { FeedPiece } from '#app/product-feeds/server/reading/piece.rules.ts'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { twoBars, twoHalves } from '#test/pictures/sample-pictures.ts'
import { fillPool, poolPiece } from '#test/product-feeds/filled-pool.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

const fetched: string[] = []
/** Until then no picture comes. */
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
let ann: AdminClient

beforeEach(async () => {
  app.setNow(new Date('2026-11-23T14:00:00Z'))
  ann = await openAdminClient(app, 'Ann')
  await app.db.deleteFrom('deals').execute()
  await announceDeals(app.ctx)
  await app.db.deleteFrom('feedSources').execute()
})

async function pool(query = ''): Promise<Candidates> {
  const response = await ann.ask({ url: `/api/admin/candidates${query}` })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const namesOf = ({ candidates }: Candidates) => candidates.map(({ productName }) => productName)
const names = async (query = '') => namesOf(await pool(query))
const pick = async (candidates: Candidate[], isAnyway = false) => {
  const ids = candidates.map(({ id }) => id)
  const url = '/api/admin/candidates/pick'
  return (await ann.ask({ method: 'POST', url, payload: { ids, isAnyway } })).json()
}
const of = (all: Candidates, name: string) => {
  const found = all.candidates.find(({ productName }) => productName === name)
  if (!found) throw new Error(`${name} is not in the pool.`)
  return found
}
const askOf = async (verb: 'dismiss' | 'bring-back', ids: number[], by = ann) => {
  const url = `/api/admin/candidates/${verb}`
  const response = await by.ask({ method: 'POST', url, payload: { ids } })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
/** What the audit says of dismissals, the oldest first. */
const dismissalsNoted = async () =>
  (await ann.ask({ url: '/api/admin/audit?kind=candidate' }))
    .json()
    .entries.toReversed()
    .map((entry: { action: string; actorName: string; subjectLabel: string }) => [
      entry.action,
      entry.actorName,
      entry.subjectLabel,
    ])
const piece = (name: string, more: Partial<FeedPiece> = {}) => poolPiece(name, more)

test('the pool is searched by words, narrowed by each filter, sorted, and counted', async () => {
  await fillPool(app, 'One', [
    piece('Suede boots', {
      brandName: 'Aubrelle',
      category: 'boots',
      department: 'women',
      offPerMille: 600,
    }),
    piece('Leather tote', {
      brandName: 'Aubrelle',
      category: 'totes',
      offPerMille: 450,
      isInStock: false,
    }),
    piece('Wool coat', {
      brandName: 'Fold',
      category: 'coats-and-jackets',
      offPerMille: null,
      nowHundredths: 90_000,
    }),
  ])
  await fillPool(app, 'Two', [
    piece('Boot brush', {
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
  // Words from their beginning, in the singular, whatever their order.
  expect(await names('?q=boots')).toEqual(['Suede boots', 'Boot brush'])
  expect(await names('?q=boo%20aubr')).toEqual(['Suede boots'])
  expect(await names("?q='%20%26%20|%20!")).toHaveLength(3)
  expect(await names('?brand=AUBRELLE&stock=all')).toEqual(['Suede boots', 'Leather tote'])
  expect(await names('?category=shoes')).toEqual(['Suede boots'])
  expect(await names('?department=women')).toEqual(['Suede boots'])
  expect(await names('?off=45')).toEqual(['Suede boots'])
  expect(await names('?max=500')).toEqual(['Suede boots', 'Boot brush'])
  expect(await names('?sort=price-down')).toEqual(['Wool coat', 'Boot brush', 'Suede boots'])
  const all = await pool('?brand=fold&brand=oriel')
  expect(all).toMatchObject({ total: 2, next: null })
  // Each kind is counted under all others.
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
  // A feed that is asked for is told also where nothing of it is left.
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
  expect((await ann.ask({ url: '/api/admin/candidates?after=x' })).statusCode).toBe(400)
})

test('pages follow each other by key: none is told twice or left out', async () => {
  const pieces = Array.from({ length: 130 }, (_, at) =>
    piece(`Piece ${at}`, { offPerMille: 100 * (at % 4), nowHundredths: 1000 + (at % 7) }),
  )
  await fillPool(app, 'One', pieces)
  for (const sort of ['percent-off', 'newest', 'price-up', 'price-down']) {
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await pool(`?sort=${sort}${after && `&after=${encodeURIComponent(after)}`}`)
      seen.push(...namesOf(page))
      if (!page.next) break
      after = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([130, 130])
  }
})

test('what is picked becomes a draft with all that the feed says, and is never published', async () => {
  await fillPool(app, 'One', [
    piece('Suede boots', {
      ...{ brandName: 'Aubrelle', category: 'boots', department: 'women', colour: 'black' },
      ...{ sizes: ['IT 40'], gtin: '04006381333931', styleNumber: 'AB-1', wasBasis: 'rrp' },
      ...{ wasHundredths: 100_000, nowHundredths: 40_000, offPerMille: 600 },
      pictureUrls: ['https://shop.example/gone.jpg', 'https://shop.example/b.jpg'],
    }),
    piece('Wool coat', { currency: 'EUR', nowHundredths: 5000, wasHundredths: 10_000 }),
  ])
  const { made, there } = await pick((await pool()).candidates)
  expect([made.length, there]).toEqual([2, []])
  await runJobs(app.ctx, { everything: true })
  const boots = made.find(({ name }: { name: string }) => name === 'Aubrelle Suede boots')
  const deal = (await ann.read(boots.dealId)).json()
  expect(deal).toMatchObject({
    ...{ isPublished: false, brandName: 'Aubrelle', productName: 'Suede boots' },
    ...{ category: 'boots', department: 'women', colour: 'black', sizes: ['IT 40'] },
    ...{ gtin: '04006381333931', styleNumber: 'AB-1', originalPrice: 1000, salePrice: 400 },
    basis: 'rrp',
    dealCardImageUrl: expect.any(String),
  })
  // What is sold in another currency stays so, and goes out by no door before there is a rate.
  const coat = made.find(({ name }: { name: string }) => name === 'Maison Test Wool coat').dealId
  expect((await ann.read(coat)).json()).toMatchObject({
    ...{ currency: 'EUR', foreignNow: 50, foreignWas: 100, rateDay: null },
    ...{ salePrice: null, originalPrice: null },
  })
  const NO_RATE =
    'There is no rate for EUR that counts today: upload one under Rates before it is published.'
  expect((await ann.publish(coat, true)).json()).toMatchObject({ fields: { currency: NO_RATE } })
  expect((await ann.publishMany([coat])).left).toMatchObject([{ reason: NO_RATE }])
  const rows = await app.db
    .selectFrom('priceObservations')
    .select(['source', 'seenBy', 'dealId'])
    .execute()
  expect(rows.map(({ source, seenBy }) => [source, seenBy])).toEqual([
    ['feed', 'One'],
    ['feed', 'One'],
  ])
  const [entry] = await ann.auditOf(boots.dealId)
  expect(entry).toMatchObject({ action: 'deal.created', actorName: 'Ann' })
  // As one thing that was done.
  const [other] = await ann.auditOf(coat)
  expect(entry.batchId).toEqual(expect.any(String))
  expect(other.batchId).toBe(entry.batchId)
  // What is in the club is not offered again, unless it is asked for.
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
  // Of several the one that lives.
  const draft = await createDeal(app.ctx, { productName: 'Elsewhere', isPublished: false })
  await app.db.updateTable('deals').set({ gtin }).where('id', 'in', [id, draft.id]).execute()
  await fillPool(app, 'One', [
    piece('Same link', {
      buyUrl: 'https://shop.example/same',
      buyUrlKey: 'https://shop.example/same',
    }),
    piece('Same number', { gtin }),
    piece('Twice', { gtin: '00012345678905' }),
    piece('Twice again', { gtin: '00012345678905' }),
  ])
  const all = await pool('?club=all')
  expect(of(all, 'Same number').known).toMatchObject({ dealId: id, by: 'gtin', isLive: true })
  const first = await pick(all.candidates)
  expect(first.made).toHaveLength(1)
  expect(first.there.map(({ known }: { known: { by: string } }) => known.by).toSorted()).toEqual([
    ...['gtin', 'gtin', 'link'],
  ])
  const anyway = await pick([of(all, 'Same link'), of(all, 'Same number')], true)
  expect([anyway.made.length, anyway.there.length]).toEqual([1, 1])
  // Of a feed that was read again meanwhile there is nothing to pick.
  await app.db.updateTable('feedSources').set({ currentRunId: null }).execute()
  expect((await pick([of(all, 'Twice')])).gone).toHaveLength(1)
})

test('a piece whose deal was deleted is offered again, and counted', async () => {
  const link = 'https://shop.example/boots'
  const { id } = await createDeal(app.ctx, { buyUrl: link })
  await fillPool(app, 'One', [piece('Boots', { buyUrl: link, buyUrlKey: link }), piece('Tote')])
  const told = async () => {
    const { total, candidates, feeds } = await pool()
    return [total, candidates.length, feeds[0]?.count]
  }
  expect(await told()).toEqual([1, 1, 1])
  await ann.remove(id)
  expect(await told()).toEqual([2, 2, 2])
})

test('what the last reading brought is found: new, or cheaper than before', async () => {
  const first = [
    piece('Stays'),
    piece('Falls', { nowHundredths: 50_000 }),
    piece('Moves', { nowHundredths: 50_000, currency: 'EUR' }),
  ]
  const feed = await fillPool(app, 'One', first)
  app.setNow(new Date('2026-11-23T14:10:00Z'))
  const next = [
    piece('Stays'),
    piece('Falls', { nowHundredths: 40_000 }),
    // Who knows which of the two currencies was right.
    piece('Moves', { nowHundredths: 40_000 }),
    piece('Comes'),
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
    piece('Boots', { pictureUrls: at('boots') }),
    piece('Tote', { pictureUrls: at('gone') }),
    piece('Coat', { pictureUrls: [] }),
  ])
  fetched.length = 0
  const all = await pool()
  const look = (name: string) =>
    ann.ask({ url: `/api/admin/candidates/${of(all, name).id}/picture` })
  const [boots, again] = await Promise.all([look('Boots'), look('Boots')])
  expect([boots.statusCode, boots.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(boots.headers['cache-control']).toMatch(/^private/)
  expect(again.rawPayload.equals(boots.rawPayload)).toBe(true)
  const { width, height } = await sharp(boots.rawPayload).metadata()
  expect([width, height]).toEqual([200, 250])
  for (const name of ['Tote', 'Tote', 'Coat']) expect((await look(name)).statusCode).toBe(404)
  expect((await ann.ask({ url: '/api/admin/candidates/999999/picture' })).statusCode).toBe(404)
  expect(fetched).toEqual([...at('boots'), ...at('gone')])
  // What could not be had is tried again, later.
  app.setNow(new Date(app.ctx.now().getTime() + 11 * 60_000))
  await look('Tote')
  expect(fetched.length).toBe(3)
})

test('no more than 120 pictures are on their way; then one is told when to come again', async () => {
  const most = 120
  const pieces = Array.from({ length: most + 1 }, (_, at) =>
    piece(`Piece ${at}`, { pictureUrls: [`https://shop.example/way-${at}.jpg`] }),
  )
  await fillPool(app, 'One', pieces)
  const rows = await app.db.selectFrom('feedCandidates').select('id').execute()
  const { promise, resolve } = Promise.withResolvers<void>()
  mayCome = promise
  const look = async (id: number) => {
    const { statusCode, headers } = await ann.ask({ url: `/api/admin/candidates/${id}/picture` })
    return [statusCode, headers['retry-after']]
  }
  const answers: unknown[] = []
  const all: Array<Promise<unknown>> = []
  try {
    for (const { id } of rows) {
      all.push(look(id).then((answer) => answers.push(answer)))
      // One after the other: the database has no line for a hundred.
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
  // Once they have come, there is room again.
  for (const { id } of rows) expect(await look(id)).toEqual([200, undefined])
})

test.each(['card', 'page'])(
  'a draft to which somebody has given a picture of its %s meanwhile keeps that',
  async (where) => {
    const pictureUrls = ['https://shop.example/bars-80-500.png']
    await fillPool(app, 'One', [piece('Suede boots', { pictureUrls })])
    const { made } = await pick((await pool()).candidates)
    const [{ dealId }] = made
    const given = await ann.storePicture(320)
    const isOfCard = where === 'card'
    await ann.edit(dealId, isOfCard ? { dealCardImageUrl: given } : { imageKeys: given })
    await runJobs(app.ctx, { everything: true })
    expect((await ann.read(dealId)).json()).toMatchObject({
      dealCardImageUrl: isOfCard ? given : null,
      images: isOfCard ? [] : [given],
    })
  },
)

test('the same picture in another size is given to a draft once', async () => {
  const named = ['bars-80-500', 'bars-80-300', 'bars-180-500']
  const pictureUrls = named.map((name) => `https://shop.example/${name}.png`)
  await fillPool(app, 'One', [piece('Suede boots', { pictureUrls })])
  const { made } = await pick((await pool()).candidates)
  await runJobs(app.ctx, { everything: true })
  expect(fetched).toEqual(expect.arrayContaining(pictureUrls))
  const deal = (await ann.read(made[0].dealId)).json()
  expect([deal.dealCardImageUrl, ...deal.images]).toHaveLength(2)
})

test('what is dismissed is out of the pool and of each count, also when its feed brings it again, until it is brought back', async () => {
  const before = await dismissalsNoted()
  const pieces = [
    piece('Boots', { brandName: 'Fold', category: 'boots', offPerMille: 500 }),
    piece('Tote', { brandName: 'Fold', category: 'totes', offPerMille: 400 }),
    piece('Coat', { brandName: 'Oriel', category: 'totes', offPerMille: 300 }),
  ]
  const feed = await fillPool(app, 'One', pieces)
  const all = await pool()
  const [boots, tote] = [of(all, 'Boots').id, of(all, 'Tote').id]
  expect(await askOf('dismiss', [boots, tote])).toEqual({
    ...{ dismissed: [boots, tote], others: [], gone: [] },
  })
  for (const search of ['', '?off=30', '?q=o', '?club=all', '?q=o&club=all']) {
    const left = await pool(search)
    expect([search, left.total, namesOf(left)]).toEqual([search, 1, ['Coat']])
    expect(left.brands.map(({ name, count }) => [name, count])).toEqual([['Oriel', 1]])
    expect(left.categories).toEqual([{ value: 'totes', count: 1 }])
    expect(left.feeds.map(({ count }) => count)).toEqual([1])
  }
  // Read again, without one of them for a day.
  app.setNow(new Date('2026-11-23T14:10:00Z'))
  await fillPool(app, 'One', pieces.slice(1), feed)
  expect(await names()).toEqual(['Coat'])
  expect(await names('?dismissed=only')).toEqual(['Tote'])
  app.setNow(new Date('2026-11-23T14:20:00Z'))
  await fillPool(app, 'One', pieces, feed)
  expect(await names()).toEqual(['Coat'])
  // What was read first goes some time afterwards.
  await app.db.deleteFrom('feedCandidates').where('id', 'in', [boots, tote]).execute()

  const away = await pool('?dismissed=only')
  expect([away.total, namesOf(away)]).toEqual([2, ['Boots', 'Tote']])
  expect(away.brands.map(({ name, count }) => [name, count])).toEqual([['Fold', 2]])
  expect(of(away, 'Boots').dismissed).toEqual({ by: 'Ann', at: '2026-11-23T14:00:00.000Z' })
  expect(of(all, 'Boots').dismissed).toBeNull()
  expect(await names('?dismissed=only&category=boots')).toEqual(['Boots'])
  // By the number that it has now.
  const now = of(away, 'Boots').id
  expect(now).not.toBe(boots)
  expect(await askOf('bring-back', [now])).toEqual({ back: [now], gone: [] })
  expect(await names()).toEqual(['Boots', 'Coat'])
  // And by the one it had when it was dismissed, as whoever undoes that still knows it.
  expect(await askOf('bring-back', [tote])).toEqual({ back: [tote], gone: [] })
  expect(await pool()).toMatchObject({ total: 3 })
  expect(await pool('?dismissed=only')).toMatchObject({ total: 0, candidates: [] })
  expect((await dismissalsNoted()).slice(before.length)).toEqual([
    ['candidate.dismissed', 'Ann', 'Fold Boots'],
    ['candidate.dismissed', 'Ann', 'Fold Tote'],
    ['candidate.brought-back', 'Ann', 'Fold Boots'],
    ['candidate.brought-back', 'Ann', 'Fold Tote'],
  ])
})

test('a dismissal is one however often and by how many it is asked, and says whose it is', async () => {
  const ben = await openAdminClient(app, 'Ben')
  const before = await dismissalsNoted()
  const noted = async () => (await dismissalsNoted()).length - before.length
  const feed = await fillPool(app, 'One', [piece('Boots'), piece('Tote'), piece('Coat')])
  const all = await pool()
  const [boots, tote, coat] = ['Boots', 'Tote', 'Coat'].map((name) => of(all, name).id)
  if (!boots || !tote || !coat) throw new Error('All three are there.')
  const [first, again, other] = await Promise.all([
    askOf('dismiss', [boots, tote]),
    askOf('dismiss', [tote, boots, tote]),
    askOf('dismiss', [coat, tote], ben),
  ])
  expect([first.dismissed.length + first.others.length, first.gone]).toEqual([2, []])
  expect(again.dismissed.toSorted()).toEqual(first.dismissed.toSorted())
  expect(other.dismissed).toContain(coat)
  expect([...first.others, ...other.others]).toEqual([tote])
  expect(await noted()).toBe(3)
  expect(await names()).toEqual([])
  expect(await askOf('bring-back', [boots, tote, coat], ben)).toMatchObject({ gone: [] })
  expect(await askOf('bring-back', [boots, tote, coat])).toEqual({
    ...{ back: [boots, tote, coat], gone: [] },
  })
  expect(await noted()).toBe(6)

  // Of a feed that was read again meanwhile nobody knows what the number was.
  await app.db.updateTable('feedSources').set({ currentRunId: null }).execute()
  expect(await askOf('dismiss', [boots])).toEqual({ dismissed: [], others: [], gone: [boots] })
  expect(await askOf('bring-back', [boots])).toEqual({ back: [], gone: [boots] })
  expect(await noted()).toBe(6)
  // With its feed goes what was said of it.
  await fillPool(app, 'One', [piece('Boots')], feed)
  await askOf('dismiss', [of(await pool(), 'Boots').id])
  await app.db.deleteFrom('feedSources').execute()
  expect(await app.db.selectFrom('feedDismissals').selectAll().execute()).toEqual([])
})

test('a dismissed candidate that is picked after all is not dismissed any more; one that is a deal is counted once', async () => {
  await fillPool(app, 'One', [piece('Boots'), piece('Tote'), piece('Coat')])
  const all = await pool()
  await askOf('dismiss', [of(all, 'Boots').id, of(all, 'Tote').id])
  const { made } = await pick([of(all, 'Boots')])
  expect(made).toHaveLength(1)
  expect(await names('?dismissed=only&club=all')).toEqual(['Tote'])
  // By another way than the pool.
  await createDeal(app.ctx, { productName: 'The same', buyUrl: 'https://shop.example/tote' })
  await app.db
    .updateTable('deals')
    .set({ buyUrlKey: 'shop.example/tote' })
    .where('productName', '=', 'The same')
    .execute()
  expect(await pool()).toMatchObject({ total: 1, candidates: [{ productName: 'Coat' }] })
  expect(await pool('?club=all')).toMatchObject({ total: 2 })
  expect(await pool('?dismissed=only')).toMatchObject({ total: 0 })
})

test('a dismissal outlives months without its piece, and is forgotten after half a year', async () => {
  const DAY_MS = 24 * 60 * 60_000
  const both = [piece('Suede boots'), piece('Leather tote')]
  const feed = await fillPool(app, 'One', both)
  await askOf('dismiss', [of(await pool(), 'Suede boots').id])
  const cleanUpAfter = async (days: number) => {
    app.setNow(new Date(app.ctx.now().getTime() + days * DAY_MS))
    ann = await openAdminClient(app, 'Ann')
    await cleanUp(app.ctx)
  }
  // As long as its feed brings it.
  await cleanUpAfter(0)
  await cleanUpAfter(400)
  expect(await names()).toEqual(['Leather tote'])

  // Away for months, and back: it begins anew.
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(180)
  await fillPool(app, 'One', both, feed)
  await cleanUpAfter(1)
  expect(await names()).toEqual(['Leather tote'])
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(179)
  await fillPool(app, 'One', both, feed)
  expect(await names()).toEqual(['Leather tote'])

  // Away for more than half a year.
  await fillPool(app, 'One', both.slice(1), feed)
  await cleanUpAfter(1)
  await cleanUpAfter(181)
  await fillPool(app, 'One', both, feed)
  expect((await names()).toSorted()).toEqual(['Leather tote', 'Suede boots'])
})
