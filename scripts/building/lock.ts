import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Takes a file's lock for this process, once whoever has it lets it go. The operating system drops
 * the lock of a process that ended; SQLite is the portable way to it.
 */
export async function lock(file: string): Promise<() => void> {
  for (;;) {
    const held = new DatabaseSync(file)
    try {
      held.exec('pragma locking_mode = exclusive; pragma busy_timeout = 0; begin exclusive')
      return () => held.close()
    } catch {
      held.close()
      await delay(100)
    }
  }
}
