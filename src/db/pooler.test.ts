import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { queues } from '#app/queues.ts'
import { startWorkers } from '#app/server/jobs/job-workers.ts'
import { announce } from '#app/server/live.ts'
import { findPooler } from '#scripts/tests/needs.ts'
import { startPooler } from '#test/support/databases/pooler.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { createDeal, createMember } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { openDatabase } from './open-database.ts'
import { checkConnections } from './pooler.ts'

type Pooler = Awaited<ReturnType<typeof startPooler>>
const LIMITS = [
  'set statement_timeout = 3000',
  'set lock_timeout = 1000',
  'set idle_in_transaction_session_timeout = 10000',
]

describe.skipIf(!findPooler())('through a pooler that lends a connection for a transaction', () => {
  let pooler: Pooler
  let url: string
  let directUrl: string
  beforeAll(async () => {
    pooler = await startPooler(inject('postgresUrl'), { limits: LIMITS.join('; ') })
    directUrl = await createServerDatabase()
    url = `${pooler.url}${new URL(directUrl).pathname.slice(1)}`
  })
  afterAll(() => pooler.stop())

  test('two processes do all they do without one: limits hold, changes are heard, jobs are done', async () => {
    const database = await openServerDatabase(url, directUrl)
    expect(await checkConnections(database)).toEqual([])
    const app = await createTestApp({ database })
    const other: TestApp = await app.another()
    const member = await createMember(app.ctx)
    const { id } = await createDeal(app.ctx)
    const feedAt = async (at: TestApp) => (await at.inject({ url: '/api/deals' })).body
    await expect.poll(() => feedAt(other)).toContain(id)

    // Many more at once than the pooler has connections to the database.
    const leave = (at: TestApp) => at.as(member).inject({ url: `/api/track/deal/${id}` })
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => leave(n % 2 === 0 ? app : other)),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const clicks = await app.db.selectFrom('clicks').select('kind').execute()
    expect(clicks.filter(({ kind }) => kind === 'click')).toHaveLength(1)

    await app.db.transaction().execute(async (trx) => {
      await trx.updateTable('deals').set({ isPublished: false }).where('id', '=', id).execute()
      await announce(trx, 'deals')
    })
    await expect.poll(() => feedAt(other)).not.toContain(id)

    // A job is sent through the pooler, and its worker hears of it on the listening connection.
    const workers = await startWorkers({ ...app.ctx, db: database.work }, database, queues, {
      pollSeconds: 600,
    })
    await app.inject({
      method: 'POST',
      url: '/api/forgot-password',
      payload: { email: member.email },
    })
    const states = async () => {
      const mails = await app.db.selectFrom('mails').select('state').execute()
      return mails.map(({ state }) => state)
    }
    await expect.poll(states).toEqual(['sent'])
    await workers.stop()
    await other.close()
    await app.close()
  })

  test('alone nobody could listen, and the start says what to set', async () => {
    const alone = await openDatabase({ url, dataDir: '' })
    await expect(checkConnections(alone)).rejects.toThrow(/set DATABASE_LISTEN_URL/)
    await alone.close()
  })

  test('one that passes over what it does not know is found out at the start, with what is missing', async () => {
    const lines = [
      'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ]
    const polite = await startPooler(inject('postgresUrl'), { lines })
    const through = `${polite.url}${new URL(directUrl).pathname.slice(1)}`
    const alone = await openDatabase({ url: through, dataDir: '' })
    // Another client's transaction comes in between, so the listening connection is no longer the same.
    await sql`select 1`.execute(alone.db)
    await expect(checkConnections(alone)).rejects.toThrow(/DATABASE_LISTEN_URL has to lead to/)
    await alone.close()
    const database = await openServerDatabase(through, directUrl)
    expect(await checkConnections(database)).toEqual(LIMITS)
    await database.close()
    await polite.stop()
  })
})

/**
 * The wire format of PostgreSQL and its poolers: a letter, the length with its own four bytes
 * included, the fields.
 */
function message(kind: string, ...fields: Array<string | number>): Buffer {
  const body = Buffer.concat(
    fields.map((field) => (typeof field === 'number' ? int32(field) : Buffer.from(field))),
  )
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

test('a statement that a pooler keeps while it does not reach its server is given up', async () => {
  let connections = 0
  const pooler = createServer((socket) => {
    connections += 1
    const isFirst = connections === 1
    socket.on('error', () => {})
    socket.once('data', () => {
      if (isFirst) socket.write(Buffer.concat([message('R', 0), message('Z', 'I')]))
      else
        socket.end(message('E', 'SFATAL\0', 'C08P01\0', 'Mserver login has been failing\0', '\0'))
    })
  })
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
  const { port } = pooler.address() as AddressInfo
  const { db, close } = await openDatabase({
    ...{ url: `postgres://club@127.0.0.1:${port}/club`, dataDir: '' },
    directUrl: await createServerDatabase(),
  })
  await expect(sql`select 1`.execute(db)).rejects.toThrow('terminated')
  expect(connections).toBeGreaterThan(1)
  await close()
  pooler.close()
})
