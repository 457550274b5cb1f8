import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './built-folder.ts'
import { buildEmptyDatabase, isEmptyDatabaseFresh } from './empty-database.ts'
import { buildProgram, isProgramFresh } from './program.ts'
import { buildSite, isSiteFresh } from './site.ts'

/**
 * Builds all that a server needs and that has changed since the last time, in a process of its own: what
 * builds has a gigabyte that it does not give back, and whoever asks goes on to serve. Throws in its words.
 */
export async function buildProduct({ hasDevTools = false } = {}): Promise<void> {
  if (isSiteFresh({ hasDevTools }) && isProgramFresh() && isEmptyDatabaseFresh()) return
  const command = [path.join(ROOT, 'scripts/build.ts'), ...(hasDevTools ? ['--with-devtools'] : [])]
  const builder = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'pipe'] })
  const [said, [code]] = await Promise.all([text(builder.stderr), once(builder, 'exit')])
  if (code !== 0) throw new Error(said.trim() || 'The product could not be built.')
  process.stderr.write(said)
}

/** The same in this process, as `npm run build` does. */
export async function buildHere({ hasDevTools = false } = {}): Promise<void> {
  await buildSite({ hasDevTools })
  await buildProgram()
  await buildEmptyDatabase()
}
