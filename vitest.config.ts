import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** In this process alone: no app, no database, no built files, no other process. */
const rules = '**/*.{rules,copy}.test.ts'
/** About the engine itself: its transactions, locks, announcements, order of text, time zones. */
const engines = '**/*.engines.test.ts'

/** Chance in tests is the same in every run; `SEED=random` takes another, `SEED=123` that one. */
function readSeed({ SEED = '1' }: NodeJS.ProcessEnv): string {
  if (SEED !== 'random' && !/^\d{1,9}$/.test(SEED)) throw new Error(`SEED is no number: ${SEED}`)
  const seed = SEED === 'random' ? String(randomInt(1e9)) : SEED
  if (seed !== '1') console.log(`SEED=${seed}`)
  return seed
}

/** What a test needs is said by how its file's name ends. */
export default defineConfig({
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What comes about by itself does so in its own time, on a busy machine too.
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: availableParallelism(),
    // A test file makes its own app on its own database; what it loads need not be loaded anew.
    isolate: false,
    env: { SEED: readSeed(process.env) },
    setupFiles: ['./test/support/chance.ts'],
    // One project after the other: a process is kept only for a file of the same one, and to begin
    // anew is a second for each.
    projects: [
      { extends: true, test: { name: 'rules', include: [rules], sequence: { groupOrder: 2 } } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['**/*.test.ts'],
          exclude: [rules, 'node_modules/**'],
          globalSetup: './test/support/databases/postgres-setup.ts',
          setupFiles: ['./test/support/databases/begin-file.ts'],
          sequence: { groupOrder: 1 },
          provide: { engine: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [engines],
          globalSetup: './test/support/databases/embedded-setup.ts',
          provide: { engine: 'embedded' },
        },
      },
    ],
  },
})
