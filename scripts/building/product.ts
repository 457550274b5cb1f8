import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from './built-folder.ts'
import { buildEmptyDatabase, isEmptyDatabaseFresh } from './empty-database.ts'
import { buildProgram, isProgramFresh } from './program.ts'
import { buildSite, isSiteFresh } from './site.ts'

/**
 * Builds everything a server needs that is out of date. Runs in a process of its own, because a build takes a
 * gigabyte of memory that it would not give back to a caller that goes on to serve. Throws with the build's
 * error output.
 */
export async function buildProduct({ hasDevTools = false } = {}): Promise<void> {
  if (isSiteFresh({ hasDevTools }) && isProgramFresh() && isEmptyDatabaseFresh()) return
  const command = [path.join(ROOT, 'scripts/build.ts'), ...(hasDevTools ? ['--with-devtools'] : [])]
  const builder = spawn(process.execPath, command, { stdio: ['ignore', 'inherit', 'pipe'] })
  const [said, [code]] = await Promise.all([text(builder.stderr), once(builder, 'exit')])
  if (code !== 0) throw new Error(said.trim() || 'The product could not be built.')
  process.stderr.write(said)
}

/** The same in this process, as for `npm run build`. */
export async function buildHere({ hasDevTools = false } = {}): Promise<void> {
  await buildSite({ hasDevTools })
  await buildProgram()
  await buildEmptyDatabase()
}
