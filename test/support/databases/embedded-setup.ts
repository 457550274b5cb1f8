import type { TestProject } from 'vitest/node'
import { embeddedSnapshot } from './embedded-snapshot.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a packed, migrated embedded database: every test file unpacks its own copy. */
    embeddedSnapshot: string
  }
}

/** Migrates once, so that no test file has to. */
export default async function setup(project: TestProject) {
  project.provide('embeddedSnapshot', await embeddedSnapshot())
}
