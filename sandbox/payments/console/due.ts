import type Stripe from 'stripe'
import { fromSeconds } from '#sandbox/format.ts'
import type { Processor } from '#sandbox/payments/processor.ts'

export type Due = { at: Date; what: string; id: string }

/**
 * What falls due as far as known today, soonest first; each renewal will add another. Considers only the
 * newest objects of each kind.
 */
export function findDue(processor: Processor): Due[] {
  const now = processor.now()
  return [
    ...all<Stripe.Subscription>(processor, 'subscription').flatMap(dueOfSubscription),
    ...all<Stripe.Checkout.Session>(processor, 'checkout.session').flatMap((session) =>
      session.status === 'open' ? due(session.expires_at, 'Checkout expires', session.id) : [],
    ),
    ...all<Stripe.Invoice>(processor, 'invoice').flatMap(dueOfInvoice),
    ...processor.events().flatMap(({ event, deliveries }) =>
      deliveries.flatMap(({ nextAt, attempts }) =>
        nextAt
          ? [
              {
                at: nextAt,
                what: attempts > 0 ? 'Event is sent again' : 'Event is sent',
                id: event.id,
              },
            ]
          : [],
      ),
    ),
  ]
    .filter(({ at }) => at.getTime() > now.getTime())
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}

function dueOfSubscription({
  id,
  status,
  trial_end,
  cancel_at,
  items,
}: Stripe.Subscription): Due[] {
  if (status === 'canceled' || status === 'incomplete_expired') return []
  if (cancel_at) return due(cancel_at, 'Subscription ends', id)
  if (status === 'trialing') return due(trial_end, 'Trial ends, the card is charged', id)
  return due(items.data[0]?.current_period_end, 'Subscription renews', id)
}

function dueOfInvoice(invoice: Stripe.Invoice): Due[] {
  const { id = '', status, next_payment_attempt, automatically_finalizes_at } = invoice
  if (status === 'draft') {
    return due(automatically_finalizes_at ?? next_payment_attempt, 'Invoice is charged', id)
  }
  return status === 'open' ? due(next_payment_attempt, 'Payment is tried again', id) : []
}

function due(seconds: number | null | undefined, what: string, id: string): Due[] {
  return seconds ? [{ at: fromSeconds(seconds), what, id }] : []
}

function all<T>(processor: Processor, kind: string): T[] {
  return processor.objects(kind).map(({ json }) => json as T)
}

/** The same day of a later month, or that month's last day. */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0))
  later.setUTCDate(Math.min(at.getUTCDate(), lastDay.getUTCDate()))
  return later
}
