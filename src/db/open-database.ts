import type { OpenDatabase } from './database.ts'
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
  if (url) return openPostgres({ url, ...settings })
  // Its engine is large: only those who use it load it.
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded(dataDir, settings)
}
