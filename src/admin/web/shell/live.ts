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

function notify() {
  // Nobody has asked: reading again because of it must not count as activity, which would keep an
  // abandoned back office unlocked.
  readUnprompted()
  for (const listener of listeners) listener()
}

/** While the back office is open, this tab hears of every change that anybody makes to deals. */
export function useAdminLive(isOpen: boolean, onDismissed: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    // Also on opening: anything may have changed since the page was drawn, or while it was broken.
    return openLiveChannel('/ws/admin', { onOpen: notify, onMessage: notify, onDismissed })
  }, [isOpen, onDismissed])
}
