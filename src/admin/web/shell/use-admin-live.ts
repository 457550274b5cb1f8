import { useEffect } from 'react'
import { readUnprompted } from '#app/web/api/api.ts'
import { openLiveChannel } from '#app/web/live/live-channel.ts'
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
    // Anything may have changed between what was drawn and the open line, or while it was broken.
    return openLiveChannel('/ws/admin', { onOpen: tell, onMessage: tell, onDismissed })
  }, [isOpen, onDismissed])
}
