import { provideTestNeeds } from './needs.ts'
import { run } from './steps.ts'

// `npm run test:deploy` for all of it, `npm run test:deploy -- rolling` for the files named so, with
// `-t "part of a title"` for some of their tests. REQUESTS says how many each rolling restart is under.
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
