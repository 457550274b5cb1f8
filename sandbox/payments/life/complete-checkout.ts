import type Stripe from 'stripe'
import { newCustomer } from '#sandbox/payments/objects/customer.ts'
import { NO_ADDRESS } from '#sandbox/payments/objects/payment-method.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { settle } from './collecting.ts'
import { finalizeInvoice } from './invoices.ts'
import { change, record } from './record.ts'
import { startSubscription } from './subscriptions.ts'

export type Buyer = { email: string; paymentMethodId: string }

/** Creates a customer for a buyer without an account. */
export function welcome(world: World, { email, paymentMethodId }: Buyer): string {
  const { name } = world.store.get('payment_method', paymentMethodId).billing_details
  const customer = newCustomer({ created: world.clock.seconds(), email, name })
  world.store.insert<'customer'>(customer, { isDeleted: false })
  record(world, 'customer.created', customer)
  return customer.id
}

/** Starts the subscription and settles its first invoice with the payment just made. */
export function completeCheckout(
  world: World,
  session: Stripe.Checkout.Session,
  { email, paymentMethodId }: Buyer,
  customerId: string,
  paymentIntentId: string | null,
): void {
  const hidden = world.store.hidden('checkout.session', session.id)
  const [line] = hidden.lineItems
  if (!line?.price) throw new Error(`The session ${session.id} is for nothing`)
  const { subscriptionId, invoice } = startSubscription(world, {
    customerId,
    paymentMethodId,
    price: line.price,
    quantity: line.quantity ?? 1,
    trialEnd: trialEndOf(hidden, world.clock.seconds()),
    trialSettings: hidden.trialSettings,
    metadata: hidden.metadata,
    description: hidden.description,
    couponId: hidden.couponId,
    checkoutId: session.id,
  })
  finalizeInvoice(world, invoice.id, paymentIntentId ? { paymentIntentId } : {})
  settle(world, invoice.id)
  world.due.clear('checkout.expire', session.id)
  const { name } = world.store.get('payment_method', paymentMethodId).billing_details
  change(
    world,
    'checkout.session',
    session.id,
    (draft) => {
      draft.status = 'complete'
      draft.payment_status = session.amount_total ? 'paid' : 'no_payment_required'
      draft.url = null
      draft.customer = customerId
      draft.subscription = subscriptionId
      draft.invoice = invoice.id
      draft.customer_details = {
        address: NO_ADDRESS,
        business_name: null,
        email,
        individual_name: null,
        name,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      }
    },
    'checkout.session.completed',
  )
}

/** The end of the trial in seconds; null without one. Trial days count from the payment. */
export function trialEndOf(
  { trialDays, trialEnd }: { trialDays: number; trialEnd: number | null },
  now: number,
): number | null {
  return trialDays > 0 ? now + trialDays * DAY : trialEnd
}
