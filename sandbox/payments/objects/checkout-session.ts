import type Stripe from 'stripe'
import { newId } from '#sandbox/payments/store/ids.ts'

type Draft = Pick<
  Stripe.Checkout.Session,
  | 'allow_promotion_codes'
  | 'allowed_payment_method_types'
  | 'amount_subtotal'
  | 'amount_total'
  | 'billing_address_collection'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'customer_email'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'payment_method_collection'
  | 'submit_type'
  | 'success_url'
> & {
  customerId: string | null
  couponId: string | null
  amountDiscount: number
  publicUrl: string
}

/** An open, unpaid checkout session. */
export function newCheckoutSession(draft: Draft): Stripe.Checkout.Session {
  const { customerId, couponId, amountDiscount, publicUrl, ...given } = draft
  const id = newId('cs_test', 58)
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: customerId,
    customer_account: null,
    customer_creation: customerId ? null : 'always',
    customer_details: given.customer_email
      ? {
          address: null,
          business_name: null,
          email: given.customer_email,
          individual_name: null,
          name: null,
          phone: null,
          tax_exempt: 'none',
          tax_ids: null,
        }
      : null,
    discounts: couponId ? [{ coupon: couponId, promotion_code: null }] : null,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: {
      allow_redisplay_filters: ['always'],
      payment_method_remove: 'disabled',
      payment_method_save: null,
    },
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    subscription: null,
    total_details: { amount_discount: amountDiscount, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${publicUrl}/sandbox/checkout/${id}`,
    wallet_options: null,
    ...given,
  }
}

export function newLineItem(draft: {
  price: Stripe.Price
  quantity: number
  description: string
  subtotal: number
  discount: number
}): Stripe.LineItem {
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: draft.discount,
    amount_subtotal: draft.subtotal,
    amount_tax: 0,
    amount_total: draft.subtotal - draft.discount,
    currency: draft.price.currency,
    description: draft.description,
    metadata: {},
    price: draft.price,
    quantity: draft.quantity,
  }
}
