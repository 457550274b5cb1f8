import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
import { ask } from './ask.ts'
import { startLedger } from './ledger.ts'
import { untilWell } from './rows.ts'
import { startWorld, type World } from './world.ts'

const KILLS = 6
/** Long enough for hundreds of writes, and another moment each time. */
const aWhile = () => delay(400 + Math.random() * 1200)

let world: World
afterEach(() => world?.close(), 60_000)

describe('kill -9', () => {
  beforeEach(async () => {
    world = await startWorld()
  }, 180_000)

  test('of the app: nothing acknowledged is lost, nothing is doubled, and what is sent again is there once', async ({
    task,
  }) => {
    let { product } = world
    const ledger = startLedger(() => [product.url])
    for (let kill = 0; kill < KILLS; kill += 1) {
      await aWhile()
      await product.kill()
      product = await world.startAnother()
    }
    await aWhile()
    await ledger.stop()
    task.meta.said = `${ledger.count('ok')} acknowledged, ${ledger.count('unknown')} unknown, ${KILLS} kills`
    expect(ledger.count('ok')).toBeGreaterThan(100)
    expect(await ledger.compare(world.observer)).toEqual(NOTHING_WRONG)
    await ledger.sendAgain()
    expect(await ledger.compare(world.observer)).toEqual(NOTHING_WRONG)
  }, 240_000)

  test('of the database: the same, and the app goes on without a restart', async ({ task }) => {
    const { product, postgres, observer } = world
    const ledger = startLedger(() => [product.url])
    for (let kill = 0; kill < KILLS; kill += 1) {
      await aWhile()
      await postgres.kill()
      await postgres.start()
      await untilWell(world)
    }
    await aWhile()
    await ledger.stop()
    task.meta.said = `${ledger.count('ok')} acknowledged, ${ledger.count('unknown')} unknown, ${KILLS} kills`
    expect(ledger.count('ok')).toBeGreaterThan(100)
    expect(await ledger.compare(observer)).toEqual(NOTHING_WRONG)
    await ledger.sendAgain()
    expect(await ledger.compare(observer)).toEqual(NOTHING_WRONG)
  }, 240_000)

  test('of one process with mail in its hands: another sends it within a minute', async ({
    task,
  }) => {
    const { mail, observer, startAnother } = world
    mail.setMood('hangs')
    const { email } = await createPerson(observer.ctx)
    await ask(`${world.product.url}/api/forgot-password`, { method: 'POST', body: { email } })
    await expect.poll(() => handsOn(observer), { timeout: 20_000 }).toBe(1)
    await world.product.kill()
    const killedAt = performance.now()
    mail.setMood('takes')
    await startAnother()
    await expect.poll(() => mail.recipients, { timeout: 90_000 }).toContain(email)
    const tookMs = performance.now() - killedAt
    task.meta.said = `${(tookMs / 1000).toFixed(0)} s`
    expect(tookMs).toBeLessThan(75_000)
    expect(mail.recipients.filter((to) => to === email)).toHaveLength(1)
  }, 150_000)
})

describe('The ledger itself', () => {
  test('sees a loss: a database that acknowledges before it has written loses what it said', async ({
    task,
  }) => {
    world = await startWorld({
      postgres: { settings: { synchronous_commit: 'off', wal_writer_delay: '10s' } },
    })
    const { product, postgres, observer } = world
    const ledger = startLedger(() => [product.url])
    await delay(1500)
    await postgres.kill()
    await ledger.stop()
    await postgres.start()
    await untilWell(world)
    const { lost, doubled } = await ledger.compare(observer)
    task.meta.said = `${lost} of ${ledger.count('ok')} acknowledged are gone`
    expect(lost).toBeGreaterThan(0)
    expect(doubled).toBe(0)
  }, 240_000)
})

const NOTHING_WRONG = { lost: 0, doubled: 0, fromNowhere: 0 }

/** Mails that a process has begun to send. */
async function handsOn({ db }: World['observer']): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('attempts', '>', 0)
    .execute()
  return rows.length
}
