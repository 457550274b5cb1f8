import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { createPglite, wrapPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a migrated embedded database, packed: every test file unpacks its own. */
    embeddedSnapshot: string
  }
}

/** Migrates once, so that no test file has to. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-test-'))
  const snapshot = path.join(folder, 'snapshot.tar')
  const pglite = await createPglite({})
  await migrate(wrapPglite(pglite).db)
  writeFileSync(snapshot, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('embeddedSnapshot', snapshot)
  return () => rmSync(folder, { recursive: true, force: true })
}
