import type { UpcomingCharge } from '#app/membership/membership.contract.ts'
import { readNextCharge } from '#app/membership/server/letters/next-charge.ts'
import { isMemberStatus } from '#app/membership/server/membership.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { draftOf, findOwnSubscription } from './target.ts'

const NOTHING: UpcomingCharge = { amount: null, at: null, isDue: false, ifResumed: null }

/**
 * What will be charged next, sale and credit included. Throws 503 when the provider cannot be
 * asked.
 */
export async function readUpcomingCharge(ctx: AppContext, userId: string): Promise<UpcomingCharge> {
  const row = await findOwnSubscription(ctx, userId)
  if (!row?.currentPeriodEnd || !isMemberStatus(row.status)) return NOTHING
  if (row.cancelAtPeriodEnd || row.cancelAt) {
    const takeBack = row.cancelAtPeriodEnd
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const }
    const cents = await readNextCharge(ctx, row.id, takeBack)
    return { ...NOTHING, ifResumed: cents === undefined ? null : cents / 100 }
  }
  const draft = await findDraft(ctx, row.id)
  if (draft) {
    const at = ctx.payments.providerNow().toISOString()
    return { ...NOTHING, amount: draft.cents / 100, at, isDue: true }
  }
  const cents = await readNextCharge(ctx, row.id)
  // Without it the page says what it knows.
  if (cents === undefined) return NOTHING
  return { ...NOTHING, amount: cents / 100, at: row.currentPeriodEnd.toISOString() }
}

async function findDraft(ctx: AppContext, subscriptionId: string) {
  try {
    const live = await paymentCall(() =>
      ctx.payments.stripe.subscriptions.retrieve(subscriptionId, { expand: ['latest_invoice'] }),
    )
    return draftOf(live)
  } catch (error) {
    if (!isUnknownToProvider(error)) throw error
  }
}
