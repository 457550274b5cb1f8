import type Stripe from 'stripe'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { readSubscription } from '#app/membership/server/membership.ts'
import { idOf } from '#app/membership/server/provider.rules.ts'
import { refundInvoice } from '#app/membership/server/subscription/refunds.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import type { AppContext } from '#app/server/context.ts'
import { isUnknownToProvider } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'
import { decideCancel, decideResume } from './actions.rules.ts'
import {
  type CurrentSubscription,
  callProvider,
  changeAtProvider,
  draftInvoiceOf,
  getCurrentSubscription,
} from './current-subscription.ts'

/**
 * Cancels the user's subscription at the end of the paid period; at once where a payment is due or
 * about to be charged. Idempotent; throws 409 when it has ended already.
 */
export async function cancelSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const current = await getCurrentSubscription(ctx, userId)
  const { id } = current.row
  switch (decideCancel(current.state)) {
    case 'ended':
      throw await alreadyEnded(
        ctx,
        id,
        'This membership has already ended. There is nothing to cancel.',
      )
    case 'already-ending':
      await syncSubscription(ctx, id)
      break
    case 'at-period-end':
      await changeAtProvider(ctx, current, {
        action: 'cancel',
        change: (once) =>
          ctx.payments.stripe.subscriptions.update(id, { cancel_at_period_end: true }, once),
      })
      break
    case 'now':
      await changeAtProvider(ctx, current, {
        action: 'end',
        change: () => ctx.payments.stripe.subscriptions.cancel(id).catch(alreadyGone),
      })
      await refundDraft(ctx, current)
  }
  return readSubscription(ctx, userId)
}

/** Refunds the draft invoice, which may have been charged at that very moment. */
async function refundDraft(ctx: AppContext, { live }: CurrentSubscription): Promise<void> {
  const draft = draftInvoiceOf(live)
  if (draft) await refundInvoice(ctx, draft.id, 'requested_by_customer')
}

/** The second of two clicks finds it already cancelled, which is what it asked for. */
function alreadyGone(error: unknown) {
  if (!isUnknownToProvider(error)) throw error
}

/** Takes a cancellation back; idempotent. Throws 409 when it is too late. */
export async function resumeSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const current = await getCurrentSubscription(ctx, userId)
  const decision = decideResume(current.state)
  if (decision === 'ended') {
    throw await alreadyEnded(
      ctx,
      current.row.id,
      'This membership has ended. You can start again whenever you like.',
    )
  }
  if (decision === 'resume') await undoCancellation(ctx, current)
  else await syncSubscription(ctx, current.row.id)
  return readSubscription(ctx, userId)
}

/** Our button sets a flag, the provider's own pages may set a date; one call may change only one of them. */
async function undoCancellation(ctx: AppContext, current: CurrentSubscription): Promise<void> {
  const { subscriptions } = ctx.payments.stripe
  const { id } = current.row
  let dated = current.live.cancel_at !== null
  if (current.live.cancel_at_period_end) {
    await changeAtProvider(ctx, current, {
      action: 'resume',
      change: async (once) => {
        const live = await subscriptions.update(id, { cancel_at_period_end: false }, once)
        dated = live.cancel_at !== null
      },
    })
  }
  if (!dated) return
  await changeAtProvider(ctx, current, {
    action: 'resume from its date',
    change: (once) => subscriptions.update(id, { cancel_at: '' }, once),
  })
}

async function alreadyEnded(ctx: AppContext, id: string, text: string): Promise<Problem> {
  await syncSubscription(ctx, id)
  return new Problem(409, 'already-ended', text)
}

/**
 * Address of the open hosted invoice, or of the page that changes the card when none is open. Such
 * an address lets anybody in who has it: it is created on demand and never logged.
 */
export async function fixPayment(ctx: AppContext, userId: string): Promise<{ url: string }> {
  const current = await getCurrentSubscription(ctx, userId)
  const url = payableAt(current.live.latest_invoice)
  return url ? { url } : openPortal(ctx, current)
}

/** Address of the page on which the card is changed; it leads back to the account page. */
export async function changeCard(ctx: AppContext, userId: string): Promise<{ url: string }> {
  return openPortal(ctx, await getCurrentSubscription(ctx, userId))
}

function payableAt(invoice: Stripe.Subscription['latest_invoice']): string | undefined {
  if (typeof invoice !== 'object' || invoice?.status !== 'open') return
  return invoice.hosted_invoice_url ?? undefined
}

async function openPortal(
  ctx: AppContext,
  { row, live }: CurrentSubscription,
): Promise<{ url: string }> {
  const customer = idOf(live.customer)
  const { url } = await callProvider(ctx, { id: row.id, customerId: customer }, () =>
    ctx.payments.stripe.billingPortal.sessions.create({
      customer,
      return_url: `${ctx.config.http.publicUrl}/account`,
      flow_data: { type: 'payment_method_update' },
    }),
  )
  return { url }
}
