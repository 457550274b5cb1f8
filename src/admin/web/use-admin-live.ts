import { useEffect } from 'react'
import { openLiveChannel } from '#app/web/live-channel.ts'
import { tellDealsChangedElsewhere } from './deals-changed.ts'

/** While the back office is open, this tab hears of every change that anybody makes to deals. */
export function useAdminLive(isOpen: boolean, onDismissed: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    let hasBeenOpen = false
    return openLiveChannel('/ws/admin', {
      onOpen() {
        // After an interruption anything may have changed.
        if (hasBeenOpen) tellDealsChangedElsewhere()
        hasBeenOpen = true
      },
      onMessage: tellDealsChangedElsewhere,
      onDismissed,
    })
  }, [isOpen, onDismissed])
}
