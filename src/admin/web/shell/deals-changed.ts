type Listener = () => void

const listeners = new Set<Listener>()

/** Calls back when somebody else has changed deals. Answers what stops it. */
export function onDealsChangedElsewhere(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that somebody else has changed deals. */
export function tellDealsChangedElsewhere(): void {
  for (const listener of listeners) listener()
}
