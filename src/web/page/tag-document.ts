import { type MiddlewareFunction, redirectDocument } from 'react-router'
import { isOpenToTags } from '#app/shared/pages.ts'
import { isBrowser } from '#app/web/browser.ts'

/**
 * Programs of others read whatever their document holds, also the address it was opened with, and
 * end with it. So they run only in one that has shown nothing but pages open to them, and that is
 * left for every other page.
 */
let isOpen = isBrowser && addressesOfThisDocument().every(isOpenToTags)
let hasTags = false

/** Asked before tags are loaded. True binds the document to the pages that are open to them. */
export function admitTags(): boolean {
  hasTags ||= isOpen
  return hasTags
}

/** Whether programs of others run in this document. */
export function isTagDocument(): boolean {
  return hasTags
}

/** Before a page is loaded or its address is shown; also where a loader leads elsewhere. */
export const leaveTagsBehind: MiddlewareFunction = ({ request }) => {
  const url = new URL(request.url)
  // What a form sends is no place to be. Where it leads to is asked for again.
  if (!isBrowser || request.method !== 'GET' || isOpenToTags(url)) return
  isOpen = false
  if (hasTags) throw redirectDocument(url.pathname + url.search)
}

/** The browser remembers the first one, whatever has been made of it since. */
function addressesOfThisDocument(): URL[] {
  const [opened] = performance.getEntriesByType('navigation')
  return [opened?.name, location.href].flatMap((address) => (address ? new URL(address) : []))
}
