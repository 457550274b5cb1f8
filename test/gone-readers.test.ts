import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { createMember } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app } = usePages()

let port: number
beforeAll(async () => {
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
})

const connections = () =>
  new Promise<number>((resolve) => app.http.server.getConnections((_, count) => resolve(count)))

async function waitingForLocks() {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(app.db)
  return rows.length
}

/** Requests a personal page on a connection that closes afterwards. */
function askForAccount(cookie: string) {
  const socket = connect(port, '127.0.0.1')
  const lines = ['GET /account HTTP/1.1', 'host: localhost', `cookie: ${cookie}`]
  socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  return { leave: () => socket.destroy(), answered: () => once(socket.resume(), 'close') }
}

test('whoever leaves while they are looked up has nothing more asked or drawn for them', async () => {
  const { cookie } = await createMember(app.ctx)
  const lock = await app.db.startTransaction().execute()
  await sql`lock table sessions in access exclusive mode`.execute(lock)
  const before = app.logLines.length
  const leaving = [askForAccount(cookie), askForAccount(cookie)]
  await vi.waitUntil(async () => (await waitingForLocks()) === leaving.length, 10_000)
  for (const asked of leaving) asked.leave()
  await vi.waitUntil(async () => (await connections()) === 0, 10_000)
  await lock.rollback().execute()

  // Any work for the earlier requests would be done before these are answered.
  for (let number = 0; number < 2; number += 1) await askForAccount(cookie).answered()
  const lines = app.logLines.slice(before).map((line) => JSON.parse(line))
  const asked = Map.groupBy(lines, ({ reqId }) => reqId)
  const routes = [...asked.values()].map((of) => of.map(({ route }) => route))
  expect(routes.map((of) => of.at(-1))).toEqual(['/account', '/account'])
  expect(routes[0]).toContain('/api/subscription')
})
