import { chmodSync, globSync } from 'node:fs'
import path from 'node:path'
import { EMBEDDED_FOLDER, EMPTY_DATABASE, makeDatabase } from '#app/db/embedded.ts'
import { bringUpToDate } from './built-folder.ts'

/** Makes the empty database that a first start on the embedded engine begins with. */
export function buildEmptyDatabase(): Promise<void> {
  return bringUpToDate({
    folder: path.dirname(EMPTY_DATABASE),
    says: 'Making an empty database ...',
    others: ['scripts/building/empty-database.ts', 'src/db/embedded.ts', 'package-lock.json'],
    make: async (next) => {
      const folder = path.join(next, EMBEDDED_FOLDER)
      await makeDatabase(folder)
      // Nothing in it is anybody's yet, and whoever serves need not be who has built.
      for (const file of globSync('**/*', { cwd: folder, withFileTypes: true })) {
        chmodSync(path.join(file.parentPath, file.name), file.isDirectory() ? 0o755 : 0o644)
      }
      for (const made of [next, folder]) chmodSync(made, 0o755)
      return []
    },
  })
}
