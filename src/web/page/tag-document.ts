import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { isOpenToTags } from '#app/shared/pages.ts'
import { isBrowser } from '#app/web/browser.ts'

/**
 * Third-party scripts can read everything in their document, including the address it was opened with, until
 * it is unloaded. So they run only in a document that has shown nothing but pages open to them, and any other
 * page gets a new document.
 */
let isOpen = isBrowser && addressesOfThisDocument().every(isOpenToTags)
let hasTags = false

/** Called before tags are loaded. If true, this document may show only pages that are open to tags. */
export function admitTags(): boolean {
  hasTags ||= isOpen
  return hasTags
}

/** Whether third-party scripts run in this document. */
export function isTagDocument(): boolean {
  return hasTags
}

/** Runs before a page is loaded or its address is shown, also when a loader redirects. */
export const leaveTagsBehind: MiddlewareFunction = ({ request }) => {
  const url = new URL(request.url)
  // Form posts are skipped: the page they lead to is checked in turn.
  if (!isBrowser || request.method !== 'GET' || isOpenToTags(url)) return
  isOpen = false
  if (hasTags) throw redirectDocument(url.pathname + url.search)
}

/** The navigation entry keeps the first address, even after `history` has changed it. */
function addressesOfThisDocument(): URL[] {
  const [opened] = performance.getEntriesByType('navigation')
  return [opened?.name, location.href].flatMap((address) => (address ? new URL(address) : []))
}
