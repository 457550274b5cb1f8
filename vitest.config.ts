import { defineConfig } from 'vitest/config'

const slices = ['src/**/server/*.test.ts', 'src/db/*.test.ts', 'test/**/*.test.ts']
/** What touches no database, brings its own, or is the same whichever it is. */
const once = [
  'src/**/*.rules.test.ts',
  'src/**/web/*.test.ts',
  'src/deals/server/share-*.test.ts',
  'src/deals/server/sheet*.test.ts',
  'src/server/answer-cache.test.ts',
  'src/server/body-timeout.test.ts',
  'src/server/config*.test.ts',
  'test/architecture.test.ts',
  'test/built-files.test.ts',
  'test/marketing/said-once.test.ts',
  'test/page-heads.test.ts',
  'test/devtools/built-files.test.ts',
  'test/sandbox/*.test.ts',
  'test/sandbox-*.test.ts',
  'test/specification.test.ts',
  'test/two-worlds/planted-leak.test.ts',
  'test/uploads/mutated-sheets.test.ts',
]

/** The rules run once; everything that touches the database runs on both engines. */
export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'once', include: once, provide: { engine: 'embedded' } },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: slices,
          exclude: once,
          provide: { engine: 'embedded' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: slices,
          exclude: once,
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
