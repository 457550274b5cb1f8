import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject, test } from 'vitest'
import { openDatabase } from '#app/db/open-database.ts'
import {
  openServerDatabase,
  prepareDatabase,
  type TestDatabase,
} from '#test/support/databases/test-database.ts'
import { rideOutStorm } from './storm.ts'
import { stormLives } from './storm-lives.ts'

/** Each life makes ten deliveries. The embedded database has one connection and is far slower. */
const LIVES = inject('engine') === 'postgres' ? 200 : 20

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-storm-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('thousands of events, a fifth of them again, in any order, through the death of the server', async () => {
  const url = await prepareDatabase(folder)
  const open = async (): Promise<TestDatabase> => {
    if (url) return openServerDatabase(url)
    return { ...(await openDatabase({ url: undefined, dataDir: folder })), openAgain: open }
  }
  await rideOutStorm(stormLives(LIVES), { folder, url, open })
})
