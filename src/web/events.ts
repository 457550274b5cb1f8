/** What the server can say has changed, without saying how. */
type News = 'deals'

const listeners: Record<News, Set<() => void>> = { deals: new Set() }

/** Calls back when there is news. Answers what stops it. */
export function onNews(news: News, listener: () => void): () => void {
  listeners[news].add(listener)
  return () => listeners[news].delete(listener)
}

export function tellNews(news: News): void {
  for (const listener of listeners[news]) listener()
}
