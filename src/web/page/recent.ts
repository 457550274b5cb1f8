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

/** What is made of an object that nobody changes: once, for as long as that is there. */
export function onceForEach<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { value: T }>()

  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}
