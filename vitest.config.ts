import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** In this process alone: no app, no database, no built files, no other process. */
const rules = '**/*.{rules,copy}.test.ts'
/** About the engine itself: its transactions, locks, announcements, order of text, time zones. */
const engines = '**/*.engines.test.ts'

/** What a test needs is said by how its file's name ends. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism(),
    // A test file makes its own app on its own database; what it loads need not be loaded anew.
    isolate: false,
    dir: '.',
    projects: [
      { extends: true, test: { name: 'rules', include: [rules] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['**/*.test.ts'],
          exclude: [rules, 'node_modules/**'],
          globalSetup: './test/support/postgres-setup.ts',
          provide: { engine: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [engines],
          globalSetup: './test/support/embedded-setup.ts',
          provide: { engine: 'embedded' },
        },
      },
    ],
  },
})
