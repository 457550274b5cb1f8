import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { installMissing, provideTestNeeds } from '#scripts/test-needs.ts'
import { startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    engine: 'embedded' | 'postgres'
    /** A server whose `template_migrated` database every test file copies. */
    postgresUrl: string
  }
}

/** Starts a server and migrates once, so that no test file has to. */
export default async function setup(project: TestProject) {
  await provideTestNeeds(['database'])
  installMissing(['pooler'])
  const postgres = await startPostgres()
  const admin = await openDatabase({ url: `${postgres.url}postgres`, dataDir: '' })
  await sql`create database template_migrated`.execute(admin.db)
  await admin.close()
  const template = await openDatabase({ url: `${postgres.url}template_migrated`, dataDir: '' })
  await migrate(template.db)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
