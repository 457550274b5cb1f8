import { LINT, runAside, TYPES } from '#scripts/tests/steps.ts'

/** What is known in seconds, without a database or a browser; all of it at once. */
const RULES = {
  name: 'rules',
  command: ['vitest', 'run', '--project', 'rules', '--reporter', 'dot'],
}

const passed = await Promise.all([TYPES, LINT, RULES].map(runAside))
process.exit(passed.includes(false) ? 1 : 0)
