import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Trx } from '#app/db/database.ts'
import type { ProductFeed } from '#app/product-feeds/product-feeds.contract.ts'
import { NO_FEED_RULES } from '#app/product-feeds/product-feeds.facts.ts'
import { addFeed } from '#app/product-feeds/server/feeds/feeds.ts'
import { insertPieces } from '#app/product-feeds/server/feeds/runs.queries.ts'
import { productFeedsQueue } from '#app/product-feeds/server/feeds/work.ts'
import type { FeedPiece } from '#app/product-feeds/server/reading/piece.rules.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { askMeanwhile } from '#test/support/databases/lock-waits.ts'
import { runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

let answer: (request: IncomingMessage, response: ServerResponse) => void
const asked: Array<{ path: string; ifNoneMatch: string | undefined }> = []
const shop: Server = createServer((request, response) => {
  asked.push({ path: request.url ?? '', ifNoneMatch: request.headers['if-none-match'] })
  answer(request, response)
})
const app = useTestApp({
  readOutside: createReadOutside({
    resolve: async (host) => [host === 'inside.example' ? '10.0.0.7' : '127.0.0.1'],
    isAllowed: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
  }),
})
const URL_OF_FEEDS = '/api/admin/product-feeds'
const MORNING = new Date('2026-11-23T14:00:00Z')
let ann: AdminClient
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  address = `http://shop.example:${(shop.address() as AddressInfo).port}/feed.tsv`
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})
beforeEach(async () => {
  app.setNow(MORNING)
  asked.length = 0
  ann = await openAdminClient(app, 'Ann')
  await app.db.deleteFrom('feedSources').execute()
})

type Piece = { id: string; price?: string; sale?: string; brand?: string; stock?: string }
const table = (pieces: Piece[]) =>
  [
    'id\ttitle\tbrand\tlink\tprice\tsale_price\tavailability\tsize',
    ...pieces.map(({ id, price = '900', sale = '450', brand = 'Aubrelle', stock = 'in stock' }) =>
      [id, `Tote ${id}`, brand, `https://shop.example/${id}`, price, sale, stock, 'M'].join('\t'),
    ),
  ].join('\n')
const gives =
  (content: string, headers: Record<string, string> = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, headers).end(content)

async function feeds(): Promise<ProductFeed[]> {
  return (await ann.ask({ url: URL_OF_FEEDS })).json().feeds
}
async function theFeed(): Promise<ProductFeed> {
  const [feed] = await feeds()
  if (!feed) throw new Error('There is no feed.')
  return feed
}
const add = (more: object = {}) =>
  ann.ask({
    ...{ method: 'POST', url: URL_OF_FEEDS },
    payload: { name: 'Shop', address: null, currency: 'USD', rules: NO_FEED_RULES, ...more },
  })
const act = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
  ann.ask({ method, url: `${URL_OF_FEEDS}/${path}`, ...(payload && { payload }) })
const names = async () => {
  const rows = await app.db
    .selectFrom('feedCandidates')
    .innerJoin('feedSources', 'feedSources.currentRunId', 'feedCandidates.runId')
    .select('productName')
    .orderBy('feedCandidates.id')
    .execute()
  return rows.map(({ productName }) => productName)
}
async function onDay(days: number) {
  app.setNow(new Date(MORNING.getTime() + days * DAY_MS))
  ann = await openAdminClient(app, 'Ann')
}
/** Of any run. */
const stored = async () => (await app.db.selectFrom('feedCandidates').select('id').execute()).length
/** Runs the scheduled job. */
const work = () => productFeedsQueue.work(app.ctx, {})
async function upload(content: string | Buffer, fileName = 'feed.tsv') {
  const { id } = await theFeed()
  const response = await ann.send('POST', `${URL_OF_FEEDS}/${id}/file`, {}, [
    { field: 'file', fileName, bytes: content },
  ])
  expect(response.statusCode, response.body).toBe(200)
  return vi.waitFor(
    async () => {
      const [run] = (await theFeed()).runs
      if (!run?.endedAt) throw new Error('It is being read.')
      return run
    },
    { timeout: 60_000, interval: 30 },
  )
}

describe('a product feed', () => {
  test('by file: its pieces come all at once, and a broken one changes nothing', async () => {
    await add()
    expect(await upload(table([{ id: '1' }, { id: '2' }]))).toMatchObject({
      ...{ state: 'done', fileName: 'feed.tsv', askedBy: 'Ann' },
      ...{ rowsRead: 2, rowsKept: 2, rowsRefused: 0, pieces: 2, added: 2, gone: 0 },
    })
    expect(await names()).toEqual(['Tote 1', 'Tote 2'])

    // Hundreds of its pieces are stored before it fails.
    const cut = Array.from(
      { length: 400 },
      (_, n) =>
        `<item><title>Tote 9</title><link>https://shop.example/9${n}</link><price>9</price></item>`,
    )
    const broken = await upload(`<rss><channel>${cut.join('')}`)
    expect(broken).toMatchObject({
      state: 'failed',
      problem: expect.stringMatching(/in the middle/),
    })
    await expect.poll(stored).toBe(2)
    expect(await names()).toEqual(['Tote 1', 'Tote 2'])

    const next = await upload(
      table([{ id: '2', sale: '400' }, { id: '3' }, { id: '4', sale: 'x', price: 'y' }]),
    )
    expect(next).toMatchObject({
      ...{ state: 'done', pieces: 2, added: 1, changed: 1, cheaper: 1, gone: 1, rowsRefused: 1 },
      refused: [{ row: 4, reason: 'Its price cannot be read: x.', words: '4 · Tote 4' }],
    })
    expect(await names()).toEqual(['Tote 2', 'Tote 3'])
    // A run ends before the pieces of the one before are deleted.
    await expect.poll(stored).toBe(2)
    // It has no address to be fetched from.
    expect((await theFeed()).nextFetchAt).toBeNull()
    const { entries } = (await ann.ask({ url: '/api/admin/audit?kind=product-feed' })).json()
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      ...Array(3).fill('product-feed.uploaded'),
      'product-feed.added',
    ])
  })

  test('of which a piece has its sizes far apart in it offers it where one of them is there, and is cheaper in one currency alone', async () => {
    await add()
    const rows = table(Array.from({ length: 300 }, (_, n) => ({ id: `${n}` }))).split('\n')
    const piece = (size: string, stock: string) =>
      [`a-${size}`, 'Wool coat', 'Fold', 'https://shop.example/a', '900', '450', stock, size]
        .concat('coat')
        .join('\t')
    const [headings = '', ...others] = rows
    const sheet = [`${headings}\titem_group_id`, piece('S', 'in stock'), ...others]
    await upload([...sheet, piece('M', 'sold out')].join('\n'))
    const asked = await ann.ask({ url: '/api/admin/candidates?q=coat' })
    expect(asked.json().candidates).toMatchObject([{ sizes: ['S'], isInStock: true }])

    await upload(table([{ id: '1', price: '900 EUR', sale: '450 EUR' }, { id: '2' }]))
    const next = await upload(
      table([
        { id: '1', sale: '400' },
        { id: '2', sale: '400' },
      ]),
    )
    expect(next).toMatchObject({ pieces: 2, changed: 2, cheaper: 1 })
  })

  test('by address: fetched at once, then daily if it is another by then', async () => {
    answer = gives(table([{ id: '1' }]), { etag: '"one"' })
    expect((await add({ address })).statusCode).toBe(200)
    expect((await theFeed()).runs[0]).toMatchObject({ state: 'waiting' })
    await runJobs(app.ctx, { everything: true })
    expect(await theFeed()).toMatchObject({
      candidates: 1,
      nextFetchAt: new Date(MORNING.getTime() + DAY_MS).toISOString(),
      runs: [{ state: 'done', bytes: expect.any(Number) }],
    })

    // The next day it is fetched again, by the clock alone.
    answer = (request, response) =>
      void response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 500).end()
    await work()
    expect(asked).toHaveLength(1)
    await onDay(1)
    await work()
    expect(asked.at(-1)?.ifNoneMatch).toBe('"one"')
    expect((await theFeed()).runs[0]).toMatchObject({ state: 'same', askedBy: null })

    // A failed fetch is retried before the next day.
    await onDay(2)
    answer = (_request, response) => void response.writeHead(503).end()
    await work()
    const failed = await theFeed()
    expect(failed.runs[0]).toMatchObject({
      state: 'failed',
      problem: 'shop.example answered 503. It is asked again in 2 hours.',
    })
    expect(failed.candidates).toBe(1)
    expect(Date.parse(failed.nextFetchAt ?? '')).toBe(app.ctx.now().getTime() + 2 * HOUR_MS)

    // First with other columns, which changes nothing; then as before, with other pieces.
    for (const [content, state, candidates] of [
      [table([{ id: '1' }]).replace('title', 'words'), 'failed', 1],
      [table([{ id: '2' }, { id: '3' }]), 'done', 2],
    ] as const) {
      answer = gives(content)
      await act('POST', `${failed.id}/fetch`)
      await runJobs(app.ctx, { everything: true })
      const { candidates: there, runs } = await theFeed()
      expect([runs[0]?.state, there]).toEqual([state, candidates])
    }
    expect(await names()).toEqual(['Tote 2', 'Tote 3'])
  })

  test('that a stop has broken off is read from its beginning: what the shop has taken out since is not there', async () => {
    answer = gives(table(Array.from({ length: 600 }, (_, n) => ({ id: `old-${n}` }))))
    await add({ address })
    let asked = 0
    const isDraining = () => {
      asked += 1
      // Stops after some of its pieces.
      return asked > 3
    }
    await productFeedsQueue.work({ ...app.ctx, isDraining }, {})
    expect((await theFeed()).runs).toMatchObject([{ state: 'waiting' }])
    expect(await stored()).toBeGreaterThan(0)
    answer = gives(table([{ id: '1' }, { id: '2' }]))
    await work()
    expect((await theFeed()).runs[0]).toMatchObject({ state: 'done', pieces: 2 })
    expect(await names()).toEqual(['Tote 1', 'Tote 2'])
  })

  test('is read anew the next time where its rules change while it is read', async () => {
    answer = gives(table([{ id: '1' }]), { etag: '"one"' })
    await add({ address })
    await sql`create function rules_change() returns trigger language plpgsql as $$ begin
      update feed_sources set version = version + 1; return null; end $$`.execute(app.db)
    await sql`create trigger rules_change before insert on feed_candidates
      execute function rules_change()`.execute(app.db)
    await runJobs(app.ctx, { everything: true })
    await sql`drop function rules_change cascade`.execute(app.db)
    expect(await theFeed()).toMatchObject({ candidates: 1, runs: [{ state: 'done' }] })
    await onDay(1)
    await work()
    expect(asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([undefined, undefined])
  })

  test.each([
    ['first', 250],
    ['last', 600],
  ])(
    'does not count once it is given up, at its %s piece, and is read no further',
    async (last, most) => {
      answer = gives(table([{ id: '1' }]))
      await add({ address })
      await work()
      const between = Array.from({ length: 598 }, (_, n) => ({ id: `new-${n}` }))
      answer = gives(table([{ id: 'first' }, ...between, { id: 'last' }]))
      await sql`create function give_up() returns trigger language plpgsql as $$ begin
      update feed_runs set state = 'failed' where id = new.run_id; return new; end $$`.execute(
        app.db,
      )
      await sql`create trigger give_up before insert on feed_candidates for each row
      when (new.item_key like ${sql.lit(`%${last}`)}) execute function give_up()`.execute(app.db)
      await onDay(1)
      await work()
      await sql`drop function give_up cascade`.execute(app.db)
      expect((await theFeed()).runs.map(({ state }) => state)).toEqual(['failed', 'done'])
      expect(await names()).toEqual(['Tote 1'])
      expect(await stored()).toBe(1 + most)
    },
  )

  test('is fetched from where it is said to be by now, though a fetch is under way that does not end', async () => {
    answer = (_request, response) => void response.writeHead(200).write(table([{ id: '1' }]))
    await add({ address })
    const working = work()
    await expect.poll(() => asked.length).toBe(1)
    const { id, version } = await theFeed()
    const mended = address.replace('feed', 'mended')
    answer = (request, response) =>
      void response.end(table([{ id: request.url === '/mended.tsv' ? '2' : '1' }]))
    expect((await act('PATCH', id, { version, address: mended })).statusCode).toBe(200)
    expect((await theFeed()).runs).toMatchObject([
      { state: 'waiting' },
      { state: 'failed', problem: 'What is said of the feed was changed meanwhile.' },
    ])
    shop.closeAllConnections()
    await working
    expect(await names()).toEqual(['Tote 2'])
    expect((await theFeed()).runs).toMatchObject([{ state: 'done' }, { state: 'failed' }])
  })

  test('is not fetched once its address has been taken away', async () => {
    await add({ address })
    const { id, version } = await theFeed()
    await act('PATCH', id, { version, address: null })
    await work()
    expect(asked).toEqual([])
    expect((await theFeed()).runs).toMatchObject([
      { state: 'failed', problem: 'It has no address any more.' },
    ])
  })

  test('that sends on and on is let go once it has been removed', async () => {
    let sending: NodeJS.Timeout | undefined
    const isClosed = new Promise<void>((resolve) => {
      answer = (_request, response) => {
        sending = setInterval(() => response.write(`${table([{ id: '1' }])}\n`), 100)
        response.once('close', resolve)
      }
    })
    await add({ address })
    const working = work()
    await expect.poll(() => asked.length).toBe(1)
    await act('DELETE', (await theFeed()).id)
    await isClosed
    clearInterval(sending)
    await working
    expect(await stored()).toBe(0)
  })

  test('follows redirects to public places alone, and says what is wrong with others', async () => {
    answer = (_request, response) =>
      void response.writeHead(302, { location: 'http://inside.example/' }).end()
    await add({ address })
    await runJobs(app.ctx, { everything: true })
    expect((await theFeed()).runs[0]?.problem).toMatch(/public internet/)

    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100000' })
      response.write('id\ttitle\n')
      setImmediate(() => response.destroy())
    }
    await act('POST', `${(await theFeed()).id}/fetch`)
    await runJobs(app.ctx, { everything: true })
    expect((await theFeed()).runs[0]).toMatchObject({
      ...{ state: 'failed', problem: 'The shop cannot be reached. It is asked again in 2 hours.' },
    })
  })

  test('asks of where it has moved to for the whole of it, and remembers its last thirty runs', async () => {
    answer = gives(table([{ id: '1' }]), { etag: '"one"' })
    await add({ address })
    await runJobs(app.ctx, { everything: true })
    const { id: sourceId } = await theFeed()
    const old = { sourceId, state: 'same' as const, askedBy: null }
    const times = { startedAt: MORNING, heardAt: MORNING, endedAt: MORNING }
    const manyBefore = () =>
      app.db
        .insertInto('feedRuns')
        .values(Array.from({ length: 35 }, () => ({ ...old, ...times })))
        .execute()
    await manyBefore()
    await onDay(1)
    answer = (request, response) =>
      request.url === '/feed.tsv'
        ? void response.writeHead(302, { location: '/moved.tsv' }).end()
        : gives(table([{ id: '2' }]), { etag: '"two"' })(request, response)
    await work()
    await onDay(2)
    await work()
    expect(asked.slice(1)).toEqual([
      { path: '/feed.tsv', ifNoneMatch: '"one"' },
      { path: '/moved.tsv', ifNoneMatch: undefined },
      // Validators of a redirect target are not sent.
      { path: '/feed.tsv', ifNoneMatch: undefined },
      { path: '/moved.tsv', ifNoneMatch: undefined },
    ])
    expect(await names()).toEqual(['Tote 2'])
    const runs = () => app.db.selectFrom('feedRuns').select('id').execute()
    expect(await runs()).toHaveLength(30)
    // Unchanged runs are kept no longer than others; the run that the pieces belong to stays.
    await manyBefore()
    answer = (_request, response) => void response.writeHead(304).end()
    await onDay(3)
    await work()
    await work()
    expect(await runs()).toHaveLength(31)
    expect(await names()).toEqual(['Tote 2'])
  })

  test('is there once by its name: whoever had no answer and asks again does not have two', async () => {
    const feed = { name: 'Corner shop', address: null, currency: 'USD', rules: NO_FEED_RULES }
    const again = await askMeanwhile(
      app.db,
      (trx) => addFeed(trx as Trx, app.ctx, feed, 'Ann'),
      () => add({ name: 'corner SHOP' }),
    )
    expect(again.statusCode).toBe(422)
    expect(again.json().fields).toEqual({ name: 'There is a feed of this name already.' })
    const { id, version } = await theFeed()
    expect((await act('PATCH', id, { version, name: 'Corner Shop' })).statusCode).toBe(200)
    await add({ name: 'Other' })
    const taken = await act('PATCH', id, { version: version + 1, name: 'Other' })
    expect(taken.json().fields).toEqual({ name: 'There is a feed of this name already.' })
    expect((await feeds()).map(({ name }) => name)).toEqual(['Corner Shop', 'Other'])
  })

  test('is changed by one at a time, read anew by its new rules, and goes with its pieces', async () => {
    const pieces = [{ id: '1' }, { id: '2', brand: 'Else' }, { id: '3', stock: 'sold out' }]
    answer = (request, response) => {
      // Answered like a shop whose feed has not changed.
      if (request.headers['if-none-match'] === '"one"') return void response.writeHead(304).end()
      gives(table(pieces), { etag: '"one"' })(request, response)
    }
    await add({ address })
    await runJobs(app.ctx, { everything: true })
    const { id, version } = await theFeed()
    const rules = {
      brands: ['aubrelle'],
      categories: ['bags'],
      minPercentOff: 40,
      isInStockOnly: true,
    }
    expect((await act('PATCH', id, { version, rules })).statusCode).toBe(200)
    const late = await act('PATCH', id, { version, name: 'Other' })
    expect([late.statusCode, late.json().code]).toEqual([409, 'feed-changed'])
    await runJobs(app.ctx, { everything: true })
    expect(await names()).toEqual(['Tote 1'])
    expect((await theFeed()).runs[0]).toMatchObject({ rowsLeftOut: 2, gone: 2 })

    expect((await act('DELETE', id)).json()).toEqual({ feeds: [] })
    expect(await stored()).toBe(0)
  })

  test('is refused in words, and is read once at a time', async () => {
    for (const [said, field] of [
      [{ address: 'ftp://shop.example/' }, 'address'],
      [{ rules: { ...NO_FEED_RULES, categories: ['cars'] } }, 'categories'],
    ] as const) {
      const refused = await add(said)
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([422, [field]])
    }
    await add()
    const { id } = await theFeed()
    const nowhere = await act('POST', `${id}/fetch`)
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([409, 'no-address'])
    await act('PATCH', id, { version: 1, address })
    const again = await act('POST', `${id}/fetch`)
    expect([again.statusCode, again.json().code]).toEqual([409, 'under-way'])
    expect((await act('POST', 'nobody/fetch')).statusCode).toBe(404)
  })

  test('a run of which nothing is heard any more is over, and leaves nothing behind', async () => {
    await add({ address })
    answer = gives(table([{ id: '1' }]))
    await runJobs(app.ctx, { everything: true })
    const { id } = await theFeed()
    const before = (await theFeed()).runs[0]?.id ?? 0
    const heardAt = new Date(MORNING.getTime() - 6 * MINUTE_MS)
    const { id: runId } = await app.db
      .insertInto('feedRuns')
      .values({ sourceId: id, state: 'reading', askedBy: null, startedAt: heardAt, heardAt })
      .returning('id')
      .executeTakeFirstOrThrow()
    // The part that its process had stored.
    await insertPieces(app.db, {
      ...{ runId, sourceId: id, earlierRunId: before, now: heardAt },
      json: JSON.stringify([PIECE]),
    })
    expect([await stored(), await names()]).toEqual([2, ['Tote 1']])
    await work()
    expect((await theFeed()).runs.map(({ state }) => state)).toEqual(['failed', 'done'])
    expect([await stored(), await names()]).toEqual([1, ['Tote 1']])
  })
})

const PIECE: FeedPiece = {
  ...{ itemKey: 'left', rowNumber: 1, brandName: 'Aubrelle', brandKey: 'aubrelle' },
  ...{ productName: 'Left', buyUrl: 'https://shop.example/l', buyUrlKey: 'shop.example/l' },
  ...{ domain: 'shop.example', pictureUrls: [], department: null, category: null, colour: null },
  ...{ kindWords: '', gtin: null, styleNumber: null, sizes: [], sizeKeys: [], currency: 'USD' },
  ...{ nowHundredths: 100, wasHundredths: null, wasBasis: null, offPerMille: null },
  ...{ isInStock: true, words: ['left'] },
}
