import type Stripe from 'stripe'

/** What a buyer types into a card form. */
export type Card = { number: string; expMonth: number; expYear: number; cvc: string; name?: string }

export type Attempt =
  /** Where to redirect the browser. */
  | { kind: 'done'; redirectTo: string }
  /** The provider's message, shown at the form. */
  | { kind: 'declined'; message: string; code: string }
  /** 3-D Secure is required: the bank's page is /sandbox/3ds/{challengeId}. */
  | { kind: 'challenge'; challengeId: string }

/** How the sandbox misbehaves on purpose. With all off it works normally. */
export type Switches = {
  /** The API responds with 503 and does nothing. */
  isDown: boolean
  /** How long every new event waits before it is first sent. */
  delaySeconds: number
  /** Every event is sent twice. */
  duplicate: boolean
  /** Events that are due together are sent in random order. */
  reorder: boolean
  /** New events are never sent; the API still lists them. */
  drop: boolean
  /** Calls that change something do so and then respond with 500. */
  failAfterWork: boolean
  /** Extra latency of every call. */
  latencyMs: number
}

/** What the card page shows. Amounts are in cents. */
export type CheckoutSummary = {
  productName: string
  interval: 'month' | 'year'
  unitAmount: number
  dueToday: number
  /** 0 without a trial. */
  trialDays: number
  /** `months` is null if the discount never ends. */
  discount?: { name: string; amountOff: number; months: number | null }
  /** Only with a trial: the time of the first charge. */
  firstChargeAt?: Date
  firstCharge: number
  email?: string
  /** The session set an e-mail address or a customer, so the buyer cannot change it. */
  isEmailFixed: boolean
}

export type DeliveryReport = {
  /** The time of the last attempt. */
  at: Date | null
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  /** The status of the receiver's last response; null without one. */
  status: number | null
  nextAt: Date | null
}

/**
 * The operations of the stand-in's own pages: what buyers do on hosted pages, and what the console changes.
 * The product uses the API instead.
 */
export type Processor = {
  now(): Date
  /**
   * Moves the clock forward; everything due on the way happens in order: trial ends, renewals, retried
   * charges, expiring sessions.
   */
  advance(seconds: number): void
  switches(): Switches
  setSwitches(change: Partial<Switches>): void

  findCheckout(sessionId: string): Stripe.Checkout.Session | undefined
  summarize(sessionId: string): CheckoutSummary | undefined
  payCheckout(sessionId: string, by: { email: string; card: Card }): Attempt

  findInvoice(id: string): Stripe.Invoice | undefined
  payInvoice(id: string, card: Card): Attempt

  findPortalSession(id: string): Stripe.BillingPortal.Session | undefined
  /** Makes the new card the default of the customer and the subscriptions, and retries open invoices. */
  replaceCard(portalSessionId: string, card: Card): Attempt
  /** Sets `cancel_at` and leaves `cancel_at_period_end` false, as the provider's portal does. */
  cancelInPortal(portalSessionId: string): void
  uncancelInPortal(portalSessionId: string): void
  portalSubscriptions(portalSessionId: string): Stripe.Subscription[]
  portalInvoices(portalSessionId: string): Stripe.Invoice[]

  findChallenge(id: string): { id: string; amount: number; merchant: string } | undefined
  answerChallenge(id: string, passed: boolean): Attempt

  /** Any card that was ever on file. */
  findPaymentMethod(id: string): Stripe.PaymentMethod | undefined
  findProduct(id: string): Stripe.Product | undefined
  /** Newest first, at most 200. */
  objects(kind?: string): Array<{ kind: string; id: string; createdAt: Date; json: unknown }>
  /** Newest first, at most 200. */
  events(): Array<{ event: Stripe.Event; deliveries: DeliveryReport[] }>
  resend(eventId: string): void
  /** Refunds the amount, or else whatever is left of the charge. */
  refund(chargeOrIntentId: string, amount?: number): void
  /** Makes a refund fail that seemed to have arrived. */
  failRefund(refundId: string): void
  openDispute(chargeId: string): void
  /** Pauses or resumes payments; the subscription itself continues. */
  pausePayments(subscriptionId: string): void
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void
}
