import path from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests the files in `deploy/` with the real programs in front of the real product. Kept apart from the
 * other tests: they take minutes and need programs that the product itself does not need. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'deploy',
    include: ['test/deploy/*.deploy.ts'],
    globalSetup: './test/support/databases/postgres-setup.ts',
    provide: { engine: 'postgres' },
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    isolate: false,
  },
})
