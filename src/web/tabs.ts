import { isBrowser } from './browser.ts'

type Message = 'signed-in' | 'signed-out' | 'subscription_active'

// One per document: a channel hears every other channel, even in its own document.
const channel = isBrowser ? new BroadcastChannel('session') : undefined

export function tellOtherTabsSignedOut(): void {
  tell('signed-out')
}

/** Calls back when the person signs out in another tab of this browser. */
export function onSignedOutElsewhere(callback: () => void): void {
  on('signed-out', callback)
}

export function tellOtherTabsSignedIn(): void {
  tell('signed-in')
}

/** Calls back when somebody signs in in another tab of this browser. Returns the function that unsubscribes. */
export function onSignedInElsewhere(callback: () => void): () => void {
  return on('signed-in', callback)
}

export function tellOtherTabsSubscriptionActive(): void {
  tell('subscription_active')
}

/**
 * Calls back when another tab finds that the viewer has become a member. Returns the function that
 * unsubscribes.
 */
export function onSubscriptionActiveElsewhere(callback: () => void): () => void {
  return on('subscription_active', callback)
}

function tell(message: Message) {
  channel?.postMessage(message)
}

function on(message: Message, callback: () => void): () => void {
  const listener = ({ data }: MessageEvent) => {
    if (data === message) callback()
  }
  channel?.addEventListener('message', listener)
  return () => channel?.removeEventListener('message', listener)
}
