import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Takes the folder for this process until the returned function is called or the process ends,
 * however it ends: the operating system drops the lock of a killed process, which a file with a
 * process id in it would not. SQLite is only the portable way to an exclusive file lock.
 */
export function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(path.join(dataDir, 'in-use.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; pragma busy_timeout = 0; begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `The embedded database in ${dataDir} is in use by another process. Stop that process first, ` +
        'choose another DATA_DIR, or set DATABASE_URL to share a PostgreSQL server.',
    )
  }
  return () => lock.close()
}
