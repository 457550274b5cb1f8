import type { TestProject } from 'vitest/node'
import { installMissing, provideTestNeeds } from '#scripts/tests/needs.ts'
import { startMigratedPostgres } from './postgres-server.ts'

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
  const postgres = await startMigratedPostgres()
  project.provide('postgresUrl', postgres.url)
  return postgres.stop
}
