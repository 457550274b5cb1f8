import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'
import { planOf } from './price.ts'

type Draft = {
  id?: string | undefined
  created: number
  customerId: string
  paymentMethodId: string | null
  price: Stripe.Price
  quantity: number
  periodStart: number
  periodEnd: number
  /** In seconds; null without a trial. */
  trialEnd: number | null
  trialSettings: Stripe.Subscription.TrialSettings | null
  metadata: Stripe.Metadata
  description: string | null
}

export function newSubscription(draft: Draft): Stripe.Subscription {
  const id = draft.id ?? newId('sub')
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: draft.trialEnd ?? draft.periodStart,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: draft.created,
    currency: draft.price.currency,
    customer: draft.customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: draft.paymentMethodId,
    default_source: null,
    default_tax_rates: [],
    description: draft.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [newSubscriptionItem(id, draft)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: draft.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: draft.created,
    status: draft.trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: draft.trialEnd,
    trial_settings: draft.trialSettings ?? {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: draft.trialEnd === null ? null : draft.created,
  }
}

function newSubscriptionItem(subscriptionId: string, draft: Draft): Stripe.SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: draft.created,
    current_period_end: draft.periodEnd,
    current_period_start: draft.periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(draft.price),
    price: draft.price,
    quantity: draft.quantity,
    subscription: subscriptionId,
    tax_rates: [],
  }
}

/** The single item of a subscription. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`The subscription ${subscription.id} is for nothing`)
  return item
}
