import { CONFIRM_EMAIL_MS, STOP_EMAIL_CHANGE_MS } from '#app/accounts/accounts.facts.ts'
import { browserInWords } from '#app/accounts/settings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Block, Letter, MailTemplates } from '#app/server/mail/mail.ts'
import { formatDays, formatMinutes, formatMoment } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { paths } from '#app/shared/paths.ts'
import { createEmailChangeLink, readEmailChange } from './email-change.ts'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because your address has an account at ${club.name}.`
const reasonOfNew = ({ config: { club } }: AppContext) =>
  `You get this mail because somebody gave this address for their account at ${club.name}.`

const title = (text: string): Block => ({ kind: 'title', text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
const note = (text: string): Block => ({ kind: 'note', text })

/** To the new address. If it already has an account, the mail says so; the requester is not told. */
async function confirmNewEmail(ctx: AppContext, { data }: Mail): Promise<Letter | undefined> {
  const change = await readEmailChange(ctx, changeIdOf(data))
  if (!change?.isOpen) return
  if (change.isTaken) return addressInUse(ctx, change.newEmail)
  const token = await createEmailChangeLink(ctx, { changeId: change.id, purpose: 'confirm' })
  if (!token) return
  const lifetime = formatMinutes(CONFIRM_EMAIL_MS)
  return {
    subject: 'Confirm your new address',
    preview: `This link works once, within ${lifetime} of asking.`,
    reason: reasonOfNew(ctx),
    blocks: [
      title('Confirm your new address'),
      paragraph(
        `${change.newEmail} is to be the address of your account. Until you confirm it, nothing changes.`,
      ),
      { kind: 'button', label: 'Confirm this address', path: letterPaths.confirmEmail(token) },
      note(
        `This link works once, within ${lifetime} of asking. If you did not ask for it, there is nothing to do.`,
      ),
    ],
  }
}

function addressInUse(ctx: AppContext, email: string): Letter {
  return {
    subject: 'This address has an account already',
    preview: 'Nothing was changed.',
    reason: reasonOf(ctx),
    blocks: [
      title('This address has an account already'),
      paragraph(
        `Somebody who is signed in to another account asked to use ${email} for it. It has an account of its own, so nothing was changed, and they were not told.`,
      ),
      paragraph('If that was you: sign in with this address, or delete one of the two accounts.'),
      { kind: 'button', label: 'Sign in', path: paths.signIn() },
    ],
  }
}

/** To the old address, with a link that stops the change. */
async function emailChangeAsked(ctx: AppContext, { data }: Mail): Promise<Letter | undefined> {
  const change = await readEmailChange(ctx, changeIdOf(data))
  if (!change || change.stoppedAt) return
  const token = await createEmailChangeLink(ctx, { changeId: change.id, purpose: 'stop' })
  if (!token) return
  return {
    subject: 'Somebody asked for another address',
    preview: 'If it was not you, stop it here.',
    reason: reasonOf(ctx),
    blocks: [
      title('Another address for your account'),
      paragraph(
        `Somebody who knows your password asked that ${change.newEmail} take the place of ${change.oldEmail}. It does as soon as it is confirmed there.`,
      ),
      paragraph(
        'If that was you, you are all set. If not, stop it, and then choose a new password.',
      ),
      { kind: 'button', label: 'Stop this change', path: letterPaths.stopEmailChange(token) },
    ],
  }
}

/** To the old address once the change is in effect: the last mail there, with a link that reverts it. */
async function emailChanged(ctx: AppContext, { data }: Mail): Promise<Letter | undefined> {
  const change = await readEmailChange(ctx, changeIdOf(data))
  if (!change?.confirmedAt || change.stoppedAt) return
  const token = await createEmailChangeLink(ctx, { changeId: change.id, purpose: 'stop' })
  if (!token) return
  return {
    subject: 'Your account has another address',
    preview: 'If it was not you, take it back here.',
    reason: `You get this mail because your address had an account at ${ctx.config.club.name}.`,
    blocks: [
      title('Your account has another address'),
      paragraph(
        `From now on you sign in with ${change.newEmail}, and our mails go there. This is the last one to ${change.oldEmail}.`,
      ),
      paragraph(
        `If it was not you, take it back within ${formatDays(STOP_EMAIL_CHANGE_MS)}: your address counts again, every browser is signed out, and you choose a new password.`,
      ),
      { kind: 'button', label: 'It was not me', path: letterPaths.stopEmailChange(token) },
    ],
  }
}

async function passwordChangedHere(ctx: AppContext, { to }: Mail): Promise<Letter> {
  return {
    subject: 'Your password was changed',
    preview: 'Every other browser has been signed out.',
    reason: reasonOf(ctx),
    blocks: [
      title('Your password was changed'),
      paragraph(
        `The password of ${to} was changed in your account settings, and every other browser was signed out. If that was you, you are all set.`,
      ),
      paragraph('If it was not you, somebody knew your password: choose a new one here.'),
      { kind: 'button', label: 'Choose a new password', path: paths.forgotPassword() },
    ],
  }
}

async function newBrowser(ctx: AppContext, { data, createdAt }: Mail): Promise<Letter> {
  const words = browserInWords({ browser: textOf(data.browser), system: textOf(data.system) })
  return {
    subject: 'A new browser signed in to your account',
    preview: `${words}. If it was you, there is nothing to do.`,
    reason: reasonOf(ctx),
    blocks: [
      title('A new browser signed in'),
      paragraph(
        'Somebody has signed in to your account with your password, in a browser that has not done so before.',
      ),
      {
        kind: 'facts',
        rows: [
          ['Browser', words],
          ['When', `${formatMoment(createdAt)}, Toronto time`],
        ],
      },
      paragraph(
        'If it was you, there is nothing to do. If not, sign it out and choose a new password.',
      ),
      { kind: 'button', label: 'See where you are signed in', path: paths.accountSettings() },
    ],
  }
}

function changeIdOf({ changeId }: Record<string, unknown>): string {
  return String(changeId ?? '')
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** An administrator signed the person out everywhere. */
async function signedOut(ctx: AppContext, { to }: Mail): Promise<Letter> {
  const { supportEmail } = ctx.config.club
  return {
    subject: 'We have signed you out everywhere',
    preview: 'Your password is as it was.',
    reason: reasonOf(ctx),
    blocks: [
      title('We have signed you out everywhere'),
      paragraph(
        `Every browser that was signed in as ${to} has been signed out by us. Your password is as it was, and so is your membership.`,
      ),
      { kind: 'button', label: 'Sign in', path: paths.signIn() },
      note(
        `If you think that somebody knows your password, choose another one. You did not expect this? Write to ${supportEmail}.`,
      ),
    ],
  }
}

export const settingsMails: MailTemplates = {
  'confirm-new-email': confirmNewEmail,
  'email-change-asked': emailChangeAsked,
  'email-changed': emailChanged,
  'password-changed-here': passwordChangedHere,
  'new-browser': newBrowser,
  'signed-out': signedOut,
}
