import { findAccount } from '#app/accounts/server/accounts.ts'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Block } from '#app/server/mail/mail.ts'
import { paths } from '#app/shared/paths.ts'
import { button, linkTerms, note } from './blocks.copy.ts'
import { findUnclaimedCheckoutOf } from './letters.queries.ts'

type About = {
  to: string
  /** Undefined in mails that an older version enqueued: the newest payment of the address is meant then. */
  subscriptionId: string | undefined
}

/**
 * The blocks that lead to the account page: `usual`, or a link that finishes the account while the
 * payment that the mail is about has none. Looked up when the mail is sent.
 */
export async function accountBlocks(
  ctx: AppContext,
  { to, subscriptionId }: About,
  usual: Block[],
): Promise<Block[]> {
  // Somebody who has paid twice with one address may have an account for only one of the payments.
  const checkout = await findUnclaimedCheckoutOf(ctx.db, to, subscriptionId)
  if (!checkout) return usual
  const found = await findAccount(ctx, { email: to })
  // An unconfirmed account is replaced by the one that this link creates.
  const account = found?.confirmedAt ? found : undefined
  const userId = account?.id ?? null
  const token = await createCheckoutLink(ctx, { checkoutId: checkout.id, userId })
  const step = account
    ? 'This payment is not connected to your account yet: choose a new password to connect it, which replaces the old one.'
    : 'This payment has no account yet: choose a password, and see or cancel your membership there.'
  return [
    button('Finish your account, or cancel there', paths.finishAccount(token)),
    note(`${step} ${linkTerms(ctx)}`),
  ]
}
