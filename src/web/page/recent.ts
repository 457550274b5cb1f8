/** An LRU cache of the `most` recently used values. */
export function createRecent<T>(most: number): (key: string, make: () => T) => T {
  const kept = new Map<string, T>()

  return (key, make) => {
    const value = kept.get(key) ?? make()
    // Maps keep insertion order, so the least recently used entry is first.
    kept.delete(key)
    kept.set(key, value)
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return value
  }
}

/** Memoizes a function of an immutable object for as long as that object lives. */
export function onceForEach<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { value: T }>()

  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}
