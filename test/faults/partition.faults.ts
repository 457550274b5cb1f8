import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { ask } from './ask.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'
import { type Process, startWorld, type World } from './world.ts'

/** One of two processes loses the database: the other goes on, and afterwards both give the same answers. */
describe.each(['refuses', 'swallows all'])('Line of one process of two %s', (mood) => {
  let world: World
  let line: TcpProxy
  let cutOff: Process
  let leaving: Person
  let lapsing: Person
  beforeAll(async () => {
    world = await startWorld()
    line = await startTcpProxy(world.postgres.port)
    const url = new URL(world.postgres.url)
    url.port = String(line.port)
    cutOff = await world.startAnother({ DATABASE_URL: url.href })
    leaving = await createMember(world.observer.ctx)
    lapsing = await createMember(world.observer.ctx)
    await createDeal(world.observer.ctx, { productName: 'Leather tote', buyUrl: BUY_URL })
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    await line?.cut()
  }, 60_000)

  const BUY_URL = 'https://shop.example/leather-tote'
  const as = (
    at: Process,
    { cookie }: Person,
    path: string,
    method: 'GET' | 'PUT' | 'POST' = 'GET',
  ) => ask(at.url + path, { method, headers: { cookie } })

  /** Returns what a process answers about the three people who changed something meanwhile. */
  async function sayings(at: Process) {
    const saved = await as(at, world.member, '/api/saved/ids')
    return {
      saved: saved.body.includes(world.dealId),
      whoLeft: (await as(at, leaving, '/api/user')).status,
      isLapsedShown: (await as(at, lapsing, '/api/deals')).body.includes('Leather tote'),
    }
  }
  const BEFORE = { saved: false, whoLeft: 200, isLapsedShown: true }
  const AFTER = { saved: true, whoLeft: 401, isLapsedShown: false }

  test('Besides: before, both say the same', async () => {
    for (const at of [world.product, cutOff]) {
      await expect.poll(() => sayings(at), { timeout: 10_000 }).toEqual(BEFORE)
      // Fills the cache that each serves to visitors while it cannot reach the database.
      expect((await ask(at.url)).status).toBe(200)
    }
    if (mood === 'refuses') await line.cut()
    else line.swallowAll()
  })

  test('Besides: the other goes on answering and writing', async () => {
    const { product } = world
    const saved = await as(product, world.member, `/api/saved/${world.dealId}`, 'PUT')
    expect(saved.status, saved.body).toBeLessThan(300)
    expect((await as(product, leaving, '/api/logout', 'POST')).status).toBe(200)
    await world.observer.db
      .updateTable('subscriptions')
      .set({ status: 'canceled', currentPeriodEnd: new Date(Date.now() - 1000) })
      .where('userId', '=', lapsing.id)
      .execute()
    expect(await sayings(product)).toEqual(AFTER)
    expect((await ask(`${product.url}/readyz`)).status).toBe(200)
  })

  test('Besides: the one cut off is taken out, shows visitors what it had and says of nobody who they are', async () => {
    expect((await ask(`${cutOff.url}/readyz`)).status).toBe(503)
    expect((await ask(`${cutOff.url}/readyz?of=process`)).status).toBe(200)
    expect((await ask(cutOff.url)).status).toBe(200)
    for (const person of [world.member, leaving, lapsing]) {
      for (const path of ['/api/user', '/api/deals', '/api/saved/ids', '/daily-deals']) {
        const { status, headers, body } = await as(cutOff, person, path)
        expect(status, `${path}: ${body.slice(0, 200)}`).toBe(503)
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(body).not.toContain('Leather tote')
      }
    }
    // A write that cannot be stored is not acknowledged.
    expect((await as(cutOff, lapsing, `/api/saved/${world.dealId}`, 'PUT')).status).toBe(503)
  })

  test('Recovers: both say the same', async () => {
    if (mood === 'refuses') await line.mend()
    else line.pass()
    await expect
      .poll(() => sayings(cutOff), { timeout: 5000 * Number(process.env.BUSY_FACTOR ?? 1) })
      .toEqual(AFTER)
    expect(await sayings(world.product)).toEqual(AFTER)
    expect((await ask(`${cutOff.url}/readyz`)).status).toBe(200)
  })
})
