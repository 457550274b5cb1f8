import { z } from 'zod'
import { invalid, noSuch } from '#sandbox/payments/provider-error.ts'
import { DAY, MINUTE } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { isDeleted } from './customers.routes.ts'
import {
  boolean,
  currency,
  email,
  expandable,
  integer,
  metadata,
  positive,
  text,
} from './params.ts'

export const PriceData = z.strictObject({
  currency,
  product: text().optional(),
  product_data: z
    .strictObject({
      name: text(250),
      description: text().optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  recurring: z.strictObject({
    interval: z.enum(['day', 'week', 'month', 'year']),
    interval_count: positive.optional(),
  }),
  unit_amount: integer,
})

export const CreateCheckout = z.strictObject({
  ...expandable,
  mode: z.enum(['payment', 'setup', 'subscription']),
  ui_mode: z.enum(['elements', 'embedded_page', 'form', 'hosted_page']).optional(),
  line_items: z
    .array(
      z.strictObject({
        price: text().optional(),
        price_data: PriceData.optional(),
        quantity: positive,
      }),
    )
    .min(1)
    .max(20),
  success_url: text(),
  cancel_url: text().optional(),
  customer: text().optional(),
  customer_email: email.optional(),
  client_reference_id: text(200).optional(),
  metadata: metadata.optional(),
  expires_at: integer.optional(),
  discounts: z
    .array(z.strictObject({ coupon: text() }))
    .max(1)
    .optional(),
  allow_promotion_codes: boolean.optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  allowed_payment_method_types: z.array(text()).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  locale: text(10).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  currency: currency.optional(),
  subscription_data: z
    .strictObject({
      description: text(500).optional(),
      metadata: metadata.optional(),
      trial_period_days: integer
        .refine((days) => days >= 1 && days <= 730, {
          error: 'The trial period has to be between 1 and 730 days.',
        })
        .optional(),
      trial_end: integer.optional(),
      trial_settings: z
        .strictObject({
          end_behavior: z.strictObject({
            missing_payment_method: z.enum(['cancel', 'create_invoice', 'pause']),
          }),
        })
        .optional(),
      billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
    })
    .optional(),
})

export type CheckoutParams = z.infer<typeof CreateCheckout>

/** Refuses parameters that contradict each other. */
export function refuseContradictions(world: World, params: CheckoutParams): void {
  if (params.mode !== 'subscription') {
    throw invalid('The sandbox plays mode subscription only.', 'mode')
  }
  if (params.ui_mode !== undefined && params.ui_mode !== 'hosted_page') {
    throw invalid('The sandbox plays ui_mode hosted_page only.', 'ui_mode')
  }
  for (const name of ['success_url', 'cancel_url'] as const) {
    const address = params[name]?.replaceAll('{CHECKOUT_SESSION_ID}', 'id')
    if (address !== undefined && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
      throw invalid('Not a valid URL', name, 'url_invalid')
    }
  }
  if (params.customer !== undefined) {
    if (params.customer_email !== undefined) {
      throw invalid(
        'You may only specify one of these parameters: customer, customer_email.',
        'customer_email',
      )
    }
    const customer = world.store.find('customer', params.customer)
    if (!customer || isDeleted(world, customer.id)) {
      throw noSuch('customer', params.customer, 'customer')
    }
  }
  if (params.discounts?.length && params.allow_promotion_codes !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'discounts',
    )
  }
  if (params.line_items.length > 1) {
    throw invalid('The sandbox sells one thing at a time.', 'line_items')
  }
  const { trial_end: end, trial_period_days: days } = params.subscription_data ?? {}
  const now = world.clock.seconds()
  if (end !== undefined && days !== undefined) {
    throw invalid(
      'You may only specify one of these parameters: trial_end, trial_period_days.',
      'subscription_data[trial_end]',
    )
  }
  if (end !== undefined && end < now + 2 * DAY) {
    throw invalid(
      'The `trial_end` date has to be at least 2 days in the future.',
      'subscription_data[trial_end]',
    )
  }
  const expires = params.expires_at ?? now + DAY
  // Tolerates a small difference between the clocks.
  if (expires < now + 30 * MINUTE - 5 || expires > now + DAY + 5) {
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and at most 24 hours from Checkout ' +
        'Session creation.',
      'expires_at',
    )
  }
}
