import { defineConfig } from 'vitest/config'

const slices = ['src/**/server/*.test.ts', 'src/db/*.test.ts', 'test/**/*.test.ts']
/**
 * What touches no database, brings its own, or is decided before or beside it: the same on either
 * engine.
 */
const once = [
  'src/**/*.rules.test.ts',
  'src/**/web/*.test.ts',
  'src/accounts/server/unknown-accounts.test.ts',
  'src/deals/server/picture*.test.ts',
  'src/deals/server/share-*.test.ts',
  'src/deals/server/sheet*.test.ts',
  'src/server/{answer-cache,body-timeout,config*,csrf,csv,guards,json-body,log,mail-layout}.test.ts',
  'src/server/{http-*,multipart,network,open-api,outside-fetch}.test.ts',
  'src/server/{plain-words,raw-http,sockets*,storage,together}.test.ts',
  'test/*-{console,outbox,pages}.test.ts',
  // How slow and broken answers of the payment provider are met, before anything is written.
  'test/checkout/provider-trouble.test.ts',
  'test/{architecture,built-files,demo,page-heads,pages,sandbox,specification}.test.ts',
  'test/{access,devtools,marketing,sandbox}/*.test.ts',
  'test/two-worlds/planted-leak.test.ts',
  'test/uploads/{broken-forms,hostile-*,mutated-sheets}.test.ts',
]

/** The rules run once; everything that touches the database runs on both engines. */
export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // A test file makes its own app on its own database; what it loads need not be loaded anew.
    isolate: false,
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
