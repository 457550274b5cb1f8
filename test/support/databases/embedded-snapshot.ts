import { writeFileSync } from 'node:fs'
import { createPglite, openEmbedded, wrapPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { prepared } from './prepared.ts'

const SOURCES = ['src/db/migrations/*.sql', 'src/db/*.ts', 'package-lock.json']

/** Returns the path of a packed, migrated embedded database; each user unpacks a copy. */
export function embeddedSnapshot(): Promise<string> {
  return prepared('embedded-snapshot', { from: SOURCES }, async (file) => {
    const pglite = await createPglite({})
    await migrate(wrapPglite(pglite).db)
    writeFileSync(file, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
    await pglite.close()
  })
}

/** Like `embeddedSnapshot`, but a data folder: another process opens a copy of it. */
export function embeddedFolder(): Promise<string> {
  return prepared('embedded-folder', { from: SOURCES }, async (folder) => {
    const { db, close } = await openEmbedded(folder)
    await migrate(db)
    await close()
  })
}
