import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * What happens when something fails that the product stands on: real processes, killed, frozen, cut off
 * and lied to. Apart from the other tests, because it takes its own time: `npm run test:faults`.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'faults',
    include: ['test/faults/*.faults.ts'],
    // What fails is shared by all who look: one after the other.
    maxWorkers: 1,
    sequence: { concurrent: false },
    testTimeout: 90_000,
    hookTimeout: 120_000,
    provide: { engine: 'postgres' },
    reporters: ['default', './test/faults/matrix-reporter.ts'],
  },
})
