import type { World } from '#sandbox/payments/world.ts'
import { invoicesOf, paymentOf } from './invoice-queries.ts'
import { change } from './record.ts'

/** Stops collecting the open invoices of a subscription. */
export function stopCollecting(world: World, subscriptionId: string): void {
  for (const invoice of invoicesOf(world, subscriptionId, ['draft', 'open'])) {
    world.due.clear('invoice.collect', invoice.id)
    change(
      world,
      'invoice',
      invoice.id,
      (draft) => {
        draft.auto_advance = false
        draft.next_payment_attempt = null
        draft.automatically_finalizes_at = null
      },
      'invoice.updated',
    )
  }
}

export function voidInvoice(world: World, invoiceId: string): void {
  const payment = paymentOf(world, invoiceId)
  if (payment?.payment.payment_intent) {
    change(
      world,
      'payment_intent',
      payment.payment.payment_intent as string,
      (draft) => {
        draft.status = 'canceled'
        draft.canceled_at = world.clock.seconds()
        draft.cancellation_reason = 'void_invoice'
      },
      'payment_intent.canceled',
    )
  }
  change(
    world,
    'invoice',
    invoiceId,
    (draft) => {
      draft.status = 'void'
      draft.auto_advance = false
      draft.status_transitions.voided_at = world.clock.seconds()
    },
    'invoice.voided',
  )
}
