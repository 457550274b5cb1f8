import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MOST_FEED_PAGES_AN_HOUR } from '#app/deals/deals.facts.ts'
import { newToken } from '#app/server/tokens.ts'
import { announceDeals, createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

/** Counts requests that the framework has seen: a cached answer never gets there. */
let seen = 0
/** Requests that wait in the framework, while they are held. */
let held: Array<() => void> | undefined
const app = useTestApp({
  hasPages: true,
  extend: (http) => {
    http.addHook('onRequest', (_request, _reply, done) => {
      seen += 1
      if (held) held.push(done)
      else done()
    })
  },
})
const FEED = '/api/deals?page=1&limit=12'
let port: number

beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})
beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  await createDeal(app.ctx, { productName: 'Canary clutch' })
  await announceDeals(app.ctx)
  // Stops the clock: one moment of the cache lasts as long as the test, however slowly it goes.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2000)
  return () => vi.restoreAllMocks()
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; wasReady: boolean }

async function ask(
  path: string,
  headers: Record<string, string | string[]> = {},
  method = 'GET',
): Promise<Answer> {
  const before = seen
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', path, method, headers, agent: false },
      async (response) => {
        const body = await buffer(response)
        const { date: _, ...rest } = response.headers
        const { statusCode: status = 0 } = response
        // A request that is refused is not counted by the hook either.
        const wasReady = status === 200 && seen === before
        resolve({ status, headers: rest, body, wasReady })
      },
    )
    sent.on('error', reject).end()
  })
}

/** Repeats until the answer is cached: that happens after it has gone out. */
async function askUntilReady(path: string, headers: Record<string, string> = {}) {
  for (;;) {
    const answer = await ask(path, headers)
    if (answer.wasReady) return answer
  }
}

test.each([
  [FEED, {}],
  [FEED, { 'accept-encoding': 'gzip, deflate, br' }],
  ['/api/deals/figures', {}],
  ['/daily-deals', {}],
  [
    '/',
    { 'accept-encoding': 'gzip', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' },
  ],
])('%s goes out as it was made, byte for byte and header for header: %j', async (path, headers) => {
  const made = await ask(path, headers)
  expect([made.status, made.wasReady]).toEqual([200, false])
  if ('sec-fetch-site' in headers) {
    expect((await ask(path, headers)).wasReady).toBe(false)
    return
  }
  const { wasReady, ...ready } = await askUntilReady(path, headers)
  expect(ready).toEqual({ status: 200, headers: made.headers, body: made.body })
  expect(ready.headers['content-security-policy']).toContain("default-src 'none'")
})

test('whoever says anything of themselves is looked at', async () => {
  await askUntilReady(FEED)
  const member = await createMember(app.ctx)
  const looked: Array<
    [headers: Record<string, string | string[]>, status: number, method?: string]
  > = [
    [{ cookie: member.cookie }, 200],
    [{ cookie: 'seen=1' }, 200],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ host: 'evil.example' }, 421],
    [{ authorization: 'Bearer x' }, 200],
    [{ 'content-length': '0' }, 200],
    [{}, 200, 'HEAD'],
    [{}, 401, 'POST'],
  ]
  for (const [headers, status, method] of looked) {
    const answer = await ask(FEED, { 'sec-fetch-site': 'same-origin', ...headers }, method)
    expect([headers, answer.wasReady, answer.status]).toEqual([headers, false, status])
    const isTheirs = headers.cookie === member.cookie
    expect(answer.body.includes('Canary')).toBe(isTheirs)
  }
  expect((await askUntilReady(FEED)).body.includes('Canary')).toBe(false)
})

test('what a class may see goes out to whoever is of it as it was made, and only while they are', async () => {
  const [member, other, tooMuch] = [await newMember(), await newMember(), await newMember()]
  const made = await ask(FEED, member.headers)
  expect([made.status, made.wasReady]).toEqual([200, false])
  expect(made.body.includes('Canary')).toBe(true)
  const { wasReady, ...ready } = await askUntilReady(FEED, member.headers)
  expect(ready).toEqual({ status: 200, headers: made.headers, body: made.body })
  const free = await createPerson(app.ctx)
  for (let times = 0; times < 3; times += 1) {
    expect((await ask(FEED, { cookie: free.cookie })).body.includes('Canary')).toBe(false)
    expect((await ask(FEED, { cookie: `session=${newToken()}` })).body.includes('Canary')).toBe(
      false,
    )
  }
  expect(await ask(FEED, other.headers)).toMatchObject({ wasReady: true, body: made.body })
  await leave(member, other)
  await readTooMuch(tooMuch)
  for (const them of [member, other]) {
    const answer = await ask(FEED, them.headers)
    expect([answer.status, answer.body.includes('Canary')]).toEqual([200, false])
  }
  expect((await ask(FEED, tooMuch.headers)).status).toBe(429)
})

test.each([
  ['identity', (body: Buffer) => body],
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
])(
  'a page of a class goes out with the end of whoever asks, packed as %s, and only while they are of it',
  async (packing, unpack) => {
    const [member, other, tooMuch] = [await newMember(), await newMember(), await newMember()]
    const free = await createPerson(app.ctx)
    const pageOf = async (them: { headers: Record<string, string> }, path = '/daily-deals') => {
      const headers = { ...them.headers, 'accept-encoding': packing }
      const { body, ...answer } = await ask(path, headers)
      expect([answer.status, answer.headers['content-length']]).toEqual([200, `${body.length}`])
      return { ...answer, text: String(unpack(body)) }
    }
    const untilReady = async (them: Parameters<typeof pageOf>[0], path?: string) => {
      for (;;) {
        const page = await pageOf(them, path)
        if (page.wasReady) return page
      }
    }
    const made = await pageOf(member)
    expect(made).toMatchObject({ wasReady: false, text: expect.stringContaining('Canary') })
    expect(made.text).toContain(member.email)
    expect(await untilReady(member)).toEqual({ ...made, wasReady: true })
    const theirs = await pageOf(other)
    expect(theirs.wasReady).toBe(true)
    expect(theirs.text).toContain(other.email)
    expect(theirs.text).not.toContain(member.email)
    const locked = await untilReady({ headers: { cookie: free.cookie } })
    expect(locked.text).toContain(free.email)
    expect(locked.text).not.toContain('Canary')
    expect((await pageOf({ headers: { cookie: `session=${newToken()}` } })).text).not.toContain(
      'Canary',
    )
    // A visit from a mail is counted, so it is not answered from the cache.
    for (let times = 0; times < 3; times += 1) {
      expect((await pageOf(member, '/daily-deals?from=edition')).wasReady).toBe(false)
    }
    await leave(member, other)
    await readTooMuch(tooMuch)
    for (const them of [member, other]) {
      const { wasReady, text } = await pageOf(them)
      expect(text).not.toContain('Canary')
      // One of them is of a class for which nothing has been made, the other is signed out.
      expect([wasReady, text.includes(member.email)]).toEqual([false, them === member])
    }
    expect((await ask('/daily-deals', tooMuch.headers)).status).toBe(429)
  },
)

async function newMember() {
  const { id, email, cookie } = await createMember(app.ctx)
  return { id, email, headers: { cookie, 'sec-fetch-site': 'same-origin' } }
}

/** Changes rows as another process would: one membership ends, the other person is signed out. */
async function leave(lapsed: { id: string }, signedOut: { id: string }) {
  await app.db
    .updateTable('subscriptions')
    .set({ status: 'canceled' })
    .where('userId', '=', lapsed.id)
    .execute()
  await app.db.deleteFrom('sessions').where('userId', '=', signedOut.id).execute()
}

async function readTooMuch({ id }: { id: string }) {
  await app.db
    .insertInto('throttles')
    .values({
      key: `feed-pages:${id}`,
      points: MOST_FEED_PAGES_AN_HOUR,
      expire: Date.now() + 3_600_000,
    })
    .execute()
}

test('nothing of a person, of a failure or of a door lies ready', async () => {
  for (const path of ['/api/user', '/nowhere', '/join-now', '/healthz', '/api/csrf-token']) {
    for (let times = 0; times < 3; times += 1) expect((await ask(path)).wasReady).toBe(false)
  }
})

test('however many addresses strangers have named, what is asked by ours lies ready', async () => {
  for (let n = 1; n <= 12; n += 1) await ask(FEED, { host: `203.0.113.${n}` })
  const answers = []
  for (let n = 0; n < 5; n += 1) answers.push((await ask('/api/deals/figures')).wasReady)
  expect(answers).toContain(true)
})

test('a change is seen by whoever asks next', async () => {
  for (let deals = 2; deals < 5; deals += 1) {
    await askUntilReady(FEED)
    await createDeal(app.ctx)
    await announceDeals(app.ctx)
    const { body } = await ask(FEED)
    expect(JSON.parse(String(body)).pagination.totalDeals).toBe(deals)
  }
})

test('what the clock ends is not sent any more, and after a moment all is made anew', async () => {
  await createDeal(app.ctx, { endsAt: new Date(Date.now() + 60_000) })
  await announceDeals(app.ctx)
  await askUntilReady(FEED)
  app.setNow(new Date(Date.now() + 61_000))
  const after = await ask(FEED)
  expect(after.wasReady).toBe(false)
  expect(JSON.parse(String(after.body)).pagination.endedDeals).toBe(1)
  app.setNow(undefined)
  await announceDeals(app.ctx)
  await askUntilReady(FEED)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1001)
  expect((await ask(FEED)).wasReady).toBe(false)
})

test('while one makes it anew the others are sent what there is, for a second more', async () => {
  await askUntilReady(FEED)
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1001)
  const waiting: Array<() => void> = []
  held = waiting
  const one = ask(FEED)
  await expect.poll(() => waiting.length).toBe(1)
  expect((await ask(FEED)).wasReady).toBe(true)
  // The first request may have been turned away, so another one makes the answer.
  clock.mockReturnValue(now + 1202)
  const another = ask(FEED)
  await expect.poll(() => waiting.length).toBe(2)
  expect((await ask(FEED)).wasReady).toBe(true)
  clock.mockReturnValue(now + 2001)
  const late = [ask(FEED), ask(FEED)]
  await expect.poll(() => waiting.length).toBe(4)
  held = undefined
  for (const goOn of waiting) goOn()
  for (const { status, wasReady } of await Promise.all([one, another, ...late])) {
    expect([status, wasReady]).toEqual([200, false])
  }
  expect((await ask(FEED)).wasReady).toBe(true)
})
