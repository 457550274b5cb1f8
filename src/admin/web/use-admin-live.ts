import { useEffect } from 'react'
import { readUnprompted } from '#app/web/api.ts'
import { openLiveChannel } from '#app/web/live-channel.ts'
import { tellDealsChangedElsewhere } from './deals-changed.ts'

/** Nobody has asked: reading again because of it keeps no abandoned desk open. */
function tell() {
  readUnprompted()
  tellDealsChangedElsewhere()
}

/** While the back office is open, this tab hears of every change that anybody makes to deals. */
export function useAdminLive(isOpen: boolean, onDismissed: () => void): void {
  useEffect(() => {
    if (!isOpen) return
    let hasBeenOpen = false
    return openLiveChannel('/ws/admin', {
      onOpen() {
        // After an interruption anything may have changed.
        if (hasBeenOpen) tell()
        hasBeenOpen = true
      },
      onMessage: tell,
      onDismissed,
    })
  }, [isOpen, onDismissed])
}
