import { accountMails } from '#app/accounts/server/mails.ts'
import { administratorMails } from '#app/admin/server/administrators/letters.ts'
import { guaranteeMails } from '#app/guarantee/server/letters.ts'
import { announcementMails } from '#app/mailings/server/announcements/letter.ts'
import { editionMails } from '#app/mailings/server/editions.ts'
import { mailingsMails } from '#app/mailings/server/inbox.ts'
import type { StreamTemplates } from '#app/mailings/server/stream-mail.ts'
import { membershipMails } from '#app/membership/server/letters/templates.ts'
import { ALERTS_MAIL } from '#app/notices/server/alerts/handing-on.ts'
import { alertsLetter } from '#app/notices/server/alerts/letter.ts'
import { privacyMails } from '#app/privacy/server/mails.ts'
import type { MailTemplates } from '#app/server/mail/mail.ts'

/** The templates of stream mails and letters to all, by name. */
export const streamTemplates: StreamTemplates = {
  ...editionMails,
  ...announcementMails,
  [ALERTS_MAIL]: alertsLetter,
}

/** The templates of all other mails, by name. */
export const mailTemplates: MailTemplates = {
  ...accountMails,
  ...administratorMails,
  ...membershipMails,
  ...guaranteeMails,
  ...mailingsMails,
  ...privacyMails,
}
