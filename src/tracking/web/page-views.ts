import { paths } from '#app/shared/paths.ts'
import type { TrackBridgePage, TrackPageView } from '#app/tracking/marketing.contract.ts'
import { push } from './data-layer.ts'
import { readMarks } from './marks.ts'

/** Tells both sides of a page with one id: the tags of this page, and our server. */
export function reportPageView(path: string): void {
  const event_id = newEventId('pv')
  push({ event: 'PageView', event_id, page_path: path })
  const view: TrackPageView = { event_id, url: location.origin + path, user_data: readMarks() }
  send('/api/track-pageview', view)
  if (path === paths.joinNow()) reportBridgePage(path)
}

/** The page between an advertisement and the payment. */
function reportBridgePage(path: string) {
  const event_id = newEventId('bridge')
  push({ event: 'BridgePageViewed', event_id, page_path: path })
  const bridge: TrackBridgePage = { event_id, event_name: 'BridgePageViewed', ...readMarks() }
  send('/api/track-bridge-page', {
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
function send(call: string, body: object) {
  fetch(call, {
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {})
}
