import { provideTestNeeds } from './needs.ts'
import { run } from './steps.ts'

// `npm run test:faults` runs everything, `npm run test:faults -- kills` the files with that name, and `-t
// "part of a title"` single rows. Prints the fault matrix at the end.
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
