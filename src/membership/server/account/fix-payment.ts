import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { getTarget, known, type Target } from './target.ts'

/**
 * Where an open payment is made good: the invoice itself, or the page for another card when none
 * is open. The addresses let in whoever has them: they are made on demand and never logged.
 */
export async function fixPayment(ctx: AppContext, userId: string): Promise<{ url: string }> {
  const target = await getTarget(ctx, userId)
  const url = payableAt(target.live.latest_invoice)
  return url ? { url } : openPortal(ctx, target)
}

/** Where the card is changed; leads back to the account page. */
export async function changeCard(ctx: AppContext, userId: string): Promise<{ url: string }> {
  return openPortal(ctx, await getTarget(ctx, userId))
}

function payableAt(invoice: Stripe.Subscription['latest_invoice']): string | undefined {
  if (typeof invoice !== 'object' || invoice?.status !== 'open') return
  return invoice.hosted_invoice_url ?? undefined
}

async function openPortal(ctx: AppContext, { row, live }: Target): Promise<{ url: string }> {
  const customer = typeof live.customer === 'string' ? live.customer : live.customer.id
  const { url } = await known(ctx, { id: row.id, customerId: customer }, () =>
    ctx.payments.stripe.billingPortal.sessions.create({
      customer,
      return_url: `${ctx.config.http.publicUrl}/account`,
      flow_data: { type: 'payment_method_update' },
    }),
  )
  return { url }
}
