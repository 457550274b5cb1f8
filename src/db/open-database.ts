import type { OpenDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres, type PostgresSettings } from './postgres.ts'

/**
 * `url` unset opens the embedded database in `dataDir`, which is locked against other processes.
 */
export async function openDatabase({
  url,
  dataDir,
  ...settings
}: Omit<PostgresSettings, 'url'> & {
  url: string | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  return url ? openPostgres({ url, ...settings }) : openEmbedded(dataDir, settings)
}
