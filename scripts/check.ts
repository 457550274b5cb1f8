import { LINT, runAside, TYPES } from '#scripts/tests/steps.ts'

/** The checks that take seconds and need neither database nor browser, run in parallel. */
const RULES = {
  name: 'rules',
  command: ['vitest', 'run', '--project', 'rules', '--reporter', 'dot'],
}

const passed = await Promise.all([TYPES, LINT, RULES].map(runAside))
process.exit(passed.includes(false) ? 1 : 0)
