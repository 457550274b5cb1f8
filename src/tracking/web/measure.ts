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

/** Measures a visitor who has consented: call it for every new place. */
export async function measure({ path, userId, tagManagerId }: Visit): Promise<void> {
  // Tags read the title of the page, which the site's frame sets after this.
  await null
  const isNewPage = measuredPath !== path
  measuredPath = path
  if (!isMeasuredPage(path)) return
  setAdCookies(takeRemovedParameter('fbclid'))
  const isReported = startDataLayer(tagManagerId)
  if (isNewPage && !isReported) reportPageView(path)
  const isPurchase = await reportPurchase(userId)
  // The address this document was opened with names the payment: tags hear of it in the next one.
  if (!isPurchase || !isOpenToTags(new URL(location.href)) || !carryHeld()) return
  carryToastOn()
  startOver()
}

/** For a visitor who has not consented, or does not any more. Tags that run end with their page. */
export function stopMeasuring(): void {
  deleteAdCookies()
  if (!isTagDocument()) return
  const place = document.activeElement?.closest('.consent-choice')?.id
  carryToast({ title: 'Nothing is measured for marketing any more' }, place)
  startOver()
}

/** Reports to the tags of this page and to our server with one id, so that it counts once. */
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

/** The page between an advertisement and the payment. */
function reportBridgePage(path: string) {
  const event_id = newEventId('bridge')
  push({ event: 'BridgePageViewed', event_id, page_path: path })
  const bridge: TrackBridgePage = { event_id, event_name: 'BridgePageViewed', ...readAdCookies() }
  sendOnTheWay('/api/track-bridge-page', {
    ...bridge,
    // Specified; the server does not read them: it has its own clock, and knows what it is.
    event_time: Math.floor(Date.now() / 1000),
    action_source: 'website',
  })
}

function newEventId(kind: 'pv' | 'bridge'): string {
  const random = crypto.getRandomValues(new Uint8Array(16))
  return `${kind}_${Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Also while the page is being left. Failures are nobody's concern. */
function sendOnTheWay(call: string, body: object) {
  post(call, body, { keepalive: true }).catch(() => {})
}

/**
 * Reports the payment that led to this page, if one did. The server says whether this page is the
 * first to: neither a reload nor a second tab reports it again. Refused by a rate limit, it is sent
 * once more when the server says so: no reload would. Answers whether it was the first.
 */
async function reportPurchase(userId: string | undefined): Promise<boolean> {
  const session_id = takeRemovedParameter('session_id')
  if (takeRemovedParameter('from_checkout') !== 'true' || !session_id) return false
  try {
    const body = {
      // Specified; the server does not read it: it knows who asks.
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
