import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#app/shared/dates.ts'
import { startChild } from '#test/faults/children/child.ts'
import { createPerson } from '#test/support/factories.ts'
import { openBackOffice } from '#test/uploads/back-office.ts'
import { ask } from './ask.ts'
import { startLedger } from './ledger.ts'
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts'
import { untilWell } from './rows.ts'
import { ADMIN_PASSWORD, startWorld, type World } from './world.ts'

const KILLS = 6
/** Waits long enough for hundreds of writes, and each time for a different random time. */
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

  test('of one process in the middle of a letter to all: each has it once, or is listed as one that may have it', async ({
    task,
  }) => {
    const { mail, observer, startAnother, office, product } = world
    const people = await crowd(observer, 400)
    const { id } = await answerOf(office.post('/api/admin/letters', LETTER))
    await answerOf(office.post(`/api/admin/letters/${id}/trial`, { to: 'owner@people.test' }))
    mail.received.length = 0
    mail.recipients.length = 0
    await answerOf(office.post(`/api/admin/letters/${id}/send`, { revision: 1, hours: 1 }))
    // Makes all of them due at once.
    await observer.db
      .updateTable('announcements')
      .set({ perHour: 100 * people.length, pacedThrough: new Date(Date.now() - HOUR_MS) })
      .execute()
    await expect.poll(() => mail.received.length, AT_LENGTH).toBeGreaterThan(20)
    // Mails in progress are not accepted; one accepted a moment ago may not be recorded yet.
    mail.setMood('hangs')
    await product.kill()
    mail.setMood('takes')
    const before = mail.received.length
    expect(before).toBeLessThan(people.length)
    const another = await startAnother()
    // Simulates the half hour after which the first process can no longer be sending.
    const past = new Date(Date.now() - HOUR_MS)
    await observer.db
      .updateTable('mails')
      .set({ handedAt: past })
      .where('state', '=', 'sending')
      .execute()
    await observer.db
      .updateTable('mails')
      .set({ leasedUntil: past })
      .where('state', '=', 'queued')
      .where('leasedUntil', 'is not', null)
      .execute()
    await expect.poll(() => openLetters(observer), AT_LENGTH).toBe(0)

    const anew = await openBackOffice(another.url, ADMIN_PASSWORD)
    const { held } = (await anew.get('/api/admin/mail')) as { held: Array<{ recipient: string }> }
    const listed = held.map(({ recipient }) => recipient)
    task.meta.said = `${before} taken before, ${mail.received.length} in all, ${listed.length} listed`
    expect(mail.recipients.length).toBe(new Set(mail.recipients).size)
    expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(mail.received.length)
    expect([...new Set([...mail.recipients, ...listed])].toSorted()).toEqual(people.toSorted())
  }, 400_000)
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

/** Returns how many mails a process has begun to send. */
async function handsOn({ db }: World['observer']): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('state', '=', 'queued')
    .where('attempts', '>', 0)
    .execute()
  return rows.length
}

const AT_LENGTH = { timeout: 180_000, interval: 20 }
const LETTER = {
  subject: 'Our terms change',
  body: 'From December 24 there are new terms.',
  audience: 'everybody',
  about: null,
}

/** Creates members and returns the email addresses of everybody, including the member who exists already. */
async function crowd({ db }: World['observer'], count: number): Promise<string[]> {
  const createdAt = new Date(Date.now() - HOUR_MS)
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: `crowd-${n}`, email: `crowd-${n}@people.test`, passwordHash: 'x' },
    ...{ createdAt, confirmedAt: createdAt },
  }))
  await db.insertInto('users').values(rows).execute()
  const all = await db.selectFrom('users').select('email').execute()
  return all.map(({ email }) => email)
}

async function answerOf(asked: Promise<Response>): Promise<{ id: string }> {
  const response = await asked
  if (!response.ok) throw new Error(`It answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string }
}

/** Returns how many mails of a newsletter have no known outcome yet, plus one while it is still going out. */
async function openLetters({ db }: World['observer']): Promise<number> {
  const rows = await db
    .selectFrom('mails')
    .select('id')
    .where('announcementId', 'is not', null)
    .where('state', 'in', ['queued', 'sending'])
    .execute()
  const going = await db
    .selectFrom('announcements')
    .select('id')
    .where('isPromisedToAll', '=', false)
    .execute()
  return rows.length + going.length
}

const ROUNDS = 20
const PROCESSES = 5

const names = readdirSync(new URL('../../src/db/migrations/', import.meta.url))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace('.sql', ''))
  .toSorted()

describe('Processes that start together on an empty database', () => {
  let postgres: OwnPostgres
  beforeAll(async () => {
    postgres = await startOwnPostgres()
  }, 120_000)
  afterAll(() => postgres?.remove(), 60_000)

  test(`Besides: in ${ROUNDS} rounds one of ${PROCESSES} brings it up to date, and the others wait and find it so`, async ({
    task,
  }) => {
    const tookMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `round_${round}`
      await postgres.run(`create database ${name} template template0`)
      const url = new URL(postgres.url)
      url.pathname = name
      const startedAt = performance.now()
      const children = Array.from({ length: PROCESSES }, () =>
        startChild('migrate-database.ts', url.href),
      )
      const codes = await Promise.all(children.map((child) => child.ended))
      tookMs.push(performance.now() - startedAt)
      const said = children.map((child) => child.output())
      expect(codes, said.join('\n')).toEqual(Array(PROCESSES).fill(0))
      const applied = said.map((each) => JSON.parse(each).applied as string[])
      // One process applied all migrations.
      expect(applied.filter((each) => each.length > 0)).toEqual([names])
      await postgres.run(`drop database ${name}`)
    }
    task.meta.said = `${(Math.max(...tookMs) / 1000).toFixed(0)} s a round at most`
  }, 600_000)
})
