import { FINISH_MAIL_AFTER_MS, FINISH_WITHIN_MS } from '#app/membership/membership.facts.ts'
import { enqueueMembershipMail } from '#app/membership/server/mails/mails.ts'
import {
  lockCheckout,
  updateCheckout,
} from '#app/membership/server/subscription/checkouts.queries.ts'
import { hasHadTrial } from '#app/membership/server/subscription/trials.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { isUnknownToProvider, paymentCall } from '#app/server/payments.ts'
import { Problem, tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'
import { markLinksUsed } from './mailed-links.queries.ts'
import { checkoutNotValid, type LinkRequest, requirePaidHere } from './paid-checkout.ts'

/** A typo has one correction: more attempts would probe which addresses have an account. */
const MENDINGS = { name: 'checkout-address', limit: 3, windowSeconds: 24 * 60 * 60 }

type Wish = Pick<LinkRequest, 'sessionId' | 'bindingHash'> & { email: string }

/**
 * Changes the address of a payment that has no account yet, from the browser that paid. The new
 * address proves no more than the one given at the payment page: its account still opens only by
 * password or inbox. Voids links that went to the wrong address and updates the provider's
 * customer. Throws 409 when the new address has had its trial.
 */
export async function mendAddress(ctx: AppContext, wish: Wish): Promise<{ email: string }> {
  const { email } = wish
  const checkout = await requirePaidHere(ctx, wish)
  const isLate = ctx.now().getTime() - checkout.completedAt.getTime() > FINISH_WITHIN_MS
  // A checkout opened while signed in has the account's address, which is not changed here.
  if (checkout.claimedAt || checkout.userId || isLate) throw checkoutNotValid()
  if (email === checkout.email) return { email }
  const verdict = await createThrottle(ctx, MENDINGS).consume(checkout.id)
  if (!verdict.isAllowed) {
    const text = 'The address was changed several times already. Please write to us.'
    throw tooManyRequests(text, verdict.waitSeconds)
  }
  if (checkout.isTrial && (await hasHadTrial(ctx.db, email))) {
    const text = 'This address has had its free trial already.'
    throw new Problem(409, 'trial-used', text, { fields: { email: text } })
  }
  await tellProvider(ctx, checkout.customerId, email)
  await ctx.db.transaction().execute(async (trx) => {
    const { id, subscriptionId } = checkout
    const current = await lockCheckout(trx, { id, subscriptionId })
    if (!current || current.claimedAt || current.status !== 'complete') throw checkoutNotValid()
    const now = ctx.now()
    await updateCheckout(trx, id, { email, emailMendedAt: now })
    await markLinksUsed(trx, { checkoutId: id, now })
    await enqueueMembershipMail(trx, ctx, {
      template: 'finish-account',
      key: `finish-account:${id}:${newId()}`,
      to: email,
      data: { checkoutId: id },
      sendAfter: new Date(checkout.completedAt.getTime() + FINISH_MAIL_AFTER_MS),
    })
  })
  return { email }
}

/** Runs before the transaction, like every call to the provider. */
async function tellProvider(
  { payments: { stripe } }: AppContext,
  customerId: string | null,
  email: string,
): Promise<void> {
  if (!customerId) return
  await paymentCall(() => stripe.customers.update(customerId, { email })).catch((error) => {
    if (!isUnknownToProvider(error)) throw error
  })
}
