import { buildEmptyDatabase } from './empty-database.ts'
import { buildProgram } from './program.ts'
import { buildSite } from './site.ts'

/** Builds all that a server needs and that has changed since the last time. */
export async function buildProduct({ hasDevTools = false } = {}): Promise<void> {
  await buildSite({ hasDevTools })
  await buildProgram()
  await buildEmptyDatabase()
}
