import { describe, expect, test } from 'vitest'
import { MOST_HOPS, MOST_ROBOTS_HOPS } from '#app/checks/checks.facts.ts'
import { checkNow } from '#app/checks/server/checks.ts'
import { HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { leadsTo, MORNING, sells, status, text, useShops } from '#test/checks/shops.ts'
import { enrol, lookAtDue } from './work.ts'

const shops = useShops()
const { app, answers, requests, deal, lookFor, look, answerOf } = shops

const later = (ms: number) => app.setNow(new Date(app.ctx.now().getTime() + ms))

describe('a robots.txt that leads elsewhere', () => {
  const robotsAsked = () => requests.filter(({ path }) => path === '/robots.txt')

  test('is followed to another host, at the pace of that one, and says what it says there', async () => {
    const { id } = await deal('led.example')
    await deal('www.led.example')
    answers.set('led.example/robots.txt', leadsTo(shops.linkTo('www.led.example', '/robots.txt')))
    answers.set('www.led.example/robots.txt', text('User-agent: *\nDisallow: /'))
    answers.set('www.led.example', sells(400))
    await look('led.example', sells(1))
    expect(await answerOf(id)).toBe('refused')
    expect(requests.every(({ path }) => path === '/robots.txt')).toBe(true)
    const ats = requests.filter(({ host }) => host === 'www.led.example').map(({ at }) => at)
    expect(ats).toHaveLength(2)
    expect((ats[1] ?? 0) - (ats[0] ?? 0)).toBeGreaterThanOrEqual(5000)
  })

  test('is followed five times, five seconds apart; then there is none', async () => {
    const { id } = await deal('round.example')
    answers.set('round.example/robots.txt', leadsTo('/robots.txt'))
    await look('round.example', sells(400))
    expect(await answerOf(id)).toBe('same')
    const ats = robotsAsked().map(({ at }) => at)
    expect(ats).toHaveLength(6)
    for (const [index, at] of ats.entries()) {
      if (index > 0) expect(at - (ats[index - 1] ?? 0)).toBeGreaterThanOrEqual(5000)
    }
  })

  test('is followed every day anew, however often it was', async () => {
    const { id } = await deal('led.example')
    answers.set('led.example/robots.txt', leadsTo('/rules.txt'))
    answers.set('led.example/rules.txt', text('User-agent: *\nDisallow: /tote'))
    answers.set('led.example', sells(400))
    for (let day = 0; day < MOST_ROBOTS_HOPS + 2; day += 1) {
      requests.length = 0
      await lookFor(MINUTE_MS)
      expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/rules.txt'])
      expect(await answerOf(id)).toBe('refused')
      later(24 * HOUR_MS)
    }
  })

  test('is not followed into our own network: then the shop has not said whom it lets in', async () => {
    const { id } = await deal('bent.example')
    answers.set('bent.example/robots.txt', leadsTo('http://inside.example/robots.txt'))
    await look('bent.example', sells(400))
    expect(await answerOf(id)).toBe('no-answer')
    expect(requests.map(({ host, path }) => host + path)).toEqual(['bent.example/robots.txt'])
  })
})

describe('a page that leads elsewhere', () => {
  const sellsUnmarked = status(200, { 'content-type': 'text/html' })
  /** Returns what was asked for on each of these days. */
  async function askedInDays(days: number) {
    const asked: string[][] = []
    for (let day = 0; day < days; day += 1) {
      requests.length = 0
      await lookFor(MINUTE_MS)
      asked.push(requests.filter(({ path }) => path !== '/robots.txt').map(({ path }) => path))
      later(24 * HOUR_MS)
    }
    return asked
  }

  test('is followed every day anew, however often it was', async () => {
    const { id } = await deal('moves.example')
    answers.set('moves.example/tote', leadsTo('/moved'))
    answers.set('moves.example/moved', sells(400))
    const days = MOST_HOPS + 2
    expect(await askedInDays(days)).toEqual(Array(days).fill(['/tote', '/moved']))
    expect(await answerOf(id)).toBe('same')
  })

  test('is asked whether it has changed where it was read, and never where it leads', async () => {
    await deal('moves.example')
    answers.set('moves.example/moved', sells(380))
    const seen: Array<[string, string | undefined]> = []
    for (const answer of [sells(400), leadsTo('/moved'), sells(400)]) {
      answers.set('moves.example/tote', answer)
      requests.length = 0
      await lookFor(MINUTE_MS)
      const pages = requests.filter(({ path }) => path !== '/robots.txt')
      for (const { path, ifNoneMatch } of pages) seen.push([path, ifNoneMatch])
      later(24 * HOUR_MS)
    }
    expect(seen).toEqual([
      ['/tote', undefined],
      ['/tote', '"400"'],
      ['/moved', undefined],
      // What was read at the redirect target must not be kept for this page.
      ['/tote', undefined],
    ])
  })

  test.each([
    [300, true],
    [301, false],
  ])(
    'or has an etag of %i characters is asked by that the next day: %s',
    async (length, isKept) => {
      await deal('marked.example')
      const etag = `"${'x'.repeat(length - 2)}"`
      answers.set('marked.example/tote', (request, response) => {
        response.setHeader('etag', etag)
        sellsUnmarked(request, response)
      })
      await askedInDays(2)
      expect(requests.at(-1)).toMatchObject({ path: '/tote' })
      expect(requests.at(-1)?.ifNoneMatch).toBe(isKept ? etag : undefined)
    },
  )

  test.each([
    [4000, 'same'],
    [4001, 'unreadable'],
  ] as const)('at an address of %i characters is %s', async (length, answer) => {
    const { id } = await deal('long.example')
    const start = shops.linkTo('long.example', '/')
    const path = `/${'x'.repeat(length - start.length)}`
    answers.set('long.example/tote', leadsTo(path))
    answers.set(`long.example${path}`, sells(400))
    await lookFor(MINUTE_MS)
    expect(await answerOf(id)).toBe(answer)
  })

  test('to a shop that cannot say whom it lets in is asked again from its beginning, as often as that is', async () => {
    const { id } = await deal('first.example')
    answers.set('first.example/tote', leadsTo(shops.linkTo('second.example', '/moved')))
    answers.set('second.example/robots.txt', status(503))
    answers.set('second.example/moved', sells(400))
    for (let times = 0; times <= MOST_HOPS; times += 1) {
      requests.length = 0
      await lookFor(MINUTE_MS)
      expect(await answerOf(id)).toBe('no-answer')
      expect(requests.map(({ host, path }) => host + path).slice(-2)).toEqual([
        'first.example/tote',
        'second.example/robots.txt',
      ])
      later(6 * HOUR_MS)
    }
    answers.set('second.example/robots.txt', status(404))
    await lookFor(MINUTE_MS)
    expect(await answerOf(id)).toBe('same')
  })
})

describe('a deal that has got another link', () => {
  const leadTo = (id: string, path: string) =>
    app.db
      .updateTable('deals')
      .set({ buyUrl: shops.linkTo('moved.example', path) })
      .where('id', '=', id)
      .execute()

  test('while its page was asked for is not told by that page', async () => {
    const { id } = await deal('moved.example')
    answers.set('moved.example/new', sells(380))
    await look('moved.example', (request, response) => {
      void leadTo(id, '/new').then(() => sells(320)(request, response))
    })
    const prices = await app.db
      .selectFrom('priceObservations')
      .select('salePriceCents')
      .where('dealId', '=', id)
      .orderBy('id')
      .execute()
    expect(prices.map(({ salePriceCents }) => salePriceCents)).toEqual([40_000, 38_000])
  })

  test('while it waited is asked for where it leads now', async () => {
    const { id } = await deal('moved.example')
    answers.set('moved.example/robots.txt', (request, response) => {
      void leadTo(id, '/new').then(() => status(404)(request, response))
    })
    answers.set('moved.example/new', sells(380))
    await look('moved.example', sells(320))
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/new'])
    expect(
      await app.db
        .selectFrom('deals')
        .select('salePriceCents')
        .where('id', '=', id)
        .executeTakeFirst(),
    ).toMatchObject({ salePriceCents: 38_000 })
  })
})

describe('each shop', () => {
  test('is asked by one process at a time, five seconds apart, today’s first, whatever leads there', async () => {
    const old = { publishedAt: new Date(MORNING.getTime() - 72 * HOUR_MS) }
    for (let at = 0; at < 6; at += 1) {
      const buyUrl = shops.linkTo('busy.example', `/tote-${at}`)
      await deal('busy.example', { buyUrl, ...(at < 3 ? old : {}) })
    }
    await deal('leads.example')
    answers.set('leads.example/tote', leadsTo(shops.linkTo('busy.example', '/tote-9')))
    answers.set('busy.example', sells(400))
    const other = await app.another({
      readOutside: app.ctx.readOutside,
      environment: { PRICE_CHECKS: '1' },
    })
    await enrol(app.ctx)
    for (let step = 0; step < 60; step += 1) {
      later(1000)
      other.setNow(app.ctx.now())
      await Promise.all([lookAtDue(app.ctx), lookAtDue(other.ctx)])
    }
    await other.close()
    const asked = requests.filter(({ host }) => host === 'busy.example')
    expect(asked.map(({ path }) => path).toSorted()).toEqual([
      '/robots.txt',
      ...[0, 1, 2, 3, 4, 5, 9].map((at) => `/tote-${at}`),
    ])
    const firsts = asked.filter(({ path }) => /-[0-5]$/.test(path)).map(({ path }) => path)
    expect(firsts.slice(0, 3).toSorted()).toEqual(['/tote-3', '/tote-4', '/tote-5'])
    for (const [index, { at }] of asked.entries()) {
      const before = asked[index - 1]
      if (before) expect(at - before.at).toBeGreaterThanOrEqual(5000)
    }
    expect(shops.mostAtOnce()).toBe(1)
  })

  test('gets the rest that it asks for', async () => {
    await deal('rest.example')
    answers.set('rest.example', status(429, { 'retry-after': '7200' }))
    answers.set('rest.example/robots.txt', text('User-agent: *\nCrawl-delay: 20'))
    await lookFor(MINUTE_MS)
    const { id } = await deal('rest.example', { buyUrl: shops.linkTo('rest.example', '/second') })
    await lookFor(HOUR_MS)
    expect(requests.map(({ path }) => path)).toEqual(['/robots.txt', '/tote'])
    answers.set('rest.example', sells(400))
    await lookFor(HOUR_MS)
    expect(requests.at(-1)?.path).toBe('/second')
    expect(await answerOf(id)).toBe('same')
  })

  test('that is never to be checked is not', async () => {
    const { id } = await deal('never.example')
    await app.db
      .updateTable('retailers')
      .set({ isNeverChecked: true })
      .where('name', '=', 'never.example')
      .execute()
    await lookFor(HOUR_MS)
    expect(requests).toEqual([])
    expect(await app.db.transaction().execute((trx) => checkNow(trx, app.ctx, id, 'curator'))).toBe(
      false,
    )
  })
})
