import type Stripe from 'stripe'
import { newId, randomText } from '#sandbox/payments/store/ids.ts'

type Draft = {
  id?: string | undefined
  created: number
  amountOff: number | null
  percentOff: number | null
  currency: string | null
  duration: Stripe.Coupon.Duration
  durationInMonths: number | null
  maxRedemptions: number | null
  redeemBy: number | null
  metadata?: Stripe.Metadata | undefined
  name: string | null
}

export function newCoupon(draft: Draft): Stripe.Coupon {
  return {
    id: draft.id ?? randomText(8),
    object: 'coupon',
    amount_off: draft.amountOff,
    created: draft.created,
    currency: draft.currency,
    duration: draft.duration,
    duration_in_months: draft.durationInMonths,
    livemode: false,
    max_redemptions: draft.maxRedemptions,
    metadata: draft.metadata ?? {},
    name: draft.name,
    percent_off: draft.percentOff,
    redeem_by: draft.redeemBy,
    times_redeemed: 0,
    valid: true,
  }
}

/** Cents that a coupon takes off an amount; never more than the amount. */
export function amountOff(coupon: Stripe.Coupon, amount: number): number {
  const off = coupon.amount_off ?? Math.round((amount * (coupon.percent_off ?? 0)) / 100)
  return Math.max(0, Math.min(off, amount))
}

export function newDiscount(draft: {
  couponId: string
  customerId: string
  subscriptionId: string
  checkoutId: string | null
  start: number
  end: number | null
}): Stripe.Discount {
  return {
    id: newId('di'),
    object: 'discount',
    checkout_session: draft.checkoutId,
    customer: draft.customerId,
    customer_account: null,
    end: draft.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: draft.couponId, type: 'coupon' },
    start: draft.start,
    subscription: draft.subscriptionId,
    subscription_item: null,
  }
}
