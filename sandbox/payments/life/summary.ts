import { amountOff } from '#sandbox/payments/objects/coupon.ts'
import { recurrenceOf } from '#sandbox/payments/objects/price.ts'
import type { CheckoutSummary } from '#sandbox/payments/processor.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'
import { fixedEmail } from './checkout.ts'
import { trialEndOf } from './complete-checkout.ts'
import { nameOfProduct } from './invoice-lines.ts'

/** What a buyer needs to know before paying; undefined for an unknown session. */
export function summarizeCheckout(world: World, sessionId: string): CheckoutSummary | undefined {
  const session = world.store.find('checkout.session', sessionId)
  if (!session) return
  const hidden = world.store.hidden('checkout.session', sessionId)
  const [line] = hidden.lineItems
  if (!line?.price) return
  const { price, quantity } = line
  const now = world.clock.seconds()
  const trialEnd = trialEndOf(hidden, now)
  const unitAmount = price.unit_amount ?? 0
  const full = unitAmount * (quantity ?? 1)
  const coupon = hidden.couponId ? world.store.find('coupon', hidden.couponId) : undefined
  // A coupon of duration `once` is used up by the trial's invoice of zero.
  const isUsedUp = coupon?.duration === 'once' && trialEnd !== null
  const off = coupon && !isUsedUp ? amountOff(coupon, full) : 0
  const email = session.customer_details?.email ?? fixedEmail(world, sessionId)
  return {
    productName: nameOfProduct(world, price),
    interval: recurrenceOf(price).interval === 'year' ? 'year' : 'month',
    unitAmount,
    dueToday: session.amount_total ?? 0,
    trialDays: trialEnd === null ? 0 : Math.ceil((trialEnd - now) / DAY),
    firstCharge: full - off,
    isEmailFixed: fixedEmail(world, sessionId) !== undefined,
    ...(email ? { email } : {}),
    ...(trialEnd === null ? {} : { firstChargeAt: new Date(trialEnd * 1000) }),
    ...(coupon && off > 0
      ? {
          discount: {
            name: coupon.name ?? coupon.id,
            amountOff: off,
            months: coupon.duration === 'once' ? 1 : coupon.duration_in_months,
          },
        }
      : {}),
  }
}
