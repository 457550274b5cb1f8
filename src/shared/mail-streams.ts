/** What somebody can turn on and off. All other mail is about their account, their money or the law. */
export const MAIL_STREAMS = ['edition', 'alerts'] as const
export type MailStream = (typeof MAIL_STREAMS)[number]
