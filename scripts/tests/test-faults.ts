import { provideTestNeeds } from './needs.ts'
import { run } from './steps.ts'

// `npm run test:faults` for all of it, `npm run test:faults -- kills` for the files named so, with
// `-t "part of a title"` for some of their rows. Prints the fault matrix when it is over.
await provideTestNeeds(['database', 'faketime', 'pooler'])
const passed =
  (await run({ name: 'build', command: ['node', 'scripts/build.ts'] })) &&
  (await run({
    name: 'faults',
    command: [
      'vitest',
      'run',
      '--config',
      'test/faults/vitest.config.ts',
      ...process.argv.slice(2),
    ],
  }))
process.exit(passed ? 0 : 1)
