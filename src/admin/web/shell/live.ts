import { useEffect } from 'react'
import { readUnprompted } from '#app/web/api/api.ts'
import { openLiveChannel } from '#app/web/live/live-channel.ts'

type Listener = () => void

const listeners = new Set<Listener>()

/** Subscribes to changes of deals by anybody, this tab included. Answers what unsubscribes. */
export function onDealsChanged(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const ofEditions = new Set<Listener>()

/** The same of what is planned for a day. */
export function onEditionsChanged(listener: Listener): () => void {
  ofEditions.add(listener)
  return () => ofEditions.delete(listener)
}

const ofFeeds = new Set<Listener>()

/** The same of product feeds, and how far one has been read. */
export function onFeedsChanged(listener: Listener): () => void {
  ofFeeds.add(listener)
  return () => ofFeeds.delete(listener)
}

/** What the server has said; undefined when anything may have changed. */
function notify(text?: string) {
  const isOfPlans = text?.includes('"editions_changed"') === true
  const isOfFeeds = text?.includes('"feeds_changed"') === true
  // Nobody has asked: reading again because of it must not count as activity, which would keep an
  // abandoned back office unlocked.
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
    // Also on opening: anything may have changed since the page was drawn, or while it was broken.
    return openLiveChannel('/ws/admin', { onOpen: () => notify(), onMessage: notify, onDismissed })
  }, [isOpen, onDismissed])
}
