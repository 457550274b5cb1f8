import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long is worked before the event loop gets a turn. */
const TURN_MS = 5

/** A list as long as a sheet, one after the other, and everybody else in between. */
export async function mapInTurns<T, Made>(
  all: readonly T[],
  work: (one: T) => Made,
  onTurn: (done: number) => void = () => {},
): Promise<Made[]> {
  const made: Made[] = []
  let startedAt = performance.now()
  for (const one of all) {
    made.push(work(one))
    if (performance.now() - startedAt <= TURN_MS) continue
    onTurn(made.length)
    await nextTurn()
    startedAt = performance.now()
  }
  return made
}
