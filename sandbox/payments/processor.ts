import type Stripe from 'stripe'

/** What a buyer types at a card form. */
export type Card = { number: string; expMonth: number; expYear: number; cvc: string; name?: string }

export type Attempt =
  /** Where the browser goes next. */
  | { kind: 'done'; redirectTo: string }
  /** The provider's own words, shown at the form. */
  | { kind: 'declined'; message: string; code: string }
  /** 3-D Secure was asked for: the bank's page is /sandbox/3ds/{challengeId}. */
  | { kind: 'challenge'; challengeId: string }

/** How the sandbox misbehaves on purpose. All off is a provider on a good day. */
export type Switches = {
  /** The API answers 503 and does nothing. */
  isDown: boolean
  /** How long every new event waits before it is first sent. */
  delaySeconds: number
  /** Every event is sent twice. */
  duplicate: boolean
  /** Events that are due together are sent in any order. */
  reorder: boolean
  /** New events are never sent; the API still lists them. */
  drop: boolean
  /** Calls that change something do so, and then answer 500. */
  failAfterWork: boolean
  /** Every call takes this much longer. */
  latencyMs: number
}

/** What the card page shows. Money is in cents. */
export type CheckoutSummary = {
  productName: string
  interval: 'month' | 'year'
  unitAmount: number
  dueToday: number
  /** 0 when there is no trial. */
  trialDays: number
  /** `months` is null when the discount lasts for ever. */
  discount?: { name: string; amountOff: number; months: number | null }
  /** Only with a trial: when the card is first charged. */
  firstChargeAt?: Date
  firstCharge: number
  email?: string
  /** The session came with an e-mail address or a customer, so the buyer cannot change it. */
  isEmailFixed: boolean
}

export type DeliveryReport = {
  /** The last attempt. */
  at: Date | null
  state: 'waiting' | 'delivered' | 'failed' | 'dropped'
  attempts: number
  /** The receiver's last answer; null when there was none. */
  status: number | null
  nextAt: Date | null
}

/**
 * The stand-in as its own pages work it: what a buyer does on a hosted page, and what a person at
 * the console does to the world. Everything the product may do goes through the API instead.
 */
export type Processor = {
  now(): Date
  /**
   * Moves the clock forward; everything that falls due on the way happens in order: trial ends,
   * renewals, retried charges, sessions that expire.
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
  /** The new card becomes the customer's and the subscriptions' default; open invoices are tried again. */
  replaceCard(portalSessionId: string, card: Card): Attempt
  /** Sets `cancel_at` and leaves `cancel_at_period_end` false, as the provider's portal does. */
  cancelInPortal(portalSessionId: string): void
  uncancelInPortal(portalSessionId: string): void
  portalSubscriptions(portalSessionId: string): Stripe.Subscription[]
  portalInvoices(portalSessionId: string): Stripe.Invoice[]

  findChallenge(id: string): { id: string; amount: number; merchant: string } | undefined
  answerChallenge(id: string, passed: boolean): Attempt

  /** Of a card that was put on file, whenever that was. */
  findPaymentMethod(id: string): Stripe.PaymentMethod | undefined
  findProduct(id: string): Stripe.Product | undefined
  /** Newest first, at most 200. */
  objects(kind?: string): Array<{ kind: string; id: string; createdAt: Date; json: unknown }>
  /** Newest first, at most 200. */
  events(): Array<{ event: Stripe.Event; deliveries: DeliveryReport[] }>
  resend(eventId: string): void
  /** Part of a charge when an amount is given, else what is left of it. */
  refund(chargeOrIntentId: string, amount?: number): void
  /** The bank sends a refund back that had seemed to arrive. */
  failRefund(refundId: string): void
  openDispute(chargeId: string): void
  /** No payments are taken from here on, or they are again; the subscription itself goes on. */
  pausePayments(subscriptionId: string): void
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void
}
