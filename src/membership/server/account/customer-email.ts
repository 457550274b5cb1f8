import { findAccount } from '#app/accounts/server/accounts.ts'
import { findCustomerIds } from '#app/membership/server/subscription/subscriptions.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'

/** Tells the provider, which mails people too, about the new address of an account. */
export const emailChangedQueue: Queue = { work: updateCustomerEmail }

async function updateCustomerEmail(ctx: AppContext, data: object): Promise<void> {
  const { userId } = data as { userId: string }
  // Looked up now, because it may have changed again or been deleted since.
  const account = await findAccount(ctx, { id: userId })
  if (!account) return
  const { stripe } = ctx.payments
  for (const customerId of await findCustomerIds(ctx.db, userId)) {
    await paymentCall(() => stripe.customers.update(customerId, { email: account.email })).catch(
      (error) => {
        if (!isUnknownToProvider(error)) throw error
      },
    )
  }
}
