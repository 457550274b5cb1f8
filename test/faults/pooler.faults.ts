import { afterAll, beforeAll } from 'vitest'
import { findPooler } from '#scripts/tests/needs.ts'
import { DATABASE_AWAY, tryRow } from './rows.ts'
import { startWorld, type World } from './world.ts'

const isMissing = findPooler() ? undefined : 'install pgbouncer'

let world: World
beforeAll(async () => {
  if (!isMissing) world = await startWorld({ isPooled: true })
}, 180_000)
afterAll(() => world?.close(), 60_000)

tryRow(() => world, {
  name: 'Database killed, through PgBouncer',
  isMissing,
  begin: ({ postgres }) => postgres.kill(),
  end: ({ postgres }) => postgres.start(),
  but: DATABASE_AWAY,
})
