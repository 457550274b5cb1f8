import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createPerson } from '#test/support/factories.ts'
import { freePort } from '#test/support/free-port.ts'
import { readOutbox } from '#test/support/jobs.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { ask } from './ask.ts'
import { startLedger } from './ledger.ts'
import { type Row, tryRow, untilWell } from './rows.ts'
import { mountSmallDisk, noSmallDisk, type SmallDisk } from './small-disk.ts'
import { uploadPicture } from './upload-picture.ts'
import { PICTURE_KEY, startWorld, type World } from './world.ts'

describe('Pictures and mail in a folder', () => {
  let disk: SmallDisk
  let world: World
  beforeAll(async () => {
    if (noSmallDisk) return
    disk = mountSmallDisk(16)
    world = await startWorld({ dataDir: disk.folder })
    const folder = path.join(disk.folder, 'pictures', PICTURE_KEY.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, PICTURE_KEY), 'not really a picture')
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    disk?.remove()
  }, 60_000)

  const people: string[] = []
  const rows: Row[] = [
    { name: 'Disk full', begin: () => disk.fill(), end: () => disk.free() },
    {
      name: 'Disk read-only',
      begin: () => disk.setReadOnly(true),
      end: () => disk.setReadOnly(false),
    },
  ]
  for (const one of rows) {
    tryRow(() => world, {
      ...one,
      isMissing: noSmallDisk,
      during: {
        'an upload says that there is no place, and leaves nothing behind': async () => {
          const { status, error } = await uploadPicture(world.office)
          expect(status, error).toBe(507)
          expect(error).toMatch(/^There is no (place|room)/)
          expect(filesOf(disk).filter((file) => file.endsWith('.part'))).toEqual([])
        },
        'a mail is promised': async () => {
          const { email } = await createPerson(world.observer.ctx)
          const url = `${world.product.url}/api/forgot-password`
          expect((await ask(url, { method: 'POST', body: { email } })).status).toBe(200)
          people.push(email)
        },
      },
      after: {
        'the upload works': async () => {
          const { status, error } = await uploadPicture(world.office)
          expect(status, error).toBe(200)
        },
      },
    })
  }

  test('Afterwards: every mail has been written', async ({ skip }) => {
    if (noSmallDisk) skip(noSmallDisk)
    const written = async () => {
      const outbox = await readOutbox({ config: { dataDir: disk.folder } as never })
      return outbox.flatMap(({ to }) => to?.map(({ address }) => address) ?? [])
    }
    await expect
      .poll(
        async () => {
          const all = await written()
          return people.filter((email) => !all.includes(email))
        },
        { timeout: 120_000 },
      )
      .toEqual([])
  }, 150_000)
})

describe('Disk of the database full', () => {
  let disk: SmallDisk | undefined
  let journal = ''
  let world: World | undefined
  afterEach(async () => {
    await world?.close()
    disk?.remove()
    rmSync(journal, { recursive: true, force: true })
  }, 60_000)

  test('Besides: reads work, writes say that they failed, nothing acknowledged is lost, and with room all is well', async ({
    task,
    skip,
  }) => {
    if (noSmallDisk) skip(noSmallDisk)
    disk = mountSmallDisk(120)
    disk.fill(20)
    journal = mkdtempSync(path.join(tmpdir(), 'nouveau-journal-'))
    world = await startWorld({ postgres: { folder: disk.folder, journal } })
    const { product, postgres, observer, member } = world
    await untilWell(world)
    const ledger = startLedger(() => [product.url])
    const filling = new pg.Client({ connectionString: postgres.url })
    await filling.connect()
    await filling.query('create table filler (it text)')
    const fill = `insert into filler select repeat(md5(n::text), 30) from generate_series(1, 2000) n`
    const full = async () => {
      for (;;) await filling.query(fill)
    }
    await expect(full()).rejects.toMatchObject({ code: '53100' })

    const failed = ledger.count('unknown')
    await expect.poll(() => ledger.count('unknown'), { timeout: 30_000 }).toBeGreaterThan(failed)
    const headers = { cookie: member.cookie }
    for (const url of [product.url, `${product.url}/daily-deals`]) {
      expect((await ask(url)).status).toBe(200)
    }
    expect((await ask(`${product.url}/api/deals`, { headers })).status).toBe(200)
    const { status, body } = await untilRefused(product.url)
    expect([503, 507], body).toContain(status)
    expect(body).not.toMatch(/disk|postgres|53100/i)

    await filling.end()
    disk.free()
    await untilWell(world)
    await ledger.stop()
    task.meta.said = `${ledger.count('ok')} acknowledged, ${ledger.count('unknown')} refused`
    expect(await ledger.compare(observer)).toEqual({ lost: 0, doubled: 0, fromNowhere: 0 })
  }, 180_000)
})

describe('Disk of the embedded database full', () => {
  let disk: SmallDisk | undefined
  let server: ServerProcess | undefined
  afterEach(async () => {
    await server?.kill()
    disk?.remove()
  }, 60_000)

  test('Besides: reads work, writes say that they failed, the process lives, and with room they work again', async ({
    task,
    skip,
  }) => {
    if (noSmallDisk) skip(noSmallDisk)
    disk = mountSmallDisk(200)
    const port = await freePort()
    const url = `http://localhost:${port}`
    const settings = { DATABASE_URL: '', DATA_DIR: disk.folder, PORT: String(port) }
    server = await startServer({ ...settings, TRUST_PROXY: '1' })
    expect((await report(url)).status).toBe(200)

    disk.fill()
    const { status, headers, body } = await untilRefused(url)
    expect([503, 507], body).toContain(status)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(body).not.toMatch(/disk|postgres|pglite|53100/i)
    for (const path of ['/', '/daily-deals', '/api/deals?page=1']) {
      expect([path, (await ask(url + path)).status]).toEqual([path, 200])
    }

    disk.free()
    const freedAt = performance.now()
    await expect
      .poll(async () => (await report(url)).status, { timeout: 20_000, interval: 100 })
      .toBe(200)
    task.meta.said = `${((performance.now() - freedAt) / 1000).toFixed(1)} s`
    // The same process has recovered, and still shuts down cleanly.
    expect(await server.stop()).toBe(0)
    server = undefined
  }, 180_000)
})

function report(url: string) {
  const body = { eventType: 'sign-in', eventData: { path: `/${randomUUID()}` } }
  return ask(`${url}/api/log-event`, { method: 'POST', body })
}

/** A database page has room for a few more rows even when the disk is full. */
async function untilRefused(url: string) {
  for (let tries = 0; tries < 2000; tries += 1) {
    const answer = await report(url)
    if (answer.status !== 200) return answer
  }
  throw new Error('There was room for everything.')
}

const filesOf = ({ folder }: SmallDisk) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }) as string[]
