import type Stripe from 'stripe'
import type { CardBehavior } from '#sandbox/payments/test-cards.ts'

/** Every kind of object in the API, by its `object` field. */
export type Kinds = {
  'billing_portal.configuration': Stripe.BillingPortal.Configuration
  'billing_portal.session': Stripe.BillingPortal.Session
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  coupon: Stripe.Coupon
  customer: Stripe.Customer
  discount: Stripe.Discount
  dispute: Stripe.Dispute
  event: Stripe.Event
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  webhook_endpoint: Stripe.WebhookEndpoint
}

export type Kind = keyof Kinds

/** What the provider stores with an object but never returns. */
export type Hidden = {
  'checkout.session': {
    lineItems: Stripe.LineItem[]
    trialDays: number
    trialEnd: number | null
    trialSettings: Stripe.Subscription.TrialSettings | null
    metadata: Stripe.Metadata
    description: string | null
    couponId: string | null
    /** A declined payment, to be retried with another card. */
    paymentIntentId: string | null
  }
  customer: { isDeleted: boolean }
  payment_method: { behavior: CardBehavior; hasPassedChallenge: boolean }
  subscription: {
    /** Prorations that wait for the next invoice. */
    prorations: Proration[]
    /** The pending change of plan, applied once its invoice is paid. */
    pendingChange: PendingChange | null
  }
  webhook_endpoint: { secret: string }
}

type PendingChange = {
  invoiceId: string
  priceId: string
  quantity: number
  /** The new period that starts with the change; null if the current one continues. */
  period: { start: number; end: number } | null
}

/** A proration: a part of a period that is charged or, when negative, credited. Times in seconds. */
export type Proration = {
  amount: number
  description: string
  priceId: string
  quantity: number
  start: number
  end: number
}

export type HiddenOf<K extends Kind> = K extends keyof Hidden ? Hidden[K] : null
