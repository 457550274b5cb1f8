import { findAccount } from '#app/accounts/server/accounts.ts'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Block } from '#app/server/mail/mail.ts'
import { paths } from '#app/shared/paths.ts'
import { button, linkTerms, note } from './blocks.copy.ts'
import { findUnclaimedCheckoutOf } from './letters.queries.ts'

type About = {
  to: string
  /** Unknown in mails that an older version enqueued: the newest of the address is meant then. */
  subscriptionId: string | undefined
}

/**
 * The blocks that lead to the account page: the usual ones, or a link that finishes the account while
 * what the mail is about has none. Looked up when the mail is sent.
 */
export async function accountBlocks(
  ctx: AppContext,
  { to, subscriptionId }: About,
  usual: Block[],
): Promise<Block[]> {
  // Who has paid twice with one address has an account for one of them, perhaps.
  const checkout = await findUnclaimedCheckoutOf(ctx.db, to, subscriptionId)
  if (!checkout) return usual
  const found = await findAccount(ctx, { email: to })
  // One that nobody has confirmed gives way to the account that this link makes.
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
