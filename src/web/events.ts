/** What the server can say has changed, without saying how. */
type ServerEvent = 'deals' | 'saved' | 'follows' | 'notices'

const listeners: Record<ServerEvent, Set<() => void>> = {
  deals: new Set(),
  saved: new Set(),
  follows: new Set(),
  notices: new Set(),
}

/** Calls back when there is news. Answers what stops it. */
export function onServerEvent(news: ServerEvent, listener: () => void): () => void {
  listeners[news].add(listener)
  return () => listeners[news].delete(listener)
}

export function emitServerEvent(news: ServerEvent): void {
  for (const listener of listeners[news]) listener()
}
