import { writeSync } from 'node:fs'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { announceDeals } from '#test/support/factories.ts'
import { forgetThrottles } from '#test/support/unthrottled-app.ts'
import { findLeaks } from './compare.ts'
import { createWorld } from './world.ts'

// Runs the comparison on changed sources, once for each planted leak, and prints what it found of each.
// LEAK_DATABASES are two migrated, empty databases; LEAK_CHECKS maps each leak to the addresses to
// request.
const { LEAK_DATABASES = '', LEAK_CHECKS = '{}' } = process.env
const [first = '', second = ''] = LEAK_DATABASES.split(' ')

const one = await createWorld('one', await openServerDatabase(first))
const two = await createWorld('two', await openServerDatabase(second))
const found: Record<string, string[]> = {}
for (const [what, only] of Object.entries(JSON.parse(LEAK_CHECKS) as Record<string, string>)) {
  globalThis.leaking = (asked) => asked === what
  for (const world of [one, two]) {
    // Drops what was cached while another leak was open.
    await announceDeals(world.ctx)
    await forgetThrottles(world)
  }
  found[what] = await findLeaks(one, two, { atMost: 30, only: new RegExp(only) })
}
writeSync(1, JSON.stringify(found))
process.exit(0)
