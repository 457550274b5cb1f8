import { writeFileSync } from 'node:fs'
import { createPglite, wrapPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { prepared } from './prepared.ts'

const SOURCES = ['src/db/migrations/*.sql', 'src/db/*.ts', 'package-lock.json']

/** Path of a migrated embedded database, packed: whoever wants one unpacks it. */
export function embeddedSnapshot(): Promise<string> {
  return prepared('embedded-snapshot', { from: SOURCES }, async (file) => {
    const pglite = await createPglite({})
    await migrate(wrapPglite(pglite).db)
    writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    await pglite.close()
  })
}
