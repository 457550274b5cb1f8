import type Stripe from 'stripe'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'
import { Problem } from '#app/server/problem.ts'

/**
 * The provider's preview of the next charge, sale and credit included, in cents; with `change`, as it
 * would be after that. Undefined when nothing is coming, or the provider has no such subscription.
 * Throws 503 when it cannot be asked.
 */
export async function readNextCharge(
  ctx: AppContext,
  subscriptionId: string | undefined,
  change?: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails,
): Promise<number | undefined> {
  if (!subscriptionId) return
  try {
    const bill = await paymentCall(() =>
      ctx.payments.stripe.invoices.createPreview({
        subscription: subscriptionId,
        ...(change && { subscription_details: change }),
      }),
    )
    return bill.amount_due
  } catch (error) {
    if (error instanceof Problem) throw error
    return
  }
}
