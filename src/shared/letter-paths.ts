import { ADMIN_PAGES } from './admin-pages.ts'
import type { MailStream } from './mail-streams.ts'
import { PAGES } from './pages.ts'

/** Addresses that only mails link to, kept out of what browsers load. */
export const letterPaths = {
  newPassword: (token: string) => `${PAGES.passwordReset.path}?token=${encodeURIComponent(token)}`,
  confirmEmail: (token: string) => `${PAGES.emailChange.path}?confirm=${encodeURIComponent(token)}`,
  stopEmailChange: (token: string) => `${PAGES.emailChange.path}?stop=${encodeURIComponent(token)}`,
  adminInvitation: (token: string) =>
    `${ADMIN_PAGES.invitation.path}?token=${encodeURIComponent(token)}`,
  /**
   * Marks a path with the mail stream that links to it, so that the visit and clicks there count as coming
   * from that mail.
   */
  fromMail: (path: string, stream: MailStream) =>
    `${path}${path.includes('?') ? '&' : '?'}from=${stream}`,
  proveInbox: (token: string) => `${PAGES.confirmInbox.path}?token=${encodeURIComponent(token)}`,
  unsubscribe: (token: string) =>
    PAGES.unsubscribe.path.replace(':token', encodeURIComponent(token)),
} as const
