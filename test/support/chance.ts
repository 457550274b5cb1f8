import fc from 'fast-check'
import { onTestFailed } from 'vitest'

/** The seed of all randomness in tests; `vitest.config.ts` sets it. */
const seed = Number(process.env.SEED)

// This file is loaded before each test file, so the seed covers all of its property tests.
fc.configureGlobal({ seed })

/** Prints the seed when the test fails. Call it where randomness is used outside a property test. */
export function tellSeedOnFailure(): void {
  onTestFailed(() => console.error(`SEED=${seed} makes it again.`))
}

/** Shuffles a list; the order is the same in every run with the same seed. */
export function shuffled<T>(all: T[]): T[] {
  tellSeedOnFailure()
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), 1)
  return order
}
