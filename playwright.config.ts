import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findHeadlessChromium } from '#scripts/test-needs.ts'

const PORT = 4173

/** A handful of journeys through the built product, in the system's Chromium. */
export default defineConfig({
  testDir: './test/e2e',
  testMatch: '*.e2e.ts',
  outputDir: './test-results',
  workers: 2,
  timeout: 60_000,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: {
      executablePath: findHeadlessChromium() ?? 'chromium',
      args: CHROMIUM_ARGS,
    },
  },
  webServer: {
    command: 'rm -rf test-results/data && node src/main.ts',
    url: `http://localhost:${PORT}/readyz`,
    timeout: 120_000,
    env: {
      PORT: String(PORT),
      DATA_DIR: 'test-results/data',
      DEMO: '1',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      VIDEO_URL: 'https://www.youtube-nocookie.com/embed/nouveau',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
