declare global {
  interface Window {
    /** What tags read; there is none before somebody has agreed. */
    dataLayer?: unknown[]
  }
}

const TAG_MANAGER = 'https://www.googletagmanager.com/gtm.js'
let isStarted = false
let areTagsLoaded = false

/** Only with the visitor's agreement. Without a tag manager nothing is loaded. */
export function startDataLayer(tagManagerId: string | undefined): void {
  if (isStarted) return
  isStarted = true
  tellConsent('default', { ...DENIED, wait_for_update: 500 })
  tellConsent('update', AGREED_TO)
  if (tagManagerId === undefined) return
  areTagsLoaded = true
  push({ 'gtm.start': Date.now(), event: 'gtm.js' })
  const script = document.createElement('script')
  script.async = true
  script.src = `${TAG_MANAGER}?id=${encodeURIComponent(tagManagerId)}`
  document.head.append(script)
}

/** Whether scripts of others run on this page: they end with the page and not before. */
export function hasTags(): boolean {
  return areTagsLoaded
}

export function push(entry: Record<string, unknown>): void {
  layer().push(entry)
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
/** To see which advertisement led here. Advertisements chosen for one person were not asked for. */
const AGREED_TO = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  analytics_storage: 'granted',
}

function tellConsent(change: 'default' | 'update', states: Record<string, string | number>) {
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
