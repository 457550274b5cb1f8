import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work done before yielding to the event loop. */
const TURN_MS = 5

/** Maps a long list in order, and yields to the event loop in between. */
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
