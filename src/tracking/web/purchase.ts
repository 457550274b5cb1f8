import { takeMark } from '#app/membership/web/use-clean-address.ts'
import type { PurchaseTracked } from '#app/tracking/marketing.contract.ts'
import { browserApi } from '#app/web/api.ts'
import { push } from './data-layer.ts'
import { readMarks } from './marks.ts'
import { purchaseEntries } from './purchase.rules.ts'

/**
 * Tells of the payment that led to this page, if one did. The server says whether this page is the
 * first to: neither a reload nor a second tab tells of it again.
 */
export async function reportPurchase(userId: string | undefined): Promise<void> {
  const session_id = takeMark('session_id')
  if (takeMark('from_checkout') !== 'true' || !session_id) return
  try {
    const response = await browserApi.request('POST', '/api/track-purchase', {
      user_id: userId,
      session_id,
      event_source_url: location.origin + location.pathname,
      ...readMarks(),
    })
    const { data } = (await response.json()) as PurchaseTracked
    for (const entry of purchaseEntries(data)) push(entry)
  } catch (error) {
    console.error('Could not report the purchase', error)
  }
}
