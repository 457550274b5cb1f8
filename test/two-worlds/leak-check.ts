import { openPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import type { TestDatabase } from '#test/test-database.ts'
import { findLeaks } from './compare.ts'
import { createWorld } from './world.ts'

// Runs the comparison by itself, so that it can be run on changed sources. Exits 1 when it finds
// leaks.
async function open(): Promise<TestDatabase> {
  const database = await openPglite({})
  await migrate(database.db)
  return { ...database, openAgain: open }
}

const one = await createWorld('one', await open())
const two = await createWorld('two', await open())
const leaks = await findLeaks(one, two)
console.log(leaks.slice(0, 5).join('\n'))
process.exit(leaks.length > 0 ? 1 : 0)
