import { queueMembershipMail } from '#app/membership/server/mails/mails.ts'
import type { AppContext } from '#app/server/context.ts'
import { paymentCall } from '#app/server/payments.ts'

type Trial = {
  id: string
  plan: 'annual' | 'monthly'
  trialEndsAt: Date | null
  recipient: string | null
}

/** Promises the mail that says what will be charged tomorrow, by the provider's own reckoning. */
export async function remindOfTrialEnd(
  ctx: AppContext,
  { id, plan, trialEndsAt, recipient }: Trial,
): Promise<void> {
  if (!trialEndsAt || !recipient) return
  const key = `trial-ends-tomorrow:${id}:${trialEndsAt.getTime()}`
  const known = await ctx.db
    .selectFrom('mails')
    .select('id')
    .where('key', '=', key)
    .executeTakeFirst()
  if (known) return
  const bill = await paymentCall(() =>
    ctx.payments.stripe.invoices.createPreview({ subscription: id }),
  )
  await ctx.db.transaction().execute((trx) =>
    queueMembershipMail(trx, ctx, {
      template: 'trial-ends-tomorrow',
      key,
      to: recipient,
      data: { subscriptionId: id, plan, amountCents: bill.amount_due, trialEndsAt },
    }),
  )
}
