import { createHash } from 'node:crypto'
import type { AdClickIds } from '#app/server/consent/ad-click-ids.ts'
import type { EventName } from './marketing.queries.ts'

export type Happening = {
  eventName: EventName
  /** Shared with the page's own data layer. */
  eventId: string
  happenedAt: Date
  /** A page of ours, without parameters. */
  sourceUrl: string
  consentId: string
  marks: AdClickIds
  purchase?: { valueCents: number; currency: string }
}

/**
 * The event as the marketing service takes it. Whose it is says a hash of the agreement's own id:
 * neither an address nor an account nor a payment can be told from it. `LDU` asks the service to
 * use it in the limited way that the privacy laws of American states ask for.
 */
export function payloadOf(happening: Happening): Record<string, unknown> {
  const { eventName, eventId, happenedAt, sourceUrl, consentId, marks, purchase } = happening
  return {
    event_name: eventName,
    event_time: Math.floor(happenedAt.getTime() / 1000),
    event_id: eventId,
    action_source: 'website',
    event_source_url: sourceUrl,
    user_data: {
      ...(marks.clientIp ? { client_ip_address: marks.clientIp } : {}),
      ...(marks.clientUserAgent ? { client_user_agent: marks.clientUserAgent } : {}),
      ...(marks.fbp ? { fbp: marks.fbp } : {}),
      ...(marks.fbc ? { fbc: marks.fbc } : {}),
      external_id: [createHash('sha256').update(consentId).digest('hex')],
    },
    ...(purchase
      ? {
          custom_data: {
            value: purchase.valueCents / 100,
            currency: purchase.currency,
            order_id: eventId,
          },
        }
      : {}),
    data_processing_options: ['LDU'],
    data_processing_options_country: 0,
    data_processing_options_state: 0,
  }
}
