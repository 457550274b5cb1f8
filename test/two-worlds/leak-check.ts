import { readFileSync } from 'node:fs'
import { openPglite } from '#app/db/embedded.ts'
import type { TestDatabase } from '#test/support/test-database.ts'
import { findLeaks } from './compare.ts'
import { createWorld } from './world.ts'

// Runs the comparison by itself, so that it can be run on changed sources. Exits 1 when it finds
// leaks. LEAK_DATABASE is a migrated embedded database, packed; LEAK_ONLY narrows the addresses.
const { LEAK_DATABASE = '', LEAK_ONLY = '' } = process.env
const packed = readFileSync(LEAK_DATABASE)

async function open(): Promise<TestDatabase> {
  const database = await openPglite({ loadDataDir: new Blob([packed]) })
  return { ...database, openAgain: open }
}

const one = await createWorld('one', await open())
const two = await createWorld('two', await open())
const leaks = await findLeaks(one, two, { atMost: 30, only: new RegExp(LEAK_ONLY) })
console.log(leaks.join('\n'))
process.exit(leaks.length > 0 ? 1 : 0)
