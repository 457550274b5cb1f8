import { WHAT_STAYS } from '#app/privacy/deletion.copy.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Letter, MailTemplates } from '#app/server/mail/mail.ts'

/** Uses only the data of the mail: the account is gone, so there is nothing left to look up. */
async function accountDeleted(
  { config: { club } }: AppContext,
  { to, data }: Mail,
): Promise<Letter> {
  const { hadMembership, isPaidBack } = data
  return {
    subject: 'Your account is deleted',
    preview: 'This is the last mail you get from us.',
    reason: `You get this mail because your address had an account at ${club.name}. We have forgotten the address with it.`,
    blocks: [
      { kind: 'title', text: 'Your account is deleted' },
      {
        kind: 'paragraph',
        text: `The account of ${to} and everything tied to it has been deleted, and every device is signed out.`,
      },
      ...(hadMembership
        ? [
            {
              kind: 'paragraph' as const,
              text: `Your membership has ended with it. You will not be charged again, and ${isPaidBack ? PAID_BACK : NOT_PAID_BACK}`,
            },
          ]
        : []),
      {
        kind: 'paragraph',
        text: `What stays is without your name: ${WHAT_STAYS.join('; ')}.`,
      },
      {
        kind: 'note',
        text: `If it was not you, somebody knows your password: change it wherever else you use it, and write to ${club.supportEmail}. The account cannot be brought back.`,
      },
    ],
  }
}

const NOT_PAID_BACK = 'there is no refund for the time that was left.'
const PAID_BACK =
  'what you paid while your account was being deleted goes back to the card you paid with.'

export const privacyMails: MailTemplates = { 'account-deleted': accountDeleted }
