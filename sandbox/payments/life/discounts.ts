import type Stripe from 'stripe'
import { newDiscount } from '#sandbox/payments/objects/coupon.ts'
import { addIntervals } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { change, record } from './record.ts'

/** Applies a coupon and returns the id of the discount, whose months count from now. */
export function giveDiscount(
  world: World,
  subscription: Stripe.Subscription,
  couponId: string,
  checkoutId: string | null,
): string {
  const now = world.clock.seconds()
  const coupon = change(world, 'coupon', couponId, (draft) => {
    draft.times_redeemed += 1
    if (draft.max_redemptions !== null && draft.times_redeemed >= draft.max_redemptions) {
      draft.valid = false
    }
  })
  const discount = newDiscount({
    couponId,
    customerId: subscription.customer as string,
    subscriptionId: subscription.id,
    checkoutId,
    start: now,
    end: coupon.duration_in_months && addIntervals(now, 'month', coupon.duration_in_months),
  })
  world.store.insert<'discount'>(discount)
  record(world, 'customer.discount.created', discount)
  return discount.id
}

/** Removes discounts of duration `once`: the first invoice uses them up, even one of zero. */
export function spendDiscount(world: World, subscriptionId: string): void {
  change(world, 'subscription', subscriptionId, (subscription) => {
    subscription.discounts = subscription.discounts.filter((id) => {
      const discount = world.store.get('discount', id as string)
      const coupon = world.store.get('coupon', discount.source.coupon as string)
      return coupon.duration !== 'once'
    })
  })
}

export function isRunning(world: World, discountId: string, at: number): boolean {
  const { end } = world.store.get('discount', discountId)
  return end === null || end > at
}
