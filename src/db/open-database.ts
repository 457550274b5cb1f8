import type { OpenDatabase } from './database.ts'
import { openPostgres, type PostgresSettings } from './postgres.ts'

/**
 * Opens PostgreSQL at `url` or, without one, the embedded database in `dataDir`, locking it against other processes.
 */
export async function openDatabase({
  url,
  dataDir,
  ...settings
}: Omit<PostgresSettings, 'url'> & {
  url: string | undefined
  dataDir: string
}): Promise<OpenDatabase> {
  if (url) return openPostgres({ url, ...settings })
  // The embedded engine is large, so it is loaded only when used.
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(dataDir, settings)
}
