import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The main journeys again, in Firefox over WebDriver BiDi, one file each. Separate from the other tests
 * because they need the built product, served, and one browser.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'firefox',
    include: ['test/firefox/*.firefox.ts'],
    globalSetup: './test/firefox/support/served-product.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One browser for all files, because starting it is slow.
    maxWorkers: 1,
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
  },
})
