import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findLastChecks } from '#app/checks/server/checks.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { migrate } from '#app/db/migrate.ts'
import { addNotices } from '#app/notices/server/inbox/inbox.ts'
import { pushQueue } from '#app/notices/server/push/delivery.ts'
import { newId } from '#app/server/ids.ts'
import { NotTaken } from '#app/server/jobs/jobs.ts'
import {
  createFetchOutside,
  createPostOutside,
  createReadOutside,
} from '#app/server/outside-fetch.ts'
import { MB } from '#app/shared/counts.ts'
import { listenOnLoopback } from '#test/payments/forwarding.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import { openBackOffice } from '#test/uploads/back-office.ts'
import { ask } from './ask.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { ADMIN_PASSWORD } from './world.ts'

const picture = await twoHalves(420, 300).jpeg().toBuffer()
const hangs = () => {}
const LINKED = {
  ...{ '@type': 'Product', name: 'Leather tote', brand: 'Maison Test' },
  offers: { '@type': 'Offer', price: 400, priceCurrency: 'USD', availability: 'InStock' },
}
const SOUND = `<title>Leather tote</title><script type="application/ld+json">${JSON.stringify(LINKED)}</script>`
const SHOPS = {
  hangs,
  fails: (answer: ServerResponse) => void answer.writeHead(500).end(),
  'breaks off': (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-length': String(picture.length) })
    answer.write(picture.subarray(0, 100), () => answer.destroy())
  },
  'trickles without end': (answer: ServerResponse) => {
    const timer = setInterval(() => answer.write('x'), 50)
    answer.on('close', () => clearInterval(timer))
  },
  'lies about what it sends': (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'image/jpeg' }).end('<html>Sale</html>')
  },
  'sends more than anybody asked for': (answer: ServerResponse) => {
    const more = () => answer.write(Buffer.alloc(1024 * 1024), (error) => error || more())
    more()
  },
  'leads from one place to the next': (answer: ServerResponse) => {
    answer.writeHead(302, { location: '/again' }).end()
  },
}

/** Nothing listens at this shop's address. */
const GONE = 'is down'
const FAILING = [GONE, ...(Object.keys(SHOPS) as Array<keyof typeof SHOPS>)] as const
const SLOW_MS = 3000
/** The longest that a request may take which does not depend on a shop, in ms. */
const AT_ONCE_MS = 2500
const slowly = (type: string, body: Buffer | string) => (answer: ServerResponse) =>
  void setTimeout(() => answer.writeHead(200, { 'content-type': type }).end(body), SLOW_MS)

const ANYWHERE = { isAllowed: () => true, isAllowedPort: () => true }
let behaviour: (answer: ServerResponse) => void = hangs
let soundAskedAt = Infinity
/** Every shop lets us in (it has no robots.txt), and behaves at one address. */
const shop = createServer(({ url }, answer) => {
  if (url === '/robots.txt') return answer.writeHead(404).end()
  if (url === '/sound') {
    soundAskedAt = performance.now()
    return answer.writeHead(200, { 'content-type': 'text/html' }).end(SOUND)
  }
  behaviour(answer)
})
const { port, close: closeShop } = await listenOnLoopback(shop)
const nobody = await listenOnLoopback(createServer((_, answer) => behaviour(answer)))
await nobody.goAway()
const portOf = (name: (typeof FAILING)[number]) => (name === GONE ? nobody.port : port)
const behaviourOf = (name: (typeof FAILING)[number]) => (name === GONE ? hangs : SHOPS[name])
let postgres: OwnPostgres
let app: TestApp
let office: Awaited<ReturnType<typeof openBackOffice>>

beforeAll(async () => {
  postgres = await startOwnPostgres()
  const database = await openServerDatabase(postgres.url)
  await migrate(database.db)
  app = await createAppOn(database, {
    hasPayments: true,
    environment: { ADMIN_PASSWORD, TRUST_PROXY: '1', PRICE_CHECKS: '1' },
    // The product's own fetchers, but allowed to reach this machine, which production forbids.
    fetchOutside: createFetchOutside(ANYWHERE),
    readOutside: createReadOutside(ANYWHERE),
    postOutside: createPostOutside(ANYWHERE),
  })
  office = await openBackOffice(app.ctx.config.http.publicUrl, ADMIN_PASSWORD)
}, 120_000)

afterAll(async () => {
  await closeShop()
  await app?.close()
  await postgres?.remove()
}, 60_000)

describe('Shops', () => {
  test.each(FAILING)('Besides: a shop that %s costs one picture and nothing else', async (name) => {
    behaviour = behaviourOf(name)
    const { status, pictures } = await storePicture(portOf(name))
    expect(status).toBe(200)
    expect(pictures).toEqual([expect.objectContaining({ key: null })])
    expect(pictures[0]?.error).toMatch(/^[A-Z1“].{10,}\.$/)
  })

  test('Besides: a shop that is slow has its picture taken, and holds up nobody', async () => {
    behaviour = slowly('image/jpeg', picture)
    const { pictures } = await storePicture(port)
    expect(pictures).toEqual([expect.objectContaining({ key: expect.any(String) })])
  })

  test.each(FAILING)(
    'Besides: a shop that %s when its price is looked at ends no deal, and holds up no other shop',
    async (name) => {
      behaviour = behaviourOf(name)
      const { good, bad } = await lookAtBoth(portOf(name))
      expect(good).toMatchObject({ answer: 'same' })
      expect(['no-answer', 'unreadable']).toContain(bad?.answer)
    },
  )

  test('Besides: a shop that is slow when its price is looked at is waited for, and holds up no other shop', async () => {
    let answeredAt = Infinity
    const page = slowly('text/html', SOUND)
    behaviour = (answer) => {
      answer.on('finish', () => {
        answeredAt = performance.now()
      })
      page(answer)
    }
    const { good, bad, otherAskedAt } = await lookAtBoth(port)
    expect([good?.answer, bad?.answer]).toEqual(['same', 'same'])
    expect(otherAskedAt).toBeLessThan(answeredAt - SLOW_MS / 2)
  })

  test.each([GONE, 'hangs', 'fails'] as const)(
    'Besides: a push service that %s holds up nobody; its alert is taken later, once',
    async (name) => {
      behaviour = behaviourOf(name)
      const { work } = await addAlert(portOf(name))
      const tried = expect(work()).rejects.toThrow(NotTaken)
      await expectServed()
      await tried
      let taken = 0
      behaviour = (answer) => {
        taken += 1
        answer.writeHead(201).end()
      }
      if (name === GONE) await nobody.comeBack()
      // A shop that timed out is left alone for a while.
      await vi.waitFor(work, { timeout: 60_000, interval: 500 })
      if (name === GONE) await nobody.goAway()
      expect(taken).toBe(1)
    },
  )

  test('Besides: a push service that is slow is waited for, and holds up nobody', async () => {
    let taken = 0
    behaviour = (answer) => {
      taken += 1
      setTimeout(() => answer.writeHead(201).end(), SLOW_MS)
    }
    const { work, devices } = await addAlert(port)
    const worked = work()
    await expectServed()
    await worked
    expect(taken).toBe(1)
    expect(await devices()).toMatchObject([{ lastSentAt: expect.any(String) }])
  })

  test.each([
    ['takes it and talks nonsense', 201, {}, 'sent'],
    ['takes it and talks without end', 200, {}, 'sent'],
    ['leads elsewhere', 307, { location: '/elsewhere' }, 'not sent'],
    ['leads elsewhere for good', 301, { location: '/elsewhere' }, 'not sent'],
  ] as const)(
    'Besides: a push service that %s is asked once, and nothing it says is read',
    async (what, status, headers, fate) => {
      const asked: Array<string | undefined> = []
      let sentBytes = 0
      behaviour = (answer) => {
        asked.push(answer.req.url)
        answer.writeHead(status, { 'content-type': 'text/html', ...headers })
        if (what !== 'takes it and talks without end') return answer.end('<html>%%% Sale')
        const more = () => {
          sentBytes += MB
          answer.write(Buffer.alloc(MB), (error) => error || more())
        }
        more()
      }
      const { work, devices } = await addAlert(port)
      await work()
      expect(asked).toEqual([expect.stringMatching(/^\/push\//)])
      // At most what fits in the buffers of both sides.
      expect(sentBytes).toBeLessThan(20 * MB)
      const [device] = await devices()
      expect(device?.lastSentAt).toEqual(fate === 'sent' ? expect.any(String) : null)
    },
  )

  test('Besides: a push service that says of every browser that it is gone costs its alerts and nothing else', async () => {
    let asked = 0
    behaviour = (answer) => {
      asked += 1
      answer.writeHead(410).end()
    }
    const alerts = [await addAlert(port), await addAlert(port)]
    for (const { work, devices, inbox, addAgain } of alerts) {
      await work()
      expect(await devices()).toEqual([])
      expect(await inbox()).toMatchObject([{ kind: 'back' }])
      await work()
      // A member who wants alerts can subscribe again.
      expect(await addAgain()).toMatchObject([{ lastSentAt: null }])
    }
    expect(asked).toBe(alerts.length)
  })
})

afterEach(() => app.setNow(undefined))

/** Requests that need no shop do not wait for one: neither the feed nor the redirect to a shop. */
async function expectServed() {
  const { cookie } = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx)
  for (const path of ['/api/deals', `/api/track/deal/${id}`]) {
    const { status, tookMs } = await ask(app.ctx.config.http.publicUrl + path, {
      headers: { cookie },
    })
    expect(status).toBe(200)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
  }
}

/** Returns what the back office answers about a picture to be fetched there, while it serves others. */
async function storePicture(at: number) {
  const url = `http://127.0.0.1:${at}/coat.jpg`
  const stored = office.send('/api/admin/pictures', { url }, [])
  await expectServed()
  const answer = await stored
  const { pictures } = (await answer.json()) as {
    pictures: Array<{ key: string | null; error?: string }>
  }
  return { status: answer.status, pictures }
}

/** Looks at a deal of this shop and at one of a well-behaved shop, until both must have answered. */
async function lookAtBoth(at: number) {
  await app.db.deleteFrom('deals').execute()
  await app.db.deleteFrom('checkHosts').execute()
  const dealAt = (host: string, ofHost: number, path: string) =>
    createDeal(app.ctx, {
      ...{ buyUrl: `http://${host}:${ofHost}${path}`, domain: host, retailerName: host },
    })
  const bad = await dealAt('127.0.0.1', at, '/coat')
  const good = await dealAt('localhost', port, '/sound')
  soundAskedAt = Infinity
  await enrol(app.ctx)
  // First robots.txt, then the page and its redirects; each shop at its own pace.
  for (let turn = 0; turn < 9; turn += 1) {
    const looks = lookAtDue(app.ctx)
    const { status, tookMs } = await ask(`${app.ctx.config.http.publicUrl}/api/deals`, {})
    expect(status).toBe(200)
    expect(tookMs).toBeLessThan(AT_ONCE_MS)
    await looks
    app.setNow(new Date(app.ctx.now().getTime() + 10_000))
  }
  const deal = await app.db
    .selectFrom('deals')
    .select(['endedReason', 'salePriceCents'])
    .where('id', '=', bad.id)
    .executeTakeFirstOrThrow()
  expect(deal).toEqual({ endedReason: null, salePriceCents: 40_000 })
  const checks = await findLastChecks(app.db, [bad.id, good.id])
  return { good: checks.get(good.id), bad: checks.get(bad.id), otherAskedAt: soundAskedAt }
}

/** Adds an alert for a member whose browser has the shop as its push service, outside the quiet hours. */
async function addAlert(at: number) {
  app.setNow(new Date('2026-11-20T14:00:00Z'))
  const member = await createMember(app.ctx)
  const { id: dealId } = await createDeal(app.ctx)
  const own = createECDH('prime256v1')
  const { cookie, id: userId } = member
  const deviceId = newId()
  const { id: sessionId } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  const device = {
    endpoint: `http://127.0.0.1:${at}/push/${deviceId}`,
    keys: {
      p256dh: own.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    timeZone: 'UTC',
  }
  const { keys, ...rest } = device
  const add = () =>
    app.db
      .insertInto('pushDevices')
      .values({
        ...{ ...rest, ...keys, id: deviceId, userId, sessionId, createdAt: app.ctx.now() },
        ...{ browser: null, system: null, lastSentAt: null },
      })
      .execute()
  await add()
  const noticeIds = await app.db
    .transaction()
    .execute((trx) => addNotices(trx, app.ctx, [{ userId, kind: 'back', dealId, facts: {} }]))
  const data = { deviceId, noticeIds, askedAt: app.ctx.now().toISOString() }
  const read = async (path: string) => {
    const { body } = await ask(app.ctx.config.http.publicUrl + path, { headers: { cookie } })
    return JSON.parse(body)
  }
  const devices = async () =>
    (await read('/api/push')).devices as Array<{ lastSentAt: string | null }>
  return {
    work: async () => pushQueue.work(app.ctx, data),
    devices,
    inbox: async () => (await read('/api/notices')).notices as Array<{ kind: string }>,
    addAgain: async () => {
      await add()
      return devices()
    },
  }
}
