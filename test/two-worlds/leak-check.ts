import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { findLeaks } from './compare.ts'
import { createWorld } from './world.ts'

// Runs the comparison by itself, so that it can be run on changed sources. Exits 1 when it finds
// leaks. LEAK_DATABASES are two that are migrated and empty; LEAK_ONLY narrows the addresses.
const { LEAK_DATABASES = '', LEAK_ONLY = '' } = process.env
const [first = '', second = ''] = LEAK_DATABASES.split(' ')

const one = await createWorld('one', await openServerDatabase(first))
const two = await createWorld('two', await openServerDatabase(second))
const leaks = await findLeaks(one, two, { atMost: 30, only: new RegExp(LEAK_ONLY) })
console.log(leaks.join('\n'))
process.exit(leaks.length > 0 ? 1 : 0)
