import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * Restores and moves that are killed and resumed, by the commands themselves. Separate from the other
 * tests because they take minutes: `npm run test:restore`.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'restore',
    include: ['test/restore/*.long.ts'],
    globalSetup: './test/support/databases/postgres-setup.ts',
    provide: { engine: 'postgres' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    isolate: false,
  },
})
