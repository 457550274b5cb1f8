import { takeCheckoutReference } from '#app/membership/web/after-checkout/checkout-reference.ts'
import { tabStorage } from '#app/web/browser-storage.ts'
import { admitTags } from '#app/web/page/tag-document.ts'

declare global {
  interface Window {
    /** What tags read; there is none before the visitor has consented. */
    dataLayer?: unknown[]
  }
}

const TAG_MANAGER = 'https://www.googletagmanager.com/gtm.js'
/** Carries what was held back in a document without tags to the one after it. */
const CARRIED_KEY = 'for-tags'
type Entry = Record<string, unknown>

let isStarted = false
let held: Entry[] | undefined

/**
 * Only with the visitor's consent. Without a tag manager nothing is loaded; in a document that
 * tags must not run in, what is pushed is held back. Answers whether this page was
 * reported already.
 */
export function startDataLayer(tagManagerId: string | undefined): boolean {
  if (isStarted) return false
  isStarted = true
  const carried = takeCarried()
  // A payment that waits for its account is named in this browser, where tags can read.
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

/** Keeps what was held back for the next document. Answers whether there is anything to carry. */
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
/** Enough to see which advertisement led here; personalized ones were not asked for. */
const GRANTED = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  analytics_storage: 'granted',
}

function pushConsent(change: 'default' | 'update', states: Record<string, string | number>) {
  command('consent', change, states)
}

/** The tag manager takes a command only as the arguments of a call; a plain array is not one. */
function command(..._words: unknown[]) {
  // biome-ignore lint/complexity/noArguments: see above.
  layer().push(arguments)
}

function layer(): unknown[] {
  window.dataLayer ??= []
  return window.dataLayer
}
