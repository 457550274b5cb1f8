import path from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from '#app/db/embedded.ts'
import { openOperatorSocket } from '#app/server/backup/operator-socket.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createLog } from '#app/server/log.ts'
import { createServerDatabase, openServerDatabase } from '#test/support/databases/test-database.ts'
import { furnish, sumsOf, useClubs, write } from './club.ts'
import { runCommand } from './command.ts'

const { newFolder, openClub } = useClubs()

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
  // It is refused while the server runs, and has said by then where it would go.
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
