import { INVITATION_HOURS, ROLE_WORDS } from '#app/admin/administrators/administrators.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Letter, MailTemplates } from '#app/server/mail/mail.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { findInvitation, insertInvitationLink } from './administrators.queries.ts'

export const INVITATION_MAIL = 'administrator-invitation'
export const EMERGENCY_MAIL = 'administrator-emergency'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because you work, or are asked to work, in the back office of ${club.name}.`

/** Sends nothing for an invitation that was answered, taken back or has expired. */
async function invitation(ctx: AppContext, { data }: Mail): Promise<Letter | undefined> {
  const found = await findInvitation(ctx.db, { id: String(data.invitationId) })
  if (!found || found.usedAt || found.endedAt || found.expiresAt <= ctx.now()) return
  const token = newToken()
  await insertInvitationLink(ctx.db, { tokenHash: hashToken(token), invitationId: found.id })
  const { name, does } = ROLE_WORDS[found.role]
  return {
    subject: `Your keys to the back office of ${ctx.config.club.name}`,
    preview: `The link works once, within ${INVITATION_HOURS} hours.`,
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'Your keys to the back office' },
      {
        kind: 'paragraph',
        text: `${found.invitedBy} asks you in as ${name.toLowerCase()}: ${does[0]?.toLowerCase()}${does.slice(1)}. You choose a password and a second key, a passkey or a code app. It takes two minutes.`,
      },
      { kind: 'button', label: 'Choose your keys', path: letterPaths.adminInvitation(token) },
      {
        kind: 'note',
        text: `The link works once, within ${INVITATION_HOURS} hours. If you did not expect it, there is nothing to do.`,
      },
    ],
  }
}

async function emergency(ctx: AppContext): Promise<Letter> {
  return {
    subject: 'The emergency door of the back office was opened',
    preview: 'Somebody used the password of the settings. If it was none of you, act now.',
    reason: reasonOf(ctx),
    blocks: [
      { kind: 'title', text: 'The emergency door was opened' },
      {
        kind: 'paragraph',
        text: `On ${formatMoment(ctx.now())} somebody opened the back office by the emergency door, with the password of the settings. All they can do is ask an owner in.`,
      },
      {
        kind: 'paragraph',
        text: 'If it was none of you, take ADMIN_EMERGENCY_UNTIL out of the settings, change ADMIN_PASSWORD, and take back what was asked for under People.',
      },
      { kind: 'button', label: 'Open People', path: adminPaths.people() },
    ],
  }
}

export const administratorMails: MailTemplates = {
  [INVITATION_MAIL]: invitation,
  [EMERGENCY_MAIL]: emergency,
}
