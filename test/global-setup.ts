import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#app/db/database.ts'
import { createPglite, wrapPglite } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { startPostgres } from '#test/support/postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgres'
    /** Path of a migrated embedded database, packed: every test file unpacks its own. */
    embeddedSnapshot: string
    /** A server whose `template_migrated` database every test file copies. */
    postgresUrl: string
  }
}

/** Migrates once on each engine, so that no test file has to. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-test-'))
  const snapshot = path.join(folder, 'snapshot.tar')
  const pglite = await createPglite({})
  await migrate(wrapPglite(pglite).db)
  writeFileSync(snapshot, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()

  const postgres = await startPostgres()
  const admin = await openDatabase({ url: `${postgres.url}postgres`, dataDir: '' })
  await sql`create database template_migrated`.execute(admin.db)
  await admin.close()
  const template = await openDatabase({ url: `${postgres.url}template_migrated`, dataDir: '' })
  await migrate(template.db)
  await template.close()

  project.provide('embeddedSnapshot', snapshot)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
