import type { OnStatement, OpenDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/**
 * `url` unset opens the embedded database in `dataDir`, which is locked against other processes.
 */
export async function openDatabase(settings: {
  url: string | undefined
  dataDir: string
  /** Told of every statement. */
  onStatement?: OnStatement | undefined
}): Promise<OpenDatabase> {
  return settings.url
    ? openPostgres(settings.url, settings)
    : openEmbedded(settings.dataDir, settings)
}
