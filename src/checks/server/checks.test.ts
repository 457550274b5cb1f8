import { describe, expect, test } from 'vitest'
import { FINDINGS_KEPT_MS, type FindingState } from '#app/checks/checks.facts.ts'
import { cleanUp } from '#app/clean-up.ts'
import { endDeals } from '#app/deals/server/editing/ending.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import {
  type Answer,
  leadsTo,
  MORNING,
  SOLD_OUT,
  sells,
  status,
  text,
  useShops,
} from '#test/checks/shops.ts'
import { untilWaiting } from '#test/support/databases/lock-waits.ts'
import { checkNow, listCouldNotTell } from './checks.ts'
import { acceptFinding, correctFinding, ignoreFinding } from './deciding.ts'
import { listFindings } from './findings.ts'

const shops = useShops()
const { app, answers, requests, deal, lookFor, look, answerOf, checkOf } = shops
const { dealOf, waiting, inOne } = shops
const later = (ms: number) => app.setNow(new Date(app.ctx.now().getTime() + ms))

describe('a look at a shop’s page', () => {
  test('that costs what we say proves it and changes nothing; the next day it asks whether anything has changed', async () => {
    const { id } = await deal('same.example')
    await look(
      'same.example',
      sells(400, { priceSpecification: { price: 1000, priceType: 'StrikethroughPrice' } }),
    )
    expect(await answerOf(id)).toBe('same')
    const seen = await dealOf(id)
    expect(seen).toMatchObject({ salePriceCents: 40_000, isPriceProven: true, endedReason: null })
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/tote'])
    expect(requests[1]?.agent).toMatch(/^NouveauDesignerClub\/1\.0 .*http.*@/)

    answers.set('same.example/tote', status(304))
    later(24 * HOUR_MS)
    await lookFor(MINUTE_MS)
    expect(requests.at(-1)).toMatchObject({ path: '/tote', ifNoneMatch: '"400"' })
    expect(await checkOf(id)).toMatchObject({ answer: 'same', failingSince: null })
    expect(await dealOf(id)).toEqual(seen)
  })

  test('that costs less now changes the price, its history and what was found', async () => {
    const { id } = await deal('less.example')
    await look('less.example', sells(320))
    expect(await dealOf(id)).toMatchObject({ salePriceCents: 32_000, originalPriceCents: 100_000 })
    const history = app.db
      .selectFrom('priceObservations')
      .selectAll()
      .where('dealId', '=', id)
      .orderBy('id')
    expect((await history.execute()).at(-1)).toMatchObject({
      ...{ source: 'check', salePriceCents: 32_000, isCertain: true },
      seenAddress: shops.linkTo('less.example', '/tote'),
      seenText: expect.stringContaining('"price":320'),
    })
    const { findings } = await listFindings(app.db, { states: ['done'], limit: 5 })
    expect(findings).toMatchObject([
      { dealId: id, kind: 'changed', facts: { beforeCents: 40_000, nowCents: 32_000 } },
    ])
  })

  test('that has come back to its price before ends the deal', async () => {
    const { id } = await deal('up.example')
    await look('up.example', sells(1000))
    expect(await dealOf(id)).toMatchObject({ endedReason: 'price-up' })
    const { findings } = await listFindings(app.db, { states: ['done'], limit: 1 })
    expect(findings).toMatchObject([{ kind: 'price-up', facts: { nowCents: 100_000 } }])
    // The shop's second ending of the day has to wait; a person's decision ends the deal.
    const other = await deal('also-up.example', { retailerName: 'up.example' })
    await look('also-up.example', sells(1000))
    expect(await dealOf(other.id)).toMatchObject({ salePriceCents: 100_000, endedReason: null })
    const [stop, one] = await waiting()
    expect([stop?.kind, one?.kind]).toEqual(['many-endings', 'price-up'])
    await inOne((trx) => acceptFinding(trx, app.ctx, stop?.id ?? 0, { by: 'Noor' }))
    expect(await dealOf(other.id)).toMatchObject({ endedReason: 'price-up' })
    // Back at the earlier price it has not returned, however often that is seen.
    await lookFor(30 * HOUR_MS)
    const { findings: all } = await listFindings(app.db, { states: ['done'], limit: 9 })
    expect(all.map(({ kind }) => kind)).toEqual(['changed', 'price-up', 'changed'])
  })

  test.each([
    ['sold out', SOLD_OUT, 'sold-out'],
    ['gone', status(404), 'gone'],
    ['led to a list', leadsTo('/'), 'gone'],
  ] as const)(
    'that is %s ends the deal when it is seen again two hours later, and not before',
    async (_how, answer, reason) => {
      const { id } = await deal('over.example')
      answers.set(
        'over.example/',
        (_request, response) =>
          void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Shop</title>'),
      )
      await look('over.example', answer)
      expect(await answerOf(id)).toBe(reason)
      await lookFor(HOUR_MS)
      expect(await dealOf(id)).toMatchObject({ endedReason: null })
      // Inconclusive: the suspicion stands, and is checked again.
      answers.set('over.example', status(503))
      await lookFor(HOUR_MS)
      expect(await dealOf(id)).toMatchObject({ endedReason: null })
      answers.set('over.example', answer)
      await lookFor(3 * HOUR_MS)
      expect(await dealOf(id)).toMatchObject({ endedReason: reason })
    },
  )

  test('that is sold out ends it at once when two members have said so; one is not enough', async () => {
    const { id } = await deal('told.example')
    const say = (membersSayGone: number) =>
      inOne((trx) => checkNow(trx, app.ctx, id, 'report', { membersSayGone }))
    expect(await say(1)).toBe(true)
    await look('told.example', SOLD_OUT)
    expect(await dealOf(id)).toMatchObject({ endedReason: null })
    // A curator who asks for a check meanwhile does not cancel the members' reports.
    expect(await say(2)).toBe(true)
    await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
    await lookFor(MINUTE_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'sold-out' })
  })

  test('that is to be had again brings back what it has ended, and nothing that a person has', async () => {
    const { id } = await deal('back.example')
    const byPerson = await deal('person.example', { endedAt: MORNING })
    answers.set('person.example', sells(400))
    await look('back.example', SOLD_OUT)
    await lookFor(3 * HOUR_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'sold-out' })
    answers.set('back.example', sells(380))
    await lookFor(30 * HOUR_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: null, salePriceCents: 38_000 })
    expect(await dealOf(byPerson.id)).toMatchObject({ endedReason: 'sold-out' })
    expect(requests.some(({ host }) => host === 'person.example')).toBe(false)
    // A deal that a person ends right afterwards stays ended, too.
    await inOne((trx) => endDeals(trx, app.ctx, [id], { reason: 'withdrawn' }))
    await lookFor(30 * HOUR_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'withdrawn' })
  })
})

describe('what could not be told changes nothing', () => {
  const trickles: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('<'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const floods: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const block = Buffer.alloc(1024 * 1024, '<p>')
    let left = 10
    const more = () =>
      left-- > 0 ? response.write(block, (error) => error || more()) : response.end()
    more()
  }
  const breaksOff: Answer = (_request, response) => {
    response.socket?.destroy()
  }
  const mumbles: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>$1')
  }
  const never: Answer = () => {}
  const shapes: Array<[string, Answer, string]> = [
    ['refuses us', status(403), 'refused'],
    ['says that it is too much', status(429), 'refused'],
    ['is broken', status(500), 'no-answer'],
    ['never answers', never, 'no-answer'],
    ['sends each byte by itself', trickles, 'no-answer'],
    ['breaks off', breaksOff, 'no-answer'],
    ['sends a decoy of ten megabytes', floods, 'unreadable'],
    ['sends a picture', text('PNG'), 'unreadable'],
    ['says nothing that can be read', mumbles, 'unreadable'],
    ['leads into our own network', leadsTo('http://inside.example/admin'), 'unreadable'],
    ['leads to a file', leadsTo('file:///etc/passwd'), 'unreadable'],
    ['leads round and round', leadsTo('/tote'), 'unreadable'],
  ]
  test.each(shapes)('a shop that %s', async (_what, answer, told) => {
    const { id } = await deal('trouble.example')
    const before = await dealOf(id)
    await look('trouble.example', answer)
    expect(await dealOf(id)).toEqual(before)
    expect(await checkOf(id)).toMatchObject({
      answer: told,
      certainAt: null,
      failingSince: expect.any(Date),
    })
    expect(await listCouldNotTell(app.db)).toMatchObject([
      { retailer: 'trouble.example', deals: 1 },
    ])
    expect(requests.some(({ host }) => host === 'inside.example')).toBe(false)
  })

  test('a shop that is down for a week is asked once a day, and is told for certain when it is back', async () => {
    const { id } = await deal('week.example')
    await look('week.example', sells(400))
    const before = await dealOf(id)
    const { certainAt } = (await checkOf(id)) ?? {}
    requests.length = 0
    answers.set('week.example', status(503))
    await lookFor(7 * DAY_MS)
    expect(await dealOf(id)).toEqual(before)
    expect(await checkOf(id)).toMatchObject({ answer: 'no-answer', certainAt })
    const asked = requests.filter(({ path }) => path === '/tote')
    expect(asked).toHaveLength(7)
    const since = new Date(asked[0]?.at ?? 0)
    expect(await listCouldNotTell(app.db)).toMatchObject([{ retailer: 'week.example', since }])
    answers.set('week.example', sells(400))
    await lookFor(DAY_MS)
    expect(await checkOf(id)).toMatchObject({ answer: 'same', failingSince: null })
    expect(await listCouldNotTell(app.db)).toEqual([])
  })

  test('nobody is asked whose robots.txt does not want us, or cannot say', async () => {
    const closed = await deal('closed.example')
    const away = await deal('away.example')
    answers.set('closed.example/robots.txt', text('User-agent: *\nDisallow: /'))
    answers.set('away.example/robots.txt', status(503))
    await look('away.example', sells(1))
    expect(await answerOf(closed.id)).toBe('refused')
    expect(await answerOf(away.id)).toBe('no-answer')
    expect(requests.every(({ path }) => path === '/robots.txt')).toBe(true)
    // It is back, and a person does not want to wait for the next scheduled request.
    answers.set('away.example/robots.txt', status(404))
    await look('away.example', sells(400))
    expect(await answerOf(away.id)).toBe('no-answer')
    await inOne((trx) => checkNow(trx, app.ctx, away.id, 'curator'))
    await lookFor(HOUR_MS)
    expect(await answerOf(away.id)).toBe('same')
  })
})

test.each([503, 429])(
  'a shop that cannot say whom it lets in (%i) is asked for that again after six hours',
  async (code) => {
    const { id } = await deal('later.example')
    answers.set('later.example/robots.txt', status(code))
    await look('later.example', sells(400))
    answers.set('later.example/robots.txt', text('User-agent: *\u0000\nDisallow: /private'))
    await lookFor(5.9 * HOUR_MS)
    expect(await answerOf(id)).toBe('no-answer')
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt'])
    await lookFor(0.2 * HOUR_MS)
    expect(await answerOf(id)).toBe('same')
    // However often it is asked again, `failingSince` stays at the first failure.
    answers.set('later.example/robots.txt', status(code))
    await lookFor(25 * HOUR_MS)
    const { failingSince } = (await checkOf(id)) ?? {}
    await lookFor(13 * HOUR_MS)
    expect(await checkOf(id)).toMatchObject({ answer: 'no-answer', failingSince })
  },
)

test('the sizes and the number that a page gives are kept; a number that a person has given stays', async () => {
  const gtin = '4006381333931'
  const offers = ['S', 'L'].map((size) => ({
    ...{ '@type': 'Offer', price: 400, priceCurrency: 'USD', availability: 'InStock' },
    itemOffered: { size },
  }))
  const data = { '@type': 'Product', name: 'Leather tote', gtin13: gtin, offers }
  const answer: Answer = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<title>Leather tote</title><script type="application/ld+json">${JSON.stringify(data)}</script>`,
    )
  }
  const unknown = await deal('sizes.example')
  const known = await deal('known.example', { gtin: '00036000291452' })
  answers.set('known.example', answer)
  await look('sizes.example', answer)
  expect((await checkOf(unknown.id))?.sizes).toEqual(['S', 'L'])
  const gtins = await app.db.selectFrom('deals').select(['id', 'gtin']).execute()
  expect(new Map(gtins.map((row) => [row.id, row.gtin]))).toEqual(
    new Map([
      [unknown.id, `0${gtin}`],
      [known.id, '00036000291452'],
    ]),
  )
})

test('what somebody asks for is looked at before all else of its shop', async () => {
  const host = 'asked.example'
  await deal(host, { id: 'a-deal-first' })
  const buyUrl = shops.linkTo(host, '/bag')
  const { id } = await deal(host, { id: 'z-deal-asked', buyUrl })
  await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
  await look(host, sells(400))
  expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/bag', '/tote'])
})

test('what was found is forgotten in time, and a question never before somebody has answered it', async () => {
  const odd = await deal('odd.example')
  await look('odd.example', sells(0))
  await deal('less.example')
  await look('less.example', sells(320))
  const kinds = async (states: FindingState[]) =>
    (await listFindings(app.db, { states, limit: 9 })).findings.map(({ kind }) => kind)
  expect([await kinds(['done']), await kinds(['waiting'])]).toEqual([['changed'], ['odd-price']])
  later(FINDINGS_KEPT_MS + DAY_MS)
  await cleanUp(app.ctx)
  expect(await kinds(['done'])).toEqual([])
  expect(await waiting()).toMatchObject([{ dealId: odd.id }])
})

describe('a price that nobody would believe', () => {
  test.each([
    ['$0', sells(0), 'odd-price'],
    ['a thousandth', sells(0.4), 'odd-price'],
    ['another currency', sells(400, { priceCurrency: 'EUR' }), 'other-currency'],
  ] as const)('of %s waits for a person', async (_what, answer, kind) => {
    const { id } = await deal('odd.example')
    const before = await dealOf(id)
    await look('odd.example', answer)
    later(24 * HOUR_MS)
    await lookFor(MINUTE_MS)
    expect(await dealOf(id)).toEqual(before)
    expect(await waiting()).toMatchObject([{ dealId: id, kind }])
    // After a conclusive check there is nothing to decide, and the requested check has been made.
    await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
    await look('odd.example', sells(390))
    expect(await waiting()).toEqual([])
    expect(
      await app.db.selectFrom('dealChecks').select('askedFor').where('dealId', '=', id).execute(),
    ).toEqual([{ askedFor: null }])
  })

  test('that a person has corrected says that the piece is there: an end is to be seen twice again', async () => {
    const { id } = await deal('odd.example')
    await look('odd.example', SOLD_OUT)
    answers.set('odd.example', sells(0))
    await inOne((trx) => checkNow(trx, app.ctx, id, 'report', { membersSayGone: 2 }))
    await lookFor(2 * HOUR_MS + MINUTE_MS)
    const [odd] = await waiting()
    const correct = { by: 'Noor', nowCents: 35_000, wasCents: null }
    await inOne((trx) => correctFinding(trx, app.ctx, odd?.id ?? 0, correct))
    await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
    await look('odd.example', SOLD_OUT)
    expect(await dealOf(id)).toMatchObject({ endedReason: null })
    await lookFor(2 * HOUR_MS + MINUTE_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: 'sold-out' })
  })

  test('is accepted, corrected or ignored by one person, once', async () => {
    const { id } = await deal('odd.example')
    const ask = async (answer: Answer) => {
      later(24 * HOUR_MS)
      await look('odd.example', answer)
      return (await waiting())[0]?.id ?? 0
    }
    const by = 'Noor'
    const nothing = await ask(sells(0))
    await expect(
      inOne((trx) => acceptFinding(trx, app.ctx, nothing, { by })),
    ).rejects.toMatchObject({ code: 'needs-price' })
    const correct = { by, nowCents: 35_000, wasCents: 90_000 }
    const [found] = await waiting()
    await inOne((trx) => correctFinding(trx, app.ctx, found?.id ?? 0, correct))
    expect(await dealOf(id)).toMatchObject({ salePriceCents: 35_000, originalPriceCents: 90_000 })
    await expect(
      inOne((trx) => correctFinding(trx, app.ctx, found?.id ?? 0, correct)),
    ).rejects.toMatchObject({ code: 'decided-already' })

    const low = await ask(sells(50))
    await inOne((trx) => acceptFinding(trx, app.ctx, low, { by }))
    expect(await dealOf(id)).toMatchObject({ salePriceCents: 5000 })
    const again = await ask(sells(1))
    await inOne((trx) => ignoreFinding(trx, app.ctx, again, { by }))
    expect(await ask(sells(1))).toBe(0)
    expect(await dealOf(id)).toMatchObject({ salePriceCents: 5000 })
    // Nobody has ignored what the page says now.
    expect(await ask(sells(0))).toBeGreaterThan(again)
  })
})

test('a whole retailer suddenly gone ends a fifth of its deals at most, then a person is asked', async () => {
  const ids: string[] = []
  for (let at = 0; at < 10; at += 1) {
    const host = `gone-${at}.example`
    ids.push((await deal(host, { retailerName: 'Gone' })).id)
    answers.set(`${host}/robots.txt`, status(404))
  }
  await lookFor(4 * HOUR_MS)
  const ended = async () =>
    (await Promise.all(ids.map(dealOf))).filter(({ endedReason }) => endedReason === 'gone').length
  expect(await ended()).toBe(2)
  const found = await waiting()
  const [stop] = found.filter(({ kind }) => kind === 'many-endings')
  expect(found.filter(({ kind }) => kind === 'gone')).toHaveLength(8)
  expect(stop?.facts).toEqual({ living: 8, ended: 2, waiting: 8 })
  await inOne((trx) => acceptFinding(trx, app.ctx, stop?.id ?? 0, { by: 'Noor' }))
  expect(await ended()).toBe(10)
  expect(await waiting()).toEqual([])
})

describe('what a person has not said ends by itself', () => {
  const endings = async (ids: string[]) =>
    (await Promise.all(ids.map(dealOf))).filter(({ endedReason }) => endedReason !== null).length
  async function ten() {
    const ids: string[] = []
    for (let at = 0; at < 10; at += 1) {
      const host = `gone-${at}.example`
      ids.push((await deal(host, { retailerName: 'Gone' })).id)
      answers.set(`${host}/robots.txt`, status(404))
    }
    return ids
  }

  test('not while a person is asked, however many days that takes', async () => {
    const ids = await ten()
    for (let day = 0; day < 3; day += 1) {
      await lookFor(24 * HOUR_MS)
      expect(await endings(ids)).toBe(2)
    }
    const found = await waiting()
    expect(found.filter(({ kind }) => kind === 'many-endings')).toHaveLength(1)
    expect(found.filter(({ kind }) => kind === 'gone')).toHaveLength(8)
    // All are back: nobody has to decide anything any more.
    for (let at = 0; at < 10; at += 1) answers.set(`gone-${at}.example`, sells(400))
    await lookFor(30 * HOUR_MS)
    expect([await endings(ids), await waiting()]).toEqual([0, []])
  })

  test('and nobody is asked any more once the last two are there again, at the same moment', async () => {
    const hosts = ['first.example', 'second.example', 'third.example']
    const ids: string[] = []
    for (const host of hosts) {
      ids.push((await deal(host, { retailerName: 'Gone' })).id)
      answers.set(host, status(404))
    }
    await lookFor(4 * HOUR_MS)
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['many-endings', 'gone', 'gone'])
    for (const host of hosts) answers.set(host, sells(390))
    later(30 * HOUR_MS)
    const held = await app.db.startTransaction().execute()
    await held.selectFrom('deals').select('id').where('id', 'in', ids).forUpdate().execute()
    const looking = lookFor(MINUTE_MS)
    await untilWaiting(app.db, 2)
    await held.commit().execute()
    await looking
    expect(await waiting()).toEqual([])
  })

  test('nor in the week after a person has said that it is nothing', async () => {
    const ids = await ten()
    await lookFor(4 * HOUR_MS)
    const [stop] = (await waiting()).filter(({ kind }) => kind === 'many-endings')
    await inOne((trx) => ignoreFinding(trx, app.ctx, stop?.id ?? 0, { by: 'Noor' }))
    await lookFor(6 * DAY_MS)
    expect(await endings(ids)).toBe(2)
    expect(await waiting()).toEqual([])
    await lookFor(3 * DAY_MS)
    expect(await endings(ids)).toBeGreaterThan(2)
  })

  test('nor what was ignored alone', async () => {
    const { id } = await deal('one.example')
    const host = 'first.example'
    await deal(host, { retailerName: 'one.example' })
    answers.set('one.example', sells(400))
    await look(host, status(404))
    await lookFor(3 * HOUR_MS)
    // The first ending of the day happens by itself, so that the second one is asked about.
    await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
    await look('one.example', status(404))
    await lookFor(3 * HOUR_MS)
    const [one] = (await waiting()).filter(({ dealId }) => dealId === id)
    await inOne((trx) => ignoreFinding(trx, app.ctx, one?.id ?? 0, { by: 'Noor' }))
    // Seen again on the same day, it does not raise the question about the whole shop either.
    await inOne((trx) => checkNow(trx, app.ctx, id, 'curator'))
    await lookFor(3 * HOUR_MS)
    expect(await waiting()).toEqual([])
    await lookFor(5 * DAY_MS)
    expect(await dealOf(id)).toMatchObject({ endedReason: null })
    expect(await waiting()).toEqual([])
  })
})
