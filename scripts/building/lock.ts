import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Acquires an exclusive lock on a file, waiting while another process holds it. The operating system releases
 * the lock of a process that ends; SQLite makes it portable.
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
