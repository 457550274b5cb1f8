import { chmodSync, globSync } from 'node:fs'
import path from 'node:path'
import { EMBEDDED_FOLDER, EMPTY_DATABASE } from '#app/db/embedded-folder.ts'
import { type BuiltFolder, bringUpToDate, isFresh } from './built-folder.ts'

const emptyDatabase: BuiltFolder = {
  folder: path.dirname(EMPTY_DATABASE),
  says: 'Making an empty database ...',
  others: [
    ...['scripts/building/empty-database.ts', 'package-lock.json'],
    ...['src/db/embedded-folder.ts', 'src/db/embedded.ts'],
  ],
  make: async (next) => {
    // Imported here, so that checking freshness does not load the engine.
    const { makeDatabase } = await import('#app/db/embedded.ts')
    const folder = path.join(next, EMBEDDED_FOLDER)
    await makeDatabase(folder)
    // It holds no data yet, and the user who serves may be another than the one who built it.
    for (const file of globSync('**/*', { cwd: folder, withFileTypes: true })) {
      chmodSync(path.join(file.parentPath, file.name), file.isDirectory() ? 0o755 : 0o644)
    }
    for (const made of [next, folder]) chmodSync(made, 0o755)
    return []
  },
}

/** Builds the empty database with which the embedded engine is started for the first time. */
export function buildEmptyDatabase(): Promise<void> {
  return bringUpToDate(emptyDatabase)
}

export function isEmptyDatabaseFresh(): boolean {
  return isFresh(emptyDatabase)
}
