import fc from 'fast-check'
import { onTestFailed } from 'vitest'

/** What all chance in tests follows from; `vitest.config.ts` says where it comes from. */
const seed = Number(process.env.SEED)

// Every property test of a file that is run: this is loaded before each.
fc.configureGlobal({ seed })

/** Call it where chance is at work that no property names itself: it then says how to meet it again. */
export function tellSeedOnFailure(): void {
  onTestFailed(() => console.error(`SEED=${seed} makes it again.`))
}

/** The same order in every run with one seed. */
export function shuffled<T>(all: T[]): T[] {
  tellSeedOnFailure()
  const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), 1)
  return order
}
