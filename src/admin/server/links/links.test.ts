import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DealsMade, Pasted, PastedLinks } from '#app/links/links.contract.ts'
import { takePicturesDue } from '#app/links/server/links.queries.ts'
import { pastedLinksQueue, readDuePages, storeOffered } from '#app/links/server/work.ts'
import { createReadOutside } from '#app/server/outside-fetch.ts'
import { addDays, businessDay, DAY_MS } from '#app/shared/dates.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { type TestApp, useTestApp } from '#test/support/test-app.ts'

type Answer = (response: ServerResponse) => void

/** A fake internet: every shop is the server below, and inside.example an internal host. */
const answers = new Map<string, Answer>()
const asked: Array<{ host: string; at: number }> = []
let clock = () => 0
const shops = createServer((request, response) => {
  const host = String(request.headers.host).replace(/:\d+$/, '')
  if (request.url !== '/robots.txt') asked.push({ host, at: clock() })
  const answer = answers.get(`${host}${request.url}`)
  if (answer) return answer(response)
  response.writeHead(404).end()
})
const outside = createReadOutside({
  resolve: async (host) => [host === 'inside.example' ? '10.0.0.7' : '127.0.0.1'],
  isAllowed: (address) => address === '127.0.0.1',
  isAllowedPort: () => true,
})
const app: TestApp = useTestApp({
  readOutside: (address, question) => outside(address, { ...question, timeoutMs: 2000 }),
  fetchOutside: async (address, limits) =>
    (await outside(address, { ...limits, headers: {} })).bytes,
})
let port = 0
let ann: AdminClient

beforeAll(async () => {
  await new Promise<void>((resolve) => shops.listen(0, '127.0.0.1', resolve))
  port = (shops.address() as AddressInfo).port
  ann = await openAdminClient(app, 'Ann')
})
afterAll(() => {
  shops.closeAllConnections()
  shops.close()
})
beforeEach(async () => {
  clock = () => app.ctx.now().getTime()
  answers.clear()
  asked.length = 0
  for (const table of ['pastedLinks', 'deals', 'checkHosts'] as const)
    await app.db.deleteFrom(table).execute()
})

const link = (host: string, path: string) => `http://${host}:${port}${path}`
const sells =
  (product: object, offer: object = {}): Answer =>
  (response) => {
    const data = {
      ...{ '@type': 'Product', name: 'Maison Test Leather tote', brand: 'Maison Test' },
      offers: { '@type': 'Offer', price: '400.00', priceCurrency: 'USD', ...offer },
      ...product,
    }
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<title>Tote | Shop</title><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    )
  }
const was = (price: string, priceCurrency = 'USD') => ({
  priceSpecification: {
    ...{ '@type': 'UnitPriceSpecification', price, priceCurrency },
    priceType: 'https://schema.org/StrikethroughPrice',
  },
})
async function post<T>(path: string, payload: object, method: 'POST' | 'PATCH' = 'POST') {
  const response = await ann.ask({ method, url: `/api/admin/links${path}`, payload })
  return { status: response.statusCode, ...(response.json() as T) }
}
const paste = (...lines: string[]) => post<Pasted>('', { text: lines.join('\n') })
const desk = async (): Promise<PastedLinks> => (await ann.ask({ url: '/api/admin/links' })).json()
/** Waits at the shops' pace until nothing is left to read. */
async function readAll(...apps: Array<TestApp['ctx']>) {
  const all = apps.length > 0 ? apps : [app.ctx]
  for (let turn = 0; turn < 30 && (await desk()).waiting > 0; turn += 1) {
    await Promise.all(all.map((ctx) => readDuePages(ctx)))
    app.setNow(new Date(app.ctx.now().getTime() + 5000))
  }
}

test('a link becomes a draft with what its page says, where each field came from, and a deal with its price as seen', async () => {
  answers.set(
    'one.example/tote',
    sells({ gtin13: '4006381333931', color: 'Noir', size: 'S' }, was('1000.00')),
  )
  answers.set('two.example/coat', sells({ name: 'Wool coat' }, { priceCurrency: 'EUR' }))
  const pasted = await paste(link('one.example', '/tote'), '', link('two.example', '/coat'))
  expect(pasted).toMatchObject({ added: 2, twice: 0, open: 0, desk: { waiting: 2 } })
  await readAll()
  const [tote, coat] = (await desk()).links
  expect(tote).toMatchObject({
    ...{ state: 'read', host: 'one.example', same: [], notes: [], pastedBy: 'Ann' },
    draft: {
      ...{ brandName: 'Maison Test', productName: 'Leather tote', category: 'totes' },
      ...{ salePrice: '400.00', originalPrice: '1000.00', basis: 'retailer', currency: 'USD' },
      ...{ gtin: '04006381333931', colour: 'black', sizes: 'S' },
    },
    sources: { brandName: 'json-ld', salePrice: 'json-ld', category: 'guess' },
  })
  expect(coat?.draft).toMatchObject({ currency: 'EUR', salePrice: '400.00' })

  const change = { version: tote?.version, draft: { productName: 'Leather tote, small' } }
  expect((await post(`/${tote?.id}`, change, 'PATCH')).status).toBe(200)
  const old = await post<{ code: string }>(`/${tote?.id}`, change, 'PATCH')
  expect(old).toMatchObject({ status: 409, code: 'link-changed' })
  const day = addDays(businessDay(app.ctx.now()), 1)
  const links = (await desk()).links.map(({ id, version }) => ({ id, version }))
  const made = await post<DealsMade>('/make', { links, day })
  expect(made).toMatchObject({ left: [], made: [{ title: 'Maison Test Leather tote, small' }, {}] })
  const deal = (await ann.read(made.made[0]?.dealId ?? '')).json()
  expect(deal).toMatchObject({
    ...{ state: 'draft', originalPrice: 1000, salePrice: 400, gtin: '04006381333931' },
    ...{ category: 'totes', price: { isProven: true } },
  })
  const euros = (await ann.read(made.made[1]?.dealId ?? '')).json()
  expect(euros).toMatchObject({ currency: 'EUR', foreignNow: 400, salePrice: null })
  const board = (await ann.ask({ url: `/api/admin/editions/${day}` })).json()
  expect(board.deals).toHaveLength(2)
  // Submitted twice, by two people: carried out once.
  expect(await post<DealsMade>('/make', { links, day })).toMatchObject({
    made: [],
    left: [{ reason: 'A deal has been made of it already.' }, {}],
  })
})

test('a price that somebody has typed is none that our reader has seen', async () => {
  answers.set('one.example/tote', sells({}, was('1000.00')))
  await paste(link('one.example', '/tote'))
  await readAll()
  const [read] = (await desk()).links
  const typed = { version: read?.version, draft: { salePrice: '390' } }
  await post(`/${read?.id}`, typed, 'PATCH')
  // Nothing is created unseen from a page that was changed meanwhile.
  const stale = { links: [{ id: read?.id, version: read?.version }] }
  expect((await post<DealsMade>('/make', stale)).left[0]?.reason).toMatch(/changed it meanwhile/)
  const links = (await desk()).links.map(({ id, version }) => ({ id, version }))
  const { made } = await post<DealsMade>('/make', { links })
  expect((await ann.read(made[0]?.dealId ?? '')).json()).toMatchObject({
    ...{ originalPrice: 1000, salePrice: 390, price: { isProven: false } },
  })
  // A created deal stays on the list for its day, whatever is removed.
  await post('/remove', { ids: [read?.id] })
  expect((await desk()).links).toMatchObject([{ id: read?.id, state: 'made' }])
})

test('no more links wait than anybody looks through', async () => {
  for (const shop of ['one', 'two', 'three', 'four', 'five']) {
    const hundred = Array.from({ length: 100 }, (_, at) => link(`${shop}.example`, `/${at}`))
    expect(await paste(...hundred)).toMatchObject({ added: 100 })
  }
  const next = link('six.example', '/next')
  expect(await post('', { text: next })).toMatchObject({ status: 409, code: 'too-many-links' })
  await post('/remove', { ids: [(await desk()).links[0]?.id] })
  expect(await paste(next)).toMatchObject({ added: 1 })
})

test('what is there already is shown beside a draft before anything is made', async () => {
  const gtin = '04006381333931'
  const byLink = await ann.enter({ buyUrl: link('one.example', '/p/1'), productName: 'Belt' })
  const byGtin = await ann.enter({ gtin, productName: 'Cap' })
  const byWords = await ann.enter({ productName: 'Wool scarf', salePrice: '400' })
  // Deleted deals, and old ones of the same name, do not count.
  const four = { productName: 'Wool scarf', salePrice: '390' }
  const deleted = await ann.enter({ ...four, buyUrl: link('four.example', '/scarf') })
  await ann.removeMany([deleted.id])
  const old = await ann.enter(four)
  await app.db
    .updateTable('deals')
    .set({ createdAt: new Date(app.ctx.now().getTime() - 31 * DAY_MS) })
    .where('id', '=', old.id)
    .execute()
  answers.set('one.example/p/1?utm_source=x', sells({ name: 'Belt' }))
  answers.set('two.example/cap', sells({ name: 'Other words', gtin13: gtin.slice(1) }))
  answers.set('three.example/scarf', sells({ name: 'WOOL scarf' }))
  answers.set('four.example/scarf', sells({ name: 'Wool scarf' }, { price: '390' }))
  answers.set('five.example/scarf', sells({ name: 'Wool scarf' }, { price: '390' }))
  const lines = ['/p/1?utm_source=x', '/cap', '/scarf', '/scarf', '/scarf']
  const hosts = ['one', 'two', 'three', 'four', 'five'].map((host) => `${host}.example`)
  const pasted = await paste(
    ...hosts.map((host, at) => link(host, lines[at] ?? '')),
    link('two.example', '/cap?utm_source=again'),
  )
  expect(pasted).toMatchObject({ added: 5, twice: 1 })
  expect(await paste(link('two.example', '/cap'))).toMatchObject({ added: 0, open: 1 })
  await readAll()
  const { links } = await desk()
  expect(links.map(({ same }) => same.map(({ by, dealId }) => [by, dealId]))).toEqual([
    [['link', byLink.id]],
    [['gtin', byGtin.id]],
    [['words', byWords.id]],
    [],
    [['words', null]],
  ])
  const make = (isSure: boolean) =>
    post<DealsMade>('/make', { links: links.map(({ id, version }) => ({ id, version })), isSure })
  const first = await make(false)
  expect(first.made.map(({ id }) => id)).toEqual([links[3]?.id])
  expect(first.left[0]?.reason).toBe('This link is already in the club: Maison Test Belt.')
  expect(first.left[1]?.reason).toBe('It is like one that is there: Maison Test Cap.')
  const second = await make(true)
  expect(second.made.map(({ id }) => id)).toEqual([links[1]?.id, links[2]?.id, links[4]?.id])
})

test('a link that leads elsewhere is known by where it leads, and a shop that nobody is to look at by its name with www or without', async () => {
  const there = await ann.enter({ buyUrl: link('one.example', '/p/1'), productName: 'Belt' })
  answers.set('one.example/p/1', sells({ name: 'Other words' }))
  answers.set('one.example/p/2', sells({ name: 'Cap' }))
  for (const [from, to] of [
    ['/short', '/p/1'],
    ['/short-too', '/p/2'],
  ] as const) {
    answers.set(`go.example${from}`, (response) => {
      response.writeHead(302, { location: link('one.example', to) }).end()
    })
  }
  const quiet = await ann.enter({ buyUrl: link('www.quiet.example', '/p'), productName: 'Shawl' })
  await app.db
    .updateTable('retailers')
    .set({ isNeverChecked: true })
    .where('id', '=', (await ann.rowOf(quiet.id)).retailerId)
    .execute()
  await paste(
    ...[link('go.example', '/short'), link('one.example', '/p/2')],
    ...[link('go.example', '/short-too'), link('quiet.example', '/new')],
  )
  await readAll()
  const { links } = await desk()
  const [first, cap] = links
  expect(
    links.map(({ same }) => same.map(({ by, dealId, linkId }) => [by, dealId ?? linkId])),
  ).toEqual([[['link', there.id]], [], [['link', cap?.id]], []])
  expect(links[3]).toMatchObject({ state: 'unread', answer: 'never' })
  const make = async (at: number, isSure: boolean) => {
    const { id, version } = links[at] ?? {}
    return (await post<DealsMade>('/make', { links: [{ id, version }], isSure })).left[0]?.reason
  }
  expect(first?.draft.productName).toBe('Other words')
  expect(await make(0, true)).toBe('This link is already in the club: Maison Test Belt.')
  expect(await make(2, false)).toBe('It is like one that is there: Maison Test Cap.')
  expect(await make(2, true)).toBeUndefined()
})

test('pages that refuse, lie, are huge or ours become drafts with the link and a clear word; of each line something comes', async () => {
  const big: Answer = (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(10_000_000))
  answers.set('refuses.example/p', (response) => void response.writeHead(403).end())
  answers.set('big.example/p', big)
  answers.set('empty.example/p', sells({ '@type': 'Thing' }))
  answers.set('robots.example/robots.txt', (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('User-agent: *\nDisallow: /')
  })
  answers.set('away.example/robots.txt', (response) => void response.writeHead(503).end())
  answers.set('moved.example/p', (response) => {
    response.writeHead(302, { location: link('new.example', '/p') }).end()
  })
  answers.set('new.example/p', sells({ name: 'Found at last' }))
  const shown = ['refuses', 'big', 'empty', 'robots', 'away', 'none', 'inside', 'moved']
  const bad = [
    'javascript:alert(1)',
    'https://ann:pass@shop.example/p',
    'no link',
    '\u200bhttp://x',
  ]
  const pasted = await paste(...shown.map((host) => link(`${host}.example`, '/p')), ...bad)
  expect(pasted).toMatchObject({ added: 12, noLink: 4 })
  await readAll()
  const { links } = await desk()
  expect(links.map(({ state, answer }) => answer ?? state)).toEqual([
    ...['refused', 'unreadable', 'no-piece', 'refused', 'no-answer', 'gone', 'unreadable', 'read'],
    ...['no-link', 'no-link', 'no-link', 'no-link'],
  ])
  expect(links[7]?.draft.productName).toBe('Found at last')
  // A person fills in what the page does not provide, and the link becomes a draft.
  const [refused] = links
  const draft = { brandName: 'Maison Test', productName: 'Seen by eye', salePrice: '99' }
  await post(`/${refused?.id}`, { version: refused?.version, draft }, 'PATCH')
  const all = (await desk()).links.map(({ id, version }) => ({ id, version }))
  const made = await post<DealsMade>('/make', { links: all })
  expect(made.made).toHaveLength(8)
  expect(made.left.map(({ reason }) => reason)).toEqual(
    bad.map(() => 'This is no link that people could follow.'),
  )
  const typed = (await ann.read(made.made[0]?.dealId ?? '')).json()
  expect(typed).toMatchObject({ productName: 'Seen by eye', price: { isProven: false } })
  const many = Array.from({ length: 120 }, (_, at) => link('many.example', `/${at}`))
  expect(await paste(...many)).toMatchObject({ added: 100, noLink: 0, rest: many.slice(100) })
})

test('shops are asked at their pace by however many processes, beside the price checks; what was acknowledged outlives one that dies', async () => {
  for (const at of [1, 2, 3]) {
    answers.set(`one.example/${at}`, sells({ name: `Tote ${at}` }))
    answers.set(`two.example/${at}`, sells({ name: `Coat ${at}` }))
  }
  await createDeal(app.ctx, { domain: 'one.example' })
  const lines = [1, 2, 3].flatMap((at) => [
    link('one.example', `/${at}`),
    link('two.example', `/${at}`),
  ])
  await paste(...lines)
  // A process claimed a shop and died: the shop is free again after a minute.
  const leasedUntil = new Date(app.ctx.now().getTime() + 60_000)
  await app.db
    .insertInto('checkHosts')
    .values({ host: 'one.example', nextAt: app.ctx.now(), leasedUntil })
    .execute()
  await readAll(app.ctx, app.ctx, app.ctx)
  const { links } = await desk()
  expect(links.map(({ draft }) => draft.productName).toSorted()).toEqual([
    'Coat 1',
    'Coat 2',
    'Coat 3',
    'Tote 1',
    'Tote 2',
    'Tote 3',
  ])
  for (const host of ['one.example', 'two.example']) {
    const times = asked.filter((each) => each.host === host).map(({ at }) => at)
    expect(times).toHaveLength(3)
    for (const [at, time] of times.entries()) {
      if (at > 0) expect(time - (times[at - 1] ?? 0)).toBeGreaterThanOrEqual(5000)
    }
    if (host === 'one.example') expect(times[0]).toBeGreaterThanOrEqual(leasedUntil.getTime())
  }
})

test('a link is read again, its other pictures come, and it is taken away', async () => {
  const one = (await twoHalves(320, 400).png().toBuffer()) as Buffer
  const other = (await twoHalves(330, 400).png().toBuffer()) as Buffer
  const image =
    (bytes: Buffer): Answer =>
    (response) =>
      void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  answers.set('one.example/a.png', image(one))
  answers.set('one.example/b.png', image(other))
  await paste(link('one.example', '/tote'))
  await readAll()
  const [gone] = (await desk()).links
  expect(gone).toMatchObject({ state: 'unread', answer: 'gone' })
  answers.set('one.example/tote', sells({ image: ['/a.png', '/gone.png', '/b.png'] }))
  expect((await post(`/${gone?.id}/again`, {})).status).toBe(200)
  await readAll()
  const begun = await storeOfferedOf(gone?.id ?? '')
  const [first] = (await desk()).links
  expect(first?.pictures.map(({ state }) => state)).toEqual(['stored', 'waiting', 'waiting'])
  expect(first?.picture).toBe(first?.pictures[0]?.key)
  await post(`/${gone?.id}/pictures`, {})
  const [read] = (await desk()).links
  expect(read?.pictures.map(({ state }) => state)).toEqual(['stored', 'failed', 'stored'])
  const picture = read?.pictures[2]?.key
  expect((await post(`/${read?.id}`, { version: read?.version, picture }, 'PATCH')).status).toBe(
    200,
  )
  // A slow fetch of the first picture undoes neither the others nor the choice.
  await storeOffered(app.ctx, begun, 1)
  expect((await desk()).links[0]).toMatchObject({ picture, pictures: read?.pictures })
  const foreign = { version: (read?.version ?? 0) + 1, picture: `${'0'.repeat(32)}.jpg` }
  expect((await post(`/${read?.id}`, foreign, 'PATCH')).status).toBe(422)
  const { links } = await post<PastedLinks>('/remove', { ids: [gone?.id] })
  expect(links).toEqual([])
  const { entries } = (await ann.ask({ url: '/api/admin/audit?action=link.removed' })).json()
  expect(entries[0]).toMatchObject({
    subjectLabel: '1 link',
    changes: [{ before: link('one.example', '/tote'), after: null }],
  })

  // A deal created before its picture has arrived gets it later.
  answers.set('two.example/bag', sells({ image: ['/gone.png', '/a.png'] }))
  answers.set('two.example/a.png', image(one))
  await paste(link('two.example', '/bag'))
  await readAll()
  const [fresh] = (await desk()).links
  const asked = { links: [{ id: fresh?.id, version: fresh?.version }], day: null }
  const [made] = (await post<DealsMade>('/make', asked)).made
  const deal = await ann.ask({ url: `/api/admin/deals/${made?.dealId}` })
  expect(deal.json().pictures).toHaveLength(1)
})

test('a page that is read again takes away nothing that was typed', async () => {
  const refuses: Answer = (response) => void response.writeHead(403).end()
  answers.set('one.example/tote', sells({ image: ['/a.png'] }, { price: '410.00' }))
  await paste(link('one.example', '/tote'))
  await readAll()
  const [read] = (await desk()).links
  const typed = { productName: 'Seen by eye', salePrice: '99', sizes: 'IT 40', category: '' }
  await post(`/${read?.id}`, { version: read?.version, draft: typed }, 'PATCH')
  const again = async (answer: Answer) => {
    answers.set('one.example/tote', answer)
    await post(`/${read?.id}/again`, {})
    await readAll()
    return (await desk()).links[0]
  }
  const refused = await again(refuses)
  expect(refused).toMatchObject({ state: 'unread', answer: 'refused', draft: typed })
  // The pictures found before are kept as well.
  expect(refused?.pictures).toHaveLength(1)
  // An edit based on the former version changes nothing.
  const late = { version: (read?.version ?? 0) + 1, draft: { productName: 'Late' } }
  expect((await post(`/${read?.id}`, late, 'PATCH')).status).toBe(409)
  const product = { name: 'Another tote', brand: 'Maison Read', gtin13: '4006381333931' }
  const anew = await again(sells(product))
  expect(anew?.draft).toMatchObject({
    ...typed,
    ...{ brandName: 'Maison Read', gtin: '04006381333931', currency: 'USD' },
  })
  expect(anew?.sources).toMatchObject({ productName: 'typed', gtin: 'json-ld' })
})

async function storeOfferedOf(id: string) {
  const row = await takePicturesDue(app.db)
  if (row?.id !== id) throw new Error('Its pictures are not due.')
  await storeOffered(app.ctx, row, 1)
  return row
}

test('a database that is away fails the work as a whole: nothing of it is left to fail unseen, which would end the process', async () => {
  const unseen = vi.fn()
  process.on('unhandledRejection', unseen)
  let asked = 0
  const connect = async () => {
    asked += 1
    await delay(asked * 5)
    throw new Error('away')
  }
  const pool = { connect, end: async () => {}, options: {} }
  const db: typeof app.db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  await expect(pastedLinksQueue.work({ ...app.ctx, db }, {})).rejects.toThrow('away')
  await delay(100)
  process.off('unhandledRejection', unseen)
  expect(unseen).not.toHaveBeenCalled()
})
