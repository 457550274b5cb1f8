import { CONFIRMATION_LINK_MS, UNCONFIRMED_KEPT_MS } from '#app/accounts/accounts.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { formatDays, formatMinutes } from '#app/shared/dates.ts'
import { freeAccountInWords } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import { findSignUp } from './sign-up.queries.ts'
import { createConfirmationLink } from './sign-up.ts'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because a free account at ${club.name} was asked for with your address.`

/** Only this mail says whether the address already had an account. */
export async function signUpLetter(
  ctx: AppContext,
  { to, data }: Mail,
): Promise<Letter | undefined> {
  const signUp = await findSignUp(ctx.db, String(data.signUpId))
  if (!signUp) return
  if (signUp.confirmedAt) return thereAlready(ctx, to, signUp.returnTo ?? undefined)
  return confirmation(ctx, to, await createConfirmationLink(ctx, signUp.id))
}

function confirmation(ctx: AppContext, to: string, token: string): Letter {
  const lifetime = formatMinutes(CONFIRMATION_LINK_MS)
  return {
    subject: 'Confirm your address',
    preview: `One press, and your free account is open. The link works once, within ${lifetime}.`,
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'Confirm your address' },
      {
        kind: 'paragraph',
        text: `Someone, hopefully you, asked for a free account with ${to}. ${freeAccountInWords()} It begins once you have confirmed the address. This link works once, within the next ${lifetime}.`,
      },
      { kind: 'button', label: 'Confirm your address', path: paths.confirmation(token) },
      {
        kind: 'note',
        text: `If it was not you, there is nothing to do: nothing is opened without the button, and the address is deleted after ${formatDays(UNCONFIRMED_KEPT_MS)}.`,
      },
    ],
  }
}

function thereAlready(ctx: AppContext, to: string, next: string | undefined): Letter {
  return {
    subject: 'You have an account already',
    preview: 'Sign in with the password you have, or choose a new one.',
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'You have an account already' },
      {
        kind: 'paragraph',
        text: `Someone, hopefully you, asked for a free account with ${to}. There is an account with this address, and nothing about it has changed: sign in with the password it has.`,
      },
      { kind: 'button', label: 'Sign in', path: paths.signIn(next) },
      {
        kind: 'note',
        text: 'Forgotten what it was? ',
        link: { label: 'Choose a new password', path: paths.forgotPassword(next) },
      },
    ],
  }
}
