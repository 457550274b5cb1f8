import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

/** The one portal configuration that the sandbox knows. */
export function newPortalConfiguration(created: number): Stripe.BillingPortal.Configuration {
  return {
    id: newId('bpc'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: true,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'continue_trial',
      },
    },
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: created,
  }
}

/** A portal session. Its id is a secret: anyone with the address can use the portal. */
export function newPortalSession(draft: {
  created: number
  configurationId: string
  customerId: string
  returnUrl: string | null
  flow: Stripe.BillingPortal.Session.Flow | null
  publicUrl: string
}): Stripe.BillingPortal.Session {
  const id = newId('bps', 40)
  return {
    id,
    object: 'billing_portal.session',
    configuration: draft.configurationId,
    created: draft.created,
    customer: draft.customerId,
    customer_account: null,
    flow: draft.flow,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: draft.returnUrl,
    url: `${draft.publicUrl}/sandbox/portal/${id}`,
  }
}
