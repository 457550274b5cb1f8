import type Stripe from 'stripe'
import type { PlanChange, Subscription } from '#app/membership/membership.contract.ts'
import { readSubscription } from '#app/membership/server/membership.ts'
import { planOfPrice, priceIdOf } from '#app/membership/server/plans/prices.ts'
import { toDate } from '#app/membership/server/provider.rules.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import { offer, type Plan } from '#app/shared/offer.ts'
import { decidePlanChange, type PlanMove } from './actions.rules.ts'
import {
  type CurrentSubscription,
  callProvider,
  changeAtProvider,
  getCurrentSubscription,
} from './current-subscription.ts'

/** Previews what the change would cost today and from then on. */
export async function previewPlanChange(
  ctx: AppContext,
  { userId, plan }: { userId: string; plan: Plan },
): Promise<PlanChange> {
  const current = await getCurrentSubscription(ctx, userId)
  const move = requireMove(moveOf(ctx, current, plan))
  const { interval } = offer.plans[plan]
  const bill = move === 'prorated' ? await previewBill(ctx, current, plan) : undefined
  const renewsAt = (bill && endOf(bill)) ?? toDate(itemOf(current.live).current_period_end)
  return {
    plan,
    dueToday: bill ? dueToday(bill) / 100 : 0,
    price: (ctx.config.prices[plan] ?? 0) / 100,
    interval,
    renewsAt: (renewsAt ?? ctx.payments.providerNow()).toISOString(),
    losesSale: isSaleDropped(planOf(ctx, current), plan) && current.live.discounts.length > 0,
  }
}

/**
 * Changes the plan of the user's subscription: free of charge during the trial; later at once and
 * prorated, with the rest of the old plan credited against the new one. Throws 402 when the card is
 * declined; the plan is then unchanged.
 */
export async function changePlan(
  ctx: AppContext,
  { userId, plan }: { userId: string; plan: Plan },
): Promise<Subscription> {
  const current = await getCurrentSubscription(ctx, userId)
  const move = moveOf(ctx, current, plan)
  if (move === 'same') {
    await syncSubscription(ctx, current.row.id)
    return readSubscription(ctx, userId)
  }
  const isCharged = requireMove(move) === 'prorated'
  const params: Stripe.SubscriptionUpdateParams = {
    items: await itemsFor(ctx, current, plan),
    ...discountsFor(ctx, current, plan),
    ...(isCharged
      ? { proration_behavior: 'always_invoice', payment_behavior: 'error_if_incomplete' }
      : { proration_behavior: 'none' }),
  }
  await changeAtProvider(ctx, current, {
    action: `change plan to ${plan}`,
    change: (once) => ctx.payments.stripe.subscriptions.update(current.row.id, params, once),
  })
  return readSubscription(ctx, userId)
}

function planOf(ctx: AppContext, { live, row }: CurrentSubscription): Plan {
  // The price of an earlier member may have been replaced since; their plan is still the same.
  return planOfPrice(ctx, itemOf(live).price) ?? row.plan
}

function moveOf(ctx: AppContext, current: CurrentSubscription, plan: Plan): PlanMove {
  return decidePlanChange(current.state, {
    isSame: planOf(ctx, current) === plan,
    isSold: ctx.config.prices[plan] !== undefined,
  })
}

const REFUSALS: Record<Exclude<PlanMove, 'free' | 'prorated'>, string> = {
  same: 'You are on this plan already.',
  'not-sold': 'This plan is not for sale.',
  ending: 'This membership is ending. Resume it first, then change the plan.',
  unpaid: 'A payment is open. Fix it first, then change the plan.',
  ended: 'This membership has ended. Choose a plan when you start again.',
}

function requireMove(move: PlanMove): 'free' | 'prorated' {
  if (move === 'free' || move === 'prorated') return move
  throw new Problem(409, `plan-change-${move}`, REFUSALS[move])
}

function itemOf(live: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = live.items.data
  if (!item) throw new Error(`subscription ${live.id} has no item`)
  return item
}

async function itemsFor(ctx: AppContext, { live }: CurrentSubscription, plan: Plan) {
  return [{ id: itemOf(live).id, price: await priceIdOf(ctx, plan) }]
}

/**
 * Whether the discount is dropped. A sale belongs to the plan it was bought with: what it takes off
 * a year would make a month free twelve times. Changing the plan brings no sale, so an old one is
 * not carried over.
 */
function isSaleDropped(from: Plan, to: Plan): boolean {
  return offer.plans[from].hasSale || !offer.plans[to].hasSale
}

function discountsFor(ctx: AppContext, current: CurrentSubscription, to: Plan) {
  return isSaleDropped(planOf(ctx, current), to) ? { discounts: '' as const } : {}
}

async function previewBill(
  ctx: AppContext,
  current: CurrentSubscription,
  plan: Plan,
): Promise<Stripe.Invoice> {
  const items = await itemsFor(ctx, current, plan)
  return callProvider(ctx, current.row, () =>
    ctx.payments.stripe.invoices.createPreview({
      subscription: current.row.id,
      subscription_details: { items, proration_behavior: 'always_invoice' },
      ...discountsFor(ctx, current, plan),
    }),
  )
}

/** Cents; negative when more is left of the old plan than the new one costs. */
function dueToday({ total, amount_due }: Stripe.Invoice): number {
  return total < 0 ? total : amount_due
}

/**
 * End of the period that begins with the change; proration lines are skipped, as they end with the
 * old period.
 */
function endOf({ lines }: Stripe.Invoice): Date | null {
  const ends = lines.data
    .filter(({ parent }) => !parent?.subscription_item_details?.proration)
    .map(({ period }) => period.end)
  return toDate(ends.length > 0 ? Math.max(...ends) : undefined)
}
