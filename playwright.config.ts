import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessChromium } from '#scripts/tests/needs.ts'
import { freePort } from '#test/support/free-port.ts'

// Workers load this as well, and inherit what the first has chosen.
process.env.JOURNEYS_PORT ??= String(await freePort())
process.env.JOURNEYS_FOLDER ??= mkdtempSync(path.join(tmpdir(), 'nouveau-journeys-'))
const { JOURNEYS_PORT: PORT, JOURNEYS_FOLDER: DATA_DIR } = process.env

/** A handful of journeys through the built product, in the system's Chromium. */
export default defineConfig({
  testDir: './test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: './test-results',
  globalSetup: './test/e2e/support/journeys-postgres.ts',
  // Node reads our files as they are.
  build: { external: ['**/*.ts'] },
  workers: availableParallelism(),
  // A machine may be slow or busy: what is awaited comes, or fails later.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    // It would answer for files that a journey takes away; the journey that is about it lets it in.
    serviceWorkers: 'block',
    // How a page moves is drawn again and again. The main journeys see it move, all others what it comes to.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findHeadlessChromium() ?? 'chromium',
      // A page lives for seconds: what optimizes its scripts costs more than it saves.
      args: [...CHROMIUM_ARGS, '--js-flags=--no-turbofan --no-maglev'],
    },
  },
  webServer: {
    command: 'node test/e2e/support/serve-demo.ts',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 300_000,
    env: {
      PORT,
      DATA_DIR,
      DEMO: '1',
      LOG_LEVEL: 'warn',
      // A club that was restored, for `npm run test:restore`; else one of their own.
      RESTORED_FOLDER: process.env.RESTORED_FOLDER ?? '',
      DATABASE_URL: process.env.RESTORED_DATABASE_URL ?? '',
      VIDEO_URL: 'https://www.youtube-nocookie.com/embed/nouveau',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
