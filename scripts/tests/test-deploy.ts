import { provideTestNeeds } from './needs.ts'
import { run } from './steps.ts'

// `npm run test:deploy` runs everything, `npm run test:deploy -- rolling` the files with that name, and `-t
// "part of a title"` single tests. REQUESTS sets the number of requests during each rolling restart.
await provideTestNeeds(['database', 'haproxy', 'nginx', 'openssl', 'debootstrap', 'systemd'])
await provideTestNeeds(['swift-proxy', 'swift-account', 'swift-container', 'swift-object'])
const passed =
  (await run({ name: 'build', command: ['node', 'scripts/build.ts'] })) &&
  (await run({
    name: 'deploy',
    command: [
      'vitest',
      'run',
      '--config',
      'test/deploy/vitest.config.ts',
      ...process.argv.slice(2),
    ],
  }))
process.exit(passed ? 0 : 1)
