/**
 * A long list in pieces, one for each statement: the embedded database holds up the whole process
 * for as long as one statement runs.
 */
export function* inChunks<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
