import path from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The main journeys once more, in Firefox over WebDriver BiDi, each in a file of its own. Apart from
 * the other tests: what these need is the product, served as it is built, and one browser.
 */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    name: 'firefox',
    include: ['test/firefox/*.firefox.ts'],
    globalSetup: './test/firefox/support/served-product.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One browser for all files: starting it is what takes its time.
    maxWorkers: 1,
    isolate: false,
    expect: { poll: { timeout: 60_000 } },
  },
})
