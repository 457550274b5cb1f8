/** What was made under the same key before, of the `most` that were asked for last. */
export function createRecent<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>()

  return (key, make) => {
    const value = kept.get(key) ?? make()
    // The longest unused is the first.
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return value
  }
}
