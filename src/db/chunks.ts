/**
 * Splits a long list into one piece per statement, because the embedded database blocks the whole process while a
 * statement runs.
 */
export function* inChunks<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size)
}
