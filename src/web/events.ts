/** What the server can announce as changed; the announcement carries no details. */
type ServerEvent = 'deals' | 'saved' | 'follows' | 'notices'

const listeners: Record<ServerEvent, Set<() => void>> = {
  deals: new Set(),
  saved: new Set(),
  follows: new Set(),
  notices: new Set(),
}

/** Calls back on each announcement. Returns the function that unsubscribes. */
export function onServerEvent(news: ServerEvent, listener: () => void): () => void {
  listeners[news].add(listener)
  return () => listeners[news].delete(listener)
}

export function emitServerEvent(news: ServerEvent): void {
  for (const listener of listeners[news]) listener()
}
