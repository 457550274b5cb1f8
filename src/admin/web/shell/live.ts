import { useEffect } from 'react'
import { readUnprompted } from '#app/web/api/api.ts'
import { openLiveChannel } from '#app/web/live/live-channel.ts'

type Listener = () => void

const listeners = new Set<Listener>()

/** Subscribes to changes of deals by anybody, this tab included. Returns the unsubscribe function. */
export function onDealsChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ofEditions = new Set<Listener>()

/** Subscribes to changes of planned editions. */
export function onEditionsChanged(listener: Listener): () => void {
  ofEditions.add(listener)
  return () => ofEditions.delete(listener)
}

const ofFeeds = new Set<Listener>()

/** Subscribes to changes of product feeds, including reading progress. */
export function onFeedsChanged(listener: Listener): () => void {
  ofFeeds.add(listener)
  return () => ofFeeds.delete(listener)
}

/** Handles a message of the server; undefined means that anything may have changed. */
function notify(text?: string) {
  const isOfPlans = text?.includes('"editions_changed"') === true
  const isOfFeeds = text?.includes('"feeds_changed"') === true
  // An automatic refetch must not count as activity, or an abandoned back office would never lock.
  readUnprompted()
  if (isOfFeeds || text === undefined) for (const listener of ofFeeds) listener()
  if (isOfFeeds) return
  for (const listener of ofEditions) listener()
  if (isOfPlans) return
  for (const listener of listeners) listener()
}

/** While the back office is open, this tab hears of every change that anybody makes to deals. */
export function useAdminLive(isOpen: boolean, onDismissed: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    // Notifies on opening too: anything may have changed since the page was rendered or while the connection
    // was lost.
    return openLiveChannel('/ws/admin', { onOpen: () => notify(), onMessage: notify, onDismissed })
  }, [isOpen, onDismissed])
}
