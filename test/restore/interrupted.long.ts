import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenDatabase } from '#app/db/database.ts'
import { openEmbedded } from '#app/db/embedded.ts'
import { openPostgres } from '#app/db/postgres.ts'
import { atOneMoment, listSequences, listTables, sumTable } from '#app/db/walk.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { OBJECT_STORE_KEY, startObjectStore } from '#test/pictures/object-store.ts'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { copyDemoFolder } from '#test/support/demo-folder.ts'
import { freePort } from '#test/support/free-port.ts'
import { spawnServer, startServer } from '#test/support/server-process.ts'
import { runCommand, runThroughKills } from './command.ts'

const MANY = 20_000
/** The number of pictures of the demo. */
const PICTURES = 504
const MIDWAY = 100
const token = newToken()

type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>

let root: string
let source: string
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'nouveau-moves-'))
  source = path.join(root, 'source')
  await copyDemoFolder(source)
  const { db, close } = await openEmbedded(source)
  // The trigger only serves journeys that read without a limit.
  await sql`drop trigger read_by_many on throttles`.execute(db)
  await sql`drop function read_by_many`.execute(db)
  // Counters of the limits do not survive a crash, and are not meant to.
  await sql`delete from throttles`.execute(db)
  await sql`insert into events (type, data) select 'pageview', jsonb_build_object('n', n, 'null', null)
    from generate_series(1, ${MANY}::int) as n`.execute(db)
  const member = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'member@demo.test')
    .executeTakeFirstOrThrow()
  const now = new Date()
  await db
    .insertInto('sessions')
    .values({ tokenHash: hashToken(token), userId: member.id, createdAt: now, lastSeenAt: now })
    .execute()
  await close()
})
afterAll(() => rm(root, { recursive: true, force: true }))

let copies = 0
async function copyOfSource(): Promise<string> {
  copies += 1
  const folder = path.join(root, `copy-${copies}`)
  await cp(source, folder, { recursive: true })
  return folder
}

async function look({ db }: Pick<OpenDatabase, 'db'>, schemas: string[]) {
  return atOneMoment(db, async (trx) => {
    const sums: Record<string, string> = {}
    for (const table of await listTables(trx, schemas)) {
      const { rows, checksum } = await sumTable(trx, table)
      sums[table.name] = `${rows} ${checksum}`
    }
    return { sums, sequences: await listSequences(trx, ['public']) }
  })
}

async function lookInto(target: { dataDir: string } | { url: string }, schemas = ['public']) {
  const opened =
    'url' in target
      ? await openPostgres({ url: target.url, isPatient: true })
      : await openEmbedded(target.dataDir, { isMoving: true })
  try {
    return await look(opened, schemas)
  } finally {
    await opened.close()
  }
}

async function anyPicture(url: string): Promise<string> {
  const { db, close } = await openPostgres({ url, isPatient: true })
  const { id } = await db.selectFrom('pictures').select('id').executeTakeFirstOrThrow()
  await close()
  return id
}

function settingsOf({ settings: { endpoint, bucket, region } }: ObjectStore) {
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: OBJECT_STORE_KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: OBJECT_STORE_KEY.secretAccessKey,
  }
}

describe('a move to PostgreSQL', () => {
  test('that is killed again and again arrives whole, leaves the old one as it was, and keeps people signed in', async () => {
    const dataDir = await copyOfSource()
    const schemas = ['public', 'pgboss']
    const before = await lookInto({ dataDir }, schemas)
    const url = await createServerDatabase('template0')
    const move = {
      script: 'move' as const,
      args: ['--to', url],
      environment: { DATA_DIR: dataDir },
    }
    // Killed the first time; after that, no server starts on either of the two.
    await runCommand({ ...move, killAfterLines: 8 })
    for (const environment of [{ DATA_DIR: dataDir }, { DATA_DIR: dataDir, DATABASE_URL: url }]) {
      const refused = await spawnServer({ ...environment, PORT: String(await freePort()) })
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toMatch(/is being moved to|is only half filled/)
    }
    const { code, output, kills } = await runThroughKills(move)
    expect(output).toContain('every table as it was')
    expect([0, null]).toContain(code)
    expect(kills).toBeGreaterThan(1)
    expect(await lookInto({ url }, schemas)).toEqual(before)
    expect(await lookInto({ dataDir }, schemas)).toEqual(before)

    const again = await runCommand(move)
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('It has moved already')])
    const old = await spawnServer({ DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(await old.ended).toBe(1)
    expect(old.output()).toContain('has moved to postgres://')

    const port = await freePort()
    const server = await startServer({ DATA_DIR: dataDir, DATABASE_URL: url, PORT: String(port) })
    const here = `http://localhost:${port}`
    const user = await fetch(`${here}/api/user`, { headers: { cookie: `session=${token}` } })
    expect(await user.json()).toMatchObject({ email: 'member@demo.test' })
    expect((await fetch(`${here}/ndc-images/${await anyPicture(url)}.jpg`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('whose bucket fails midway says so, is begun by nobody, and goes on where it was', async () => {
    const dataDir = await copyOfSource()
    const url = await createServerDatabase('template0')
    const store = await startObjectStore()
    const environment = { DATA_DIR: dataDir, ...settingsOf(store) }
    const move = { script: 'move' as const, args: ['--to', url], environment }
    const broken = runCommand(move)
    await expect.poll(() => store.objects.size, { timeout: 60_000 }).toBeGreaterThan(MIDWAY)
    store.store.behaviour = 'fails'
    const { code, output } = await broken
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('The picture store does not answer right now.'),
    ])
    const there = store.objects.size
    expect(there).toBeLessThan(PICTURES)
    const refused = await spawnServer({ ...environment, PORT: String(await freePort()) })
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('is being moved to')

    store.store.behaviour = 'works'
    const before = store.store.requests
    expect(await runCommand(move)).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${PICTURES} picture files are there, every table as it was`),
    })
    expect(store.objects.size).toBe(PICTURES)
    // Each picture is looked up, and only the missing ones are sent.
    expect(store.store.requests - before).toBe(PICTURES + PICTURES - there)
    await store.close()
  })

  test('takes the pictures to another folder, where the product finds them', async () => {
    const dataDir = await copyOfSource()
    const url = await createServerDatabase('template0')
    const other = path.join(root, 'elsewhere')
    const args = ['--to', url, '--pictures-to', other]
    const moved = await runCommand({ script: 'move', args, environment: { DATA_DIR: dataDir } })
    expect(moved).toMatchObject({
      code: 0,
      output: expect.stringContaining(`${PICTURES} picture files`),
    })
    await rm(dataDir, { recursive: true })
    const port = await freePort()
    const server = await startServer({ DATA_DIR: other, DATABASE_URL: url, PORT: String(port) })
    expect(
      (await fetch(`http://localhost:${port}/ndc-images/${await anyPicture(url)}.jpg`)).status,
    ).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('is refused where there is other data, and then marks nothing', async () => {
    const dataDir = await copyOfSource()
    const args = ['--to', await createServerDatabase()]
    const ended = await runCommand({ script: 'move', args, environment: { DATA_DIR: dataDir } })
    expect([ended.code, ended.output]).toEqual([1, expect.stringContaining('is not empty')])
    expect(existsSync(path.join(dataDir, 'moved.json'))).toBe(false)
  })
})

describe('a restore', () => {
  test('that is killed again and again arrives whole on either engine, pictures in a bucket too', async () => {
    const place = path.join(root, 'backups')
    const before = await lookInto({ dataDir: source })
    const made = await runCommand({
      script: 'backup',
      args: [place, '--rows'],
      environment: { DATA_DIR: source },
    })
    expect(made.output).toContain('504 picture files')
    const store = await startObjectStore()
    const inBucket = settingsOf(store)
    const url = await createServerDatabase('template0')
    const dataDir = path.join(root, 'restored')
    for (const [environment, target] of [
      [{ DATABASE_URL: url, DATA_DIR: path.join(root, 'none'), ...inBucket }, { url }],
      [{ DATA_DIR: dataDir }, { dataDir }],
    ] as const) {
      const { output, kills } = await runThroughKills(
        { script: 'restore', args: [place], environment },
        5,
      )
      expect(output).toContain('Every table is as it was in the backup.')
      expect(kills).toBeGreaterThan(1)
      const after = await lookInto(target)
      expect(after.sequences).toEqual(before.sequences)
      const changed = Object.keys(before.sums).filter(
        (name) => before.sums[name] !== after.sums[name],
      )
      // Queued mails are held for a person to decide, and browsers are no longer bound to a payment.
      expect(changed.toSorted()).toEqual([
        'public.checkouts',
        'public.mails',
        'public.restores',
        'public.sessions',
      ])
    }
    expect(store.objects.size).toBe(PICTURES)

    // From the bucket back into a folder, by PostgreSQL's own program.
    const second = path.join(root, 'from-bucket')
    const dumped = await runCommand({
      script: 'backup',
      args: [second],
      environment: { DATABASE_URL: url, DATA_DIR: path.join(root, 'none'), ...inBucket },
    })
    expect(dumped.output).toContain('504 picture files')
    await store.close()
    const third = await createServerDatabase('template0')
    const ended = await runThroughKills(
      {
        script: 'restore',
        args: [second],
        environment: { DATABASE_URL: third, DATA_DIR: path.join(root, 'third') },
      },
      1,
    )
    expect(ended.output).toContain('Every table is as it was in the backup.')
  })
})
