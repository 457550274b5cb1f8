import type { Subscription } from '#app/membership/membership.contract.ts'
import { readSubscription } from '#app/membership/server/membership.ts'
import { refundInvoice } from '#app/membership/server/subscription/refunds.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync-subscription.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { decideCancel, decideResume } from './actions.rules.ts'
import { changeAtProvider, draftOf, getTarget, type Target } from './target.ts'

/**
 * Ends the person's own subscription at the close of what has been paid for; at once where a
 * payment is owed or about to be charged. Cancelling again is harmless; throws 409 when it has ended already.
 */
export async function cancelSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const target = await getTarget(ctx, userId)
  const { id } = target.row
  switch (decideCancel(target.state)) {
    case 'ended':
      throw await ended(ctx, id, 'This membership has already ended. There is nothing to cancel.')
    case 'already-ending':
      await syncSubscription(ctx, id)
      break
    case 'at-period-end':
      await changeAtProvider(ctx, target, {
        action: 'cancel',
        change: (once) =>
          ctx.payments.stripe.subscriptions.update(id, { cancel_at_period_end: true }, once),
      })
      break
    case 'now':
      await changeAtProvider(ctx, target, {
        action: 'end',
        change: () => ctx.payments.stripe.subscriptions.cancel(id).catch(alreadyGone),
      })
      await giveBack(ctx, target)
  }
  return readSubscription(ctx, userId)
}

/** Nothing is charged for what was ended: the draft may have been collected in that very moment. */
async function giveBack(ctx: AppContext, { live }: Target): Promise<void> {
  const draft = draftOf(live)
  if (draft) await refundInvoice(ctx, draft.id, 'requested_by_customer')
}

/** Of two clicks the later finds it gone: that is what it asked for. */
function alreadyGone(error: unknown) {
  if (!isUnknownToProvider(error)) throw error
}

/** Takes a cancellation back; harmless without one. Throws 409 when it is too late. */
export async function resumeSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const target = await getTarget(ctx, userId)
  const decision = decideResume(target.state)
  if (decision === 'ended') {
    throw await ended(
      ctx,
      target.row.id,
      'This membership has ended. You can start again whenever you like.',
    )
  }
  if (decision === 'resume') await takeBack(ctx, target)
  else await syncSubscription(ctx, target.row.id)
  return readSubscription(ctx, userId)
}

/** Our button sets a flag, the provider's own pages may set a date: only one of them in a call. */
async function takeBack(ctx: AppContext, target: Target): Promise<void> {
  const { subscriptions } = ctx.payments.stripe
  const { id } = target.row
  let dated = target.live.cancel_at !== null
  if (target.live.cancel_at_period_end) {
    await changeAtProvider(ctx, target, {
      action: 'resume',
      change: async (once) => {
        const live = await subscriptions.update(id, { cancel_at_period_end: false }, once)
        dated = live.cancel_at !== null
      },
    })
  }
  if (!dated) return
  await changeAtProvider(ctx, target, {
    action: 'resume from its date',
    change: (once) => subscriptions.update(id, { cancel_at: '' }, once),
  })
}

async function ended(ctx: AppContext, id: string, text: string): Promise<Problem> {
  await syncSubscription(ctx, id)
  return new Problem(409, 'already-ended', text)
}
