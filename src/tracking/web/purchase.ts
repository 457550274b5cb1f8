import { takeMark } from '#app/membership/web/after-checkout/use-clean-address.ts'
import type { PurchaseTracked } from '#app/tracking/marketing.contract.ts'
import { push } from './data-layer.ts'
import { readMarks } from './marks.ts'
import { purchaseEntries } from './purchase.rules.ts'

/**
 * Tells of the payment that led to this page, if one did. The server says whether this page is the
 * first to: neither a reload nor a second tab tells of it again. Refused for being one of too many,
 * it is said once more when the server says so: no reload would. Answers whether it was the first.
 */
export async function reportPurchase(userId: string | undefined): Promise<boolean> {
  const session_id = takeMark('session_id')
  if (takeMark('from_checkout') !== 'true' || !session_id) return false
  try {
    const body = {
      // Specified; the server does not read it: it knows who asks.
      user_id: userId,
      session_id,
      event_source_url: location.origin + location.pathname,
      ...readMarks(),
    }
    let response = await send(body)
    if (response.status === 429) {
      await delay(Number(response.headers.get('retry-after') ?? 0) * 1000)
      response = await send(body)
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

function send(body: object): Promise<Response> {
  return fetch('/api/track-purchase', {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function delay(ms: number): Promise<void> {
  return new Promise((over) => setTimeout(over, ms))
}
