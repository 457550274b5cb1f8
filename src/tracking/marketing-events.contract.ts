import { z } from 'zod'
import { PlanKey } from '#app/membership/membership.contract.ts'
import { LONGEST_AD_COOKIE } from '#app/shared/browser-data.ts'

/** Grants or denies consent to marketing measurement. */
export const ConsentRequest = z.object({ marketing: z.boolean() })
export type ConsentRequest = z.infer<typeof ConsentRequest>

/** With `Sec-GPC: 1` consent counts as denied. `unset` means that nothing was chosen. */
export const ConsentState = z.object({
  marketing: z.enum(['granted', 'denied', 'unset']),
  isGlobalPrivacyControl: z.boolean(),
})
export type ConsentState = z.infer<typeof ConsentState>

/** The event id that page and server share, so that the event counts once. */
const EventId = z.string().regex(/^[\w-]{8,80}$/)

const Address = z.string().max(2048)

/** The advertising cookies `_fbp` and `_fbc`; malformed ones are dropped. */
const adCookies = {
  fbp: z.string().max(LONGEST_AD_COOKIE).optional(),
  fbc: z.string().max(LONGEST_AD_COOKIE).optional(),
}

/** A page of `src/shared/pages.ts`; only origin and path of its address are kept. */
export const TrackPageView = z.object({
  event_id: EventId,
  url: Address,
  user_data: z.object(adCookies).optional(),
})
export type TrackPageView = z.infer<typeof TrackPageView>

/** The server adds the time. */
export const TrackBridgePage = z.object({
  event_id: EventId,
  event_name: z.literal('BridgePageViewed'),
  ...adCookies,
})
export type TrackBridgePage = z.infer<typeof TrackBridgePage>

/** The same answer whether anything was stored or not. */
export const Tracked = z.object({ success: z.literal(true) })

/** Deliberately loose: anything but one's own payment gets the same answer. */
export const TrackPurchase = z.object({
  session_id: z.string().max(1000),
  event_source_url: Address.optional(),
  ...adCookies,
})
export type TrackPurchase = z.infer<typeof TrackPurchase>

export const PurchaseTracked = z.object({
  success: z.boolean(),
  data: z
    .object({
      event_id: z.string(),
      value: z.number().describe('Dollars'),
      currency: z.string(),
      plan: PlanKey,
      isFirst: z.boolean().describe('True for one page only, and only with consent'),
    })
    .optional(),
  error: z.string().optional(),
})
export type PurchaseTracked = z.infer<typeof PurchaseTracked>
