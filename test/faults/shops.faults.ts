import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findLastChecks } from '#app/checks/server/checks.ts'
import { enrol, lookAtDue } from '#app/checks/server/looking/work.ts'
import { migrate } from '#app/db/migrate.ts'
import { addNotices } from '#app/notices/server/inbox/inbox.ts'
import { pushQueue } from '#app/notices/server/push/delivery.ts'
import { newId } from '#app/server/ids.ts'
import { NotTaken } from '#app/server/jobs.ts'
import {
  createFetchOutside,
  createPostOutside,
  createReadOutside,
} from '#app/server/outside-fetch.ts'
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

const ANYWHERE = { isAllowed: () => true, isAllowedPort: () => true }
let behaviour: (answer: ServerResponse) => void = hangs
/** Whom it lets in it says, and at one address it behaves. */
const shop = createServer(({ url }, answer) => {
  if (url === '/robots.txt') return answer.writeHead(404).end()
  if (url === '/sound') return answer.writeHead(200, { 'content-type': 'text/html' }).end(SOUND)
  behaviour(answer)
})
let postgres: OwnPostgres
let app: TestApp
let office: Awaited<ReturnType<typeof openBackOffice>>

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  postgres = await startOwnPostgres()
  const database = await openServerDatabase(postgres.url)
  await migrate(database.db)
  app = await createAppOn(database, {
    hasPayments: true,
    environment: { ADMIN_PASSWORD, TRUST_PROXY: '1', PRICE_CHECKS: '1' },
    // The product's own, but for where it may go: in earnest not to this machine.
    fetchOutside: createFetchOutside(ANYWHERE),
    readOutside: createReadOutside(ANYWHERE),
    postOutside: createPostOutside(ANYWHERE),
  })
  office = await openBackOffice(app.ctx.config.http.publicUrl, ADMIN_PASSWORD)
}, 120_000)

afterAll(async () => {
  shop.closeAllConnections()
  shop.close()
  await app?.close()
  await postgres?.remove()
}, 60_000)

describe('Shops', () => {
  test.each(Object.keys(SHOPS) as Array<keyof typeof SHOPS>)(
    'Besides: a shop that %s costs one picture and nothing else',
    async (name) => {
      behaviour = SHOPS[name]
      const { port } = shop.address() as AddressInfo
      const url = `http://127.0.0.1:${port}/coat.jpg`
      const { cookie } = await createMember(app.ctx)
      const { id } = await createDeal(app.ctx)
      const { publicUrl } = app.ctx.config.http

      const stored = office.send('/api/admin/pictures', { url }, [])
      // Meanwhile nobody else waits, and a way out does not ask the shop.
      for (const path of ['/api/deals', `/api/track/deal/${id}`]) {
        const { status, tookMs } = await ask(publicUrl + path, { headers: { cookie } })
        expect(status).toBe(200)
        expect(tookMs).toBeLessThan(5000)
      }
      const answer = await stored
      expect(answer.status).toBe(200)
      const { pictures } = (await answer.json()) as {
        pictures: Array<{ key: null; error: string }>
      }
      expect(pictures).toEqual([expect.objectContaining({ key: null })])
      expect(pictures[0]?.error).toMatch(/^[A-Z1“].{10,}\.$/)
    },
  )

  test.each(Object.keys(SHOPS) as Array<keyof typeof SHOPS>)(
    'Besides: a shop that %s when its price is looked at ends no deal, and holds up no other shop',
    async (name) => {
      behaviour = SHOPS[name]
      await app.db.deleteFrom('deals').execute()
      await app.db.deleteFrom('checkHosts').execute()
      const { port } = shop.address() as AddressInfo
      const dealAt = (host: string, path: string) =>
        createDeal(app.ctx, {
          ...{ buyUrl: `http://${host}:${port}${path}`, domain: host, retailerName: host },
        })
      const bad = await dealAt('127.0.0.1', '/coat')
      const good = await dealAt('localhost', '/sound')
      await enrol(app.ctx)
      // Whom it lets in, then the page and wherever that leads; each shop at its own pace.
      for (let turn = 0; turn < 9; turn += 1) {
        const looks = lookAtDue(app.ctx)
        const { status, tookMs } = await ask(`${app.ctx.config.http.publicUrl}/api/deals`, {})
        expect(status).toBe(200)
        expect(tookMs).toBeLessThan(5000)
        await looks
        app.setNow(new Date(app.ctx.now().getTime() + 10_000))
      }
      const checks = await findLastChecks(app.db, [bad.id, good.id])
      expect(checks.get(good.id)).toMatchObject({ answer: 'same' })
      expect(['no-answer', 'unreadable']).toContain(checks.get(bad.id)?.answer)
      const { endedReason, salePriceCents } = await app.db
        .selectFrom('deals')
        .select(['endedReason', 'salePriceCents'])
        .where('id', '=', bad.id)
        .executeTakeFirstOrThrow()
      expect({ endedReason, salePriceCents }).toEqual({ endedReason: null, salePriceCents: 40_000 })
      app.setNow(undefined)
    },
  )

  test.each(['hangs', 'fails'] as const)(
    'Besides: a push service that %s holds up nobody; its alert is taken later, once',
    async (name) => {
      behaviour = SHOPS[name]
      // Nobody is woken at night.
      app.setNow(new Date('2026-11-20T14:00:00Z'))
      const data = await addAlert()
      const work = async () => pushQueue.work(app.ctx, data)
      const tried = expect(work()).rejects.toThrow(NotTaken)
      const { status, tookMs } = await ask(`${app.ctx.config.http.publicUrl}/api/deals`, {})
      expect([status, tookMs < 5000]).toEqual([200, true])
      await tried
      let taken = 0
      behaviour = (answer) => {
        taken += 1
        answer.writeHead(201).end()
      }
      // One that was silent is left alone for a while.
      await vi.waitFor(work, { timeout: 60_000, interval: 500 })
      expect(taken).toBe(1)
      app.setNow(undefined)
    },
  )
})

/** What there is to tell somebody, on a device whose push service is the shop. */
async function addAlert() {
  const { id: userId } = await createMember(app.ctx)
  const { id: dealId } = await createDeal(app.ctx)
  const { port } = shop.address() as AddressInfo
  const own = createECDH('prime256v1')
  const deviceId = newId()
  const { id: sessionId } = await app.db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('pushDevices')
    .values({
      ...{ id: deviceId, userId, sessionId, timeZone: 'UTC', createdAt: app.ctx.now() },
      endpoint: `http://127.0.0.1:${port}/push/${deviceId}`,
      p256dh: own.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      ...{ browser: null, system: null, lastSentAt: null },
    })
    .execute()
  const noticeIds = await app.db
    .transaction()
    .execute((trx) => addNotices(trx, app.ctx, [{ userId, kind: 'back', dealId, facts: {} }]))
  return { deviceId, noticeIds, askedAt: app.ctx.now().toISOString() }
}
