import { z } from 'zod'

/** Where the outbound click was made. */
export const ClickType = z.enum(['deal-card', 'splash-carousel', 'mail'])
export type ClickType = z.infer<typeof ClickType>

export const TrackQuery = z.object({ click_type: ClickType.optional() })

/** Accepted but not stored: they would drown out the rest. */
export const FILTERED_EVENTS = [
  'visit-home',
  'visit-daily-deals',
  'visit-account',
  'visit-forgot-password',
] as const

export const STORED_EVENTS = ['visit-sign-in', 'locked-deal-click', 'sign-in', 'logout'] as const

/** What a page may report. Unknown data fields are dropped. */
export const LogEvent = z.object({
  eventType: z.enum([...FILTERED_EVENTS, ...STORED_EVENTS]),
  eventData: z
    .object({
      dealId: z.string().max(64).optional(),
      path: z.string().max(200).optional(),
    })
    .default({}),
})
export type LogEvent = z.infer<typeof LogEvent>

export const Logged = z.object({ success: z.literal(true) })
