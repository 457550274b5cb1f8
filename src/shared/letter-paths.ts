import { ADMIN_PAGES } from './admin-pages.ts'
import type { MailStream } from './mail-streams.ts'
import { PAGES } from './pages.ts'

/** Addresses that only a mail leads to: what browsers load does not carry them. */
export const letterPaths = {
  newPassword: (token: string) => `${PAGES.passwordReset.path}?token=${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `${PAGES.emailChange.path}?confirm=${encodeURIComponent(token)}`,
  stopEmailChange: (token: string) => `${PAGES.emailChange.path}?stop=${encodeURIComponent(token)}`,
  adminInvitation: (token: string) =>
    `${ADMIN_PAGES.invitation.path}?token=${encodeURIComponent(token)}`,
  /** A page which counts that somebody came from a mail of the stream, and what is pressed there as from a mail. */
  fromMail: (path: string, stream: MailStream) =>
    `${path}${path.includes('?') ? '&' : '?'}from=${stream}`,
  proveInbox: (token: string) => `${PAGES.confirmInbox.path}?token=${encodeURIComponent(token)}`,
  unsubscribe: (token: string) =>
    PAGES.unsubscribe.path.replace(':token', encodeURIComponent(token)),
} as const
