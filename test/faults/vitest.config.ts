import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * What happens when something fails that the product depends on: real processes, killed, frozen, cut off
 * and lied to. Separate from the other tests because it is slow: `npm run test:faults`.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'faults',
    include: ['test/faults/*.faults.ts'],
    // All tests share the parts that fail, so they run in sequence.
    maxWorkers: 1,
    sequence: { concurrent: false },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    provide: { engine: 'postgres' },
    reporters: ['default', './test/faults/matrix-reporter.ts'],
  },
})
