import { defineConfig } from 'vitest/config'

const slices = ['src/**/server/*.test.ts', 'src/db/*.test.ts', 'test/**/*.test.ts']
const rules = [
  'src/**/*.rules.test.ts',
  'test/architecture.test.ts',
  'test/two-worlds/planted-leak.test.ts',
]

/** Rules run once; everything that touches the database runs on both engines. */
export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'rules', include: rules } },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: slices,
          exclude: rules,
          provide: { engine: 'embedded' },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: slices,
          exclude: rules,
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
