import { RESET_LINK_MS } from '#app/accounts/accounts.facts.ts'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { settingsMails } from '#app/accounts/server/settings/letters.ts'
import { signUpLetter } from '#app/accounts/server/sign-up/mail.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Letter, MailTemplates } from '#app/server/mail/mail.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { paths } from '#app/shared/paths.ts'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because your address has an account at ${club.name}.`

/** Sends nothing to an address without an account; the requester cannot tell the difference. */
async function passwordReset(ctx: AppContext, { to, data }: Mail): Promise<Letter | undefined> {
  const reset = await createPasswordReset(ctx, to, data.next)
  if (!reset) return
  const lifetime = formatMinutes(RESET_LINK_MS)
  return {
    subject: 'Choose a new password',
    preview: `This link works once, within ${lifetime}.`,
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'Choose a new password' },
      {
        kind: 'paragraph',
        text: `Someone, hopefully you, asked to reset the password of ${to}. This link works once, within the next ${lifetime}.`,
      },
      {
        kind: 'button',
        label: 'Choose a new password',
        path: letterPaths.newPassword(reset.token),
      },
      {
        kind: 'note',
        text: 'If it was not you, there is nothing to do: your password stays as it is. A new password signs you out everywhere else.',
      },
    ],
  }
}

async function passwordChanged(ctx: AppContext, { to }: Mail): Promise<Letter> {
  return {
    subject: 'Your password was changed',
    preview: 'Every other device has been signed out.',
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'Your password was changed' },
      {
        kind: 'paragraph',
        text: `The password of ${to} has just been changed, and every other device was signed out. If that was you, you are all set.`,
      },
      {
        kind: 'paragraph',
        text: 'If it was not you, someone may be able to read your mail. Secure your mailbox first, then choose a new password here.',
      },
      { kind: 'button', label: 'Choose a new password', path: paths.forgotPassword() },
    ],
  }
}

export const accountMails: MailTemplates = {
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  ...settingsMails,
  'sign-up': signUpLetter,
}
