import { takeCheckoutReference } from '#app/membership/web/after-checkout/checkout-reference.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import { admitTags } from '#app/web/page/tag-document.ts'

declare global {
  interface Window {
    /** The tags' data layer; undefined until the visitor consents. */
    dataLayer?: unknown[]
  }
}

const TAG_MANAGER = 'https://www.googletagmanager.com/gtm.js'
/** The key under which held-back entries are carried to the next document. */
const CARRIED_KEY = 'for-tags'
type Entry = Record<string, unknown>

let isStarted = false
let held: Entry[] | undefined

/**
 * Starts the data layer; call it only with the visitor's consent. Without a tag manager nothing is loaded,
 * and in a document where tags must not run, entries are held back. Returns whether the page was already
 * reported.
 */
export function startDataLayer(tagManagerId: string | undefined): boolean {
  if (isStarted) return false
  isStarted = true
  const carried = takeCarried()
  // The browser stores the reference of a payment without an account where tags could read it.
  if (tagManagerId !== undefined && (takeCheckoutReference('') || !admitTags())) {
    held = carried
    return carried.length > 0
  }
  pushConsent('default', { ...DENIED, wait_for_update: 500 })
  pushConsent('update', GRANTED)
  if (tagManagerId === undefined) return false
  push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  for (const entry of carried) push(entry)
  const script = document.createElement('script')
  script.async = true
  script.src = `${TAG_MANAGER}?id=${encodeURIComponent(tagManagerId)}`
  document.head.append(script)
  return carried.length > 0
}

export function push(entry: Entry): void {
  if (held) held.push(entry)
  else layer().push(entry)
}

/** Stores held-back entries for the next document. Returns whether there are any. */
export function carryHeld(): boolean {
  return held !== undefined && tabStorage.writeJson(CARRIED_KEY, held)
}

function takeCarried(): Entry[] {
  const carried = tabStorage.readJson(CARRIED_KEY) as Entry[] | undefined
  tabStorage.remove(CARRIED_KEY)
  return carried ?? []
}

const DENIED = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
  functionality_storage: 'granted',
  personalization_storage: 'denied',
  security_storage: 'granted',
}
/** Enough for attribution; personalized advertising was not asked for. */
const GRANTED = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  analytics_storage: 'granted',
}

function pushConsent(change: 'default' | 'update', states: Record<string, string | number>) {
  command('consent', change, states)
}

/** Pushes a command. The tag manager recognizes only an `arguments` object, not an array. */
function command(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: required by the tag manager, see above.
  layer().push(arguments)
}

function layer(): unknown[] {
  window.dataLayer ??= []
  return window.dataLayer
}
