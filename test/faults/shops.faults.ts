import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#app/db/migrate.ts'
import { createFetchOutside } from '#app/server/outside-fetch.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { createAppOn, type TestApp } from '#test/support/test-app.ts'
import { openServerDatabase } from '#test/support/test-database.ts'
import { openBackOffice } from '#test/uploads/back-office.ts'
import { ask } from './ask.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { ADMIN_PASSWORD } from './world.ts'

const picture = await twoHalves(420, 300).jpeg().toBuffer()
const hangs = () => {}
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

let behaviour: (answer: ServerResponse) => void = hangs
const shop = createServer((_request, answer) => behaviour(answer))
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
    environment: { ADMIN_PASSWORD, TRUST_PROXY: '1' },
    // The product's own, but for where it may go: in earnest not to this machine.
    fetchOutside: createFetchOutside({ isAllowed: () => true, isAllowedPort: () => true }),
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
})
