import { isBrowser } from './browser.ts'

const SIGNED_OUT = 'signed-out'
// One for the page, because a channel hears every other one, also of its own page.
const channel = isBrowser ? new BroadcastChannel('session') : undefined

export function tellOtherTabsSignedOut(): void {
  channel?.postMessage(SIGNED_OUT)
}

/** Calls back when the person has signed out in another tab of this browser. */
export function onSignedOutElsewhere(callback: () => void): void {
  channel?.addEventListener('message', ({ data }) => {
    if (data === SIGNED_OUT) callback()
  })
}
