/** The mail streams that people can turn on and off. */
export const MAIL_STREAMS = ['edition', 'alerts'] as const
export type MailStream = (typeof MAIL_STREAMS)[number]

/**
 * Names all other mail: it concerns the account, payments or the law and is always sent, so no row stores a
 * choice about it.
 */
export const MEMBERSHIP_MAIL = 'membership'

/** A letter to all recipients. It is sent in bulk as a stream is, but cannot be turned off. */
export const ANNOUNCEMENT = 'announcement'

/** Bulk mail: the streams and letters to all. */
export const MAIL_LANES = [...MAIL_STREAMS, ANNOUNCEMENT] as const
export type MailLane = (typeof MAIL_LANES)[number]
