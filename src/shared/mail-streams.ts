/** What somebody can turn on and off. */
export const MAIL_STREAMS = ['edition', 'alerts'] as const
export type MailStream = (typeof MAIL_STREAMS)[number]

/** All other mail is about somebody’s account, their money or the law: it always goes, so that no row says so. */
export const MEMBERSHIP_MAIL = 'membership'

/** A letter to all goes to as many as a stream, and nobody can turn it off. */
export const ANNOUNCEMENT = 'announcement'

/** What is written to thousands: the streams, and letters to all. */
export const MAIL_LANES = [...MAIL_STREAMS, ANNOUNCEMENT] as const
export type MailLane = (typeof MAIL_LANES)[number]
