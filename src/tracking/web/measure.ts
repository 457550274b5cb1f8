import { takeRemovedParameter } from '#app/membership/web/after-checkout/use-clean-address.ts'
import { isMeasuredPage, isOpenToTags } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import type {
  PurchaseTracked,
  TrackBridgePage,
  TrackPageView,
} from '#app/tracking/marketing-events.contract.ts'
import { isTagDocument } from '#app/web/page/tag-document.ts'
import { startOver } from '#app/web/start-over.ts'
import { carryToast, carryToastOn } from '#app/web/toasts/carried-toast.ts'
import { deleteAdCookies, readAdCookies, setAdCookies } from './ad-cookies.ts'
import { carryHeld, push, startDataLayer } from './data-layer.ts'
import { purchaseEntries } from './purchase.rules.ts'

type Visit = { path: string; userId: string | undefined; tagManagerId: string | undefined }

let measuredPath: string | undefined

/** Measures a visitor who has consented; call it on every navigation. */
export async function measure({ path, userId, tagManagerId }: Visit): Promise<void> {
  // Waits a tick, because tags read the page title, which the site's frame sets after this.
  await null
  const isNewPage = measuredPath !== path
  measuredPath = path
  if (!isMeasuredPage(path)) return
  setAdCookies(takeRemovedParameter('fbclid'))
  const isReported = startDataLayer(tagManagerId)
  if (isNewPage && !isReported) reportPageView(path)
  const isPurchase = await reportPurchase(userId)
  // This document's address contained the payment, so tags get the entries in the next document.
  if (!isPurchase || !isOpenToTags(new URL(location.href)) || !carryHeld()) return
  carryToastOn()
  startOver()
}

/** Stops measuring without consent. Running tags can only be ended by leaving the document. */
export function stopMeasuring(): void {
  deleteAdCookies()
  if (!isTagDocument()) return
  const place = document.activeElement?.closest('.consent-choice')?.id
  carryToast({ title: 'Nothing is measured for marketing any more' }, place)
  startOver()
}

/** Reports to the page's tags and to our server with the same id, so that the view counts once. */
function reportPageView(path: string): void {
  const event_id = newEventId('pv')
  push({ event: 'PageView', event_id, page_path: path })
  const view: TrackPageView = {
    event_id,
    url: location.origin + path,
    user_data: readAdCookies(),
  }
  sendOnTheWay('/api/track-pageview', view)
  if (path === paths.joinNow()) reportBridgePage(path)
}

/** Reports the page between an advertisement and the payment. */
function reportBridgePage(path: string) {
  const event_id = newEventId('bridge')
  push({ event: 'BridgePageViewed', event_id, page_path: path })
  const bridge: TrackBridgePage = { event_id, event_name: 'BridgePageViewed', ...readAdCookies() }
  sendOnTheWay('/api/track-bridge-page', {
    ...bridge,
    // Part of the specified request; the server ignores both and uses its own clock.
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'website',
  })
}

function newEventId(kind: 'pv' | 'bridge'): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  return `${kind}_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Sends even while the page is being left. Failures are ignored. */
function sendOnTheWay(call: string, body: object) {
  post(call, body, { keepalive: true }).catch(() => {})
}

/**
 * Reports the payment that led to this page, if any. The server decides whether this page is the first to
 * report it, so reloads and other tabs do not repeat it. A rate-limited report is retried once at the time
 * the server names, since no reload would do so. Returns whether it was the first.
 */
async function reportPurchase(userId: string | undefined): Promise<boolean> {
  const session_id = takeRemovedParameter('session_id')
  if (takeRemovedParameter('from_checkout') !== 'true' || !session_id) return false
  try {
    const body = {
      // Part of the specified request; the server ignores it and identifies the user itself.
      user_id: userId,
      session_id,
      event_source_url: location.origin + location.pathname,
      ...readAdCookies(),
    }
    let response = await post('/api/track-purchase', body)
    if (response.status === 429) {
      await delay(Number(response.headers.get('retry-after') ?? 0) * 1000)
      response = await post('/api/track-purchase', body)
    }
    if (!response.ok) throw new Error(`It was answered with ${response.status}.`)
    const { data } = (await response.json()) as PurchaseTracked
    const entries = purchaseEntries(data)
    for (const entry of entries) push(entry)
    return entries.length > 0
  } catch (error) {
    console.error('Could not report the purchase', error)
    return false
  }
}

function post(call: string, body: object, options: RequestInit = {}): Promise<Response> {
  return fetch(call, {
    ...options,
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function delay(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}
