import { expect, test } from 'vitest'
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
