import { findAccount } from '#app/accounts/server/accounts.ts'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Block } from '#app/server/mail/mail.ts'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import { findUnclaimedCheckoutOf } from './letters.queries.ts'
import { button, note } from './words.copy.ts'

/**
 * What a mail says of the account page, unless its reader has paid and made no account yet: the
 * way there is then a link that makes it. Looked up when the mail is sent.
 */
export async function wayToAccount(ctx: AppContext, to: string, usual: Block[]): Promise<Block[]> {
  const checkout = await findUnclaimedCheckoutOf(ctx.db, to)
  if (!checkout) return usual
  const account = await findAccount(ctx, { email: to })
  const userId = account?.id ?? null
  const token = await createCheckoutLink(ctx, { checkoutId: checkout.id, userId })
  const step = account
    ? 'This payment is not connected to your account yet: choose a new password to connect it, which replaces the old one.'
    : 'This payment has no account yet: choose a password, and see or cancel your membership there.'
  return [
    button('Finish your account, or cancel there', paths.finishAccount(token)),
    note(
      `${step} The link works once, within 30 minutes; an old one can send you a new one. You did not join? Write to ${site.supportEmail} and we will sort it out.`,
    ),
  ]
}
