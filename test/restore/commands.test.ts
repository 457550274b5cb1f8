import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '#app/db/embedded.ts'
import { isEmpty } from '#app/db/fill.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { openOperatorSocket } from '#app/server/backup/operator-socket.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createLog } from '#app/server/log.ts'
import { findHeldMails } from '#app/server/mail/mail.queries.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { furnish, sumsOf, useClubs, write } from './club.ts'
import { runCommand } from './command.ts'

const { newFolder, openClub, openEmpty } = useClubs()

test('a restore that is given a new address, and an old one for the way past the pooler, does nothing and says so', async () => {
  const club = await openClub()
  await furnish(club)
  const { url: old = '' } = club
  const place = await newFolder()
  await write(club, { place })
  const before = await sumsOf(club.app)
  const made = await createServerDatabase('template0')
  const environment = {
    DATA_DIR: await newFolder(),
    DATABASE_URL: made,
    DATABASE_LISTEN_URL: old,
  }
  for (const args of [[place, '--replace'], ['--already']]) {
    const { code, output } = await runCommand({ script: 'restore', args, environment })
    expect(code, output).toBe(1)
    expect(output).toContain(`Database: ${new URL(old).pathname.slice(1)} at `)
    expect(output).toContain('so nothing was done')
  }
  expect(await sumsOf(club.app)).toEqual(before)

  const both = { ...environment, DATABASE_LISTEN_URL: `${made}?application_name=past-the-pooler` }
  const restored = await runCommand({ script: 'restore', args: [place], environment: both })
  expect(restored.output).toContain(`Database: ${new URL(made).pathname.slice(1)} at `)
  expect(restored.code, restored.output).toBe(0)
  const database = await openServerDatabase(made)
  const after = await sumsOf(database)
  await database.close()
  expect(after['public.deals']).toBe(before['public.deals'])
  expect(await sumsOf(club.app)).toEqual(before)
})

test('commands say first which database they act on, also one that a running server has, or that was typed', async () => {
  const dataDir = path.join(await newFolder(), 'data')
  const { close } = await openEmbedded(dataDir)
  const pictures = { files: 0, bytes: 0, missing: [] }
  const server = await openOperatorSocket(
    dataDir,
    {
      backup: async () => ({ folder: 'there', tables: 1, rows: 2, pictures }),
      'held-mails': async () => ({ held: [], ended: 0 }),
    },
    createLog(readConfig({ LOG_LEVEL: 'silent' })),
  )
  const say = async (script: 'backup' | 'held-mails' | 'move', args: string[]) =>
    (await runCommand({ script, args, environment: { DATA_DIR: dataDir } })).output
  const embedded = `Database: the embedded one in ${dataDir}\n`
  const url = await createServerDatabase('template0')
  const typed = `Database: ${new URL(url).pathname.slice(1)} at `

  const made = await say('backup', [await newFolder()])
  expect(made).toContain('there: 1 tables, 2 rows')
  expect(made.indexOf(embedded)).toBe(0)
  expect(await say('held-mails', [])).toBe(`${embedded}No mail is held.\n`)
  // Refused while the server runs, but it names the target database first.
  const move = await say('move', ['--to', url])
  expect(move.indexOf(typed), move).toBe(0)
  await server.close()
  await close()
})

test('a sale on days that are over is refused, and the one that runs goes on', async () => {
  const { url = '' } = await openClub()
  const sale = (...args: string[]) =>
    runCommand({ script: 'sale', args, environment: { DATABASE_URL: url } })
  const runs = 'The first year costs $67.00 from 2026-01-01 to 2099-12-31.\n'
  expect((await sale('67', '2026-01-01', '2099-12-31')).output).toContain(runs)
  const { code, output } = await sale('57', '2025-12-01', '2025-12-03')
  expect(output).toContain('These days are over: 2025-12-01 to 2025-12-03, and today is ')
  expect(code).toBe(1)
  expect((await sale()).output).toContain(runs)
})

test.each([
  ['restore', ['--already']],
  ['sale', []],
  ['sale', ['off']],
  ['held-mails', []],
  ['backup', ['/tmp/never-written']],
] as const)('%s %j where there is no club says so, and makes none', async (script, args) => {
  const dataDir = path.join(await newFolder(), 'misspelt')
  const embedded = await runCommand({ script, args: [...args], environment: { DATA_DIR: dataDir } })
  expect(embedded.output).toContain(`There are no records in ${dataDir}: `)
  expect(embedded.code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)

  const { database, url = '' } = await openEmpty()
  const environment = { DATA_DIR: dataDir, DATABASE_URL: url }
  const server = await runCommand({ script, args: [...args], environment })
  expect(server.output).toContain(`There are no records in ${new URL(url).pathname.slice(1)} at `)
  expect(server.code).toBe(1)
  expect(await isEmpty(database.db)).toBe(true)
})

test('nothing is made of records that came back by themselves while a server is at work on them', async () => {
  const url = await createServerDatabase()
  const again = () =>
    runCommand({ script: 'restore', args: ['--already'], environment: { DATABASE_URL: url } })
  const server = await openDatabase({ url, dataDir: '' })
  await server.listen(
    'deals',
    () => {},
    () => {},
  )
  const { code, output } = await again()
  expect(await server.db.selectFrom('restores').select('id').execute()).toEqual([])
  await server.close()
  expect(output).toContain('A server is at work on this database: stop it first.')
  expect(code).toBe(1)
  expect((await again()).code).toBe(0)
})

test('a mail that is not held is named, and none of those beside it is ended', async () => {
  const club = await openClub()
  await furnish(club)
  const { url = '', app } = club
  await app.db.updateTable('mails').set({ state: 'held' }).execute()
  const [{ id } = { id: '' }] = await findHeldMails(app.db)
  const decide = (...args: string[]) =>
    runCommand({ script: 'held-mails', args, environment: { DATABASE_URL: url } })
  const refused = await decide('drop', id, 'misspelt')
  expect(refused.output).toContain('misspelt: no such mail is held, so nothing was done.')
  expect(refused.code).toBe(1)
  expect(await findHeldMails(app.db)).toHaveLength(1)
  const dropped = await decide('drop', id)
  expect(dropped.output).toContain('1 mail is dropped.\nNo mail is held.')
  expect(dropped.code).toBe(0)
})
