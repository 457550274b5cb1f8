import type Stripe from 'stripe'
import type { CardBehavior } from '#sandbox/payments/test-cards.ts'

/** Everything the API can show, by the name in its `object` field. */
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

/** What the provider keeps with an object and never shows. */
export type Hidden = {
  'checkout.session': {
    lineItems: Stripe.LineItem[]
    trialDays: number
    trialEnd: number | null
    trialSettings: Stripe.Subscription.TrialSettings | null
    metadata: Stripe.Metadata
    description: string | null
    couponId: string | null
    /** The payment that was tried and declined, to be tried again with another card. */
    paymentIntentId: string | null
  }
  customer: { isDeleted: boolean }
  payment_method: { behavior: CardBehavior; hasPassedChallenge: boolean }
  subscription: {
    /** Prorations that wait for the next invoice. */
    prorations: Proration[]
    /** The pending change of plan, made when this invoice is paid. */
    pendingChange: PendingChange | null
  }
  webhook_endpoint: { secret: string }
}

type PendingChange = {
  invoiceId: string
  priceId: string
  quantity: number
  /** A new period that begins with the change; null when the current one goes on. */
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
