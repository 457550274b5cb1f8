import { z } from 'zod'
import { MAIL_STREAMS } from '#app/shared/mail-streams.ts'
import { ALERT_CHOICES, CHOICE_PLACES, EDITION_CHOICES } from './mailings.facts.ts'

const hour = z.int('must be an hour from 0 to 23').min(0).max(23)
const weekday = z.int('must be a day from 0, Sunday, to 6').min(0).max(6)
const edition = z.enum(EDITION_CHOICES, 'Choose how often the edition comes')
const alerts = z.enum(ALERT_CHOICES, 'Choose when alerts come')
const timeZone = z.string().min(1).max(64)

/** A reader's choices. Null until they have answered. */
export const MailChoices = z.object({
  edition: edition.nullable(),
  editionWeekday: weekday,
  alerts: alerts.nullable(),
  hour,
  timeZone: timeZone.nullable().describe('Null until they have chosen'),
  isInboxProven: z.boolean().describe('Whether somebody who reads the inbox has followed a link'),
  linkSentAt: z.iso
    .datetime()
    .nullable()
    .describe('When the last link to prove it was mailed, while that works'),
  stopped: z
    .object({ why: z.enum(['bounce', 'complaint']), at: z.iso.datetime() })
    .nullable()
    .describe('Why nothing goes to this address, though it was asked for'),
  pausedStreams: z
    .array(z.enum(MAIL_STREAMS))
    .describe('What goes out to nobody just now; what was chosen stays'),
})
export type MailChoices = z.infer<typeof MailChoices>

export const MailWish = z.object({
  edition,
  editionWeekday: weekday,
  alerts,
  hour,
  timeZone,
  place: z.enum(CHOICE_PLACES),
})
export type MailWish = z.infer<typeof MailWish>

export const InboxLinkSent = z.object({ success: z.literal(true) })

/** The token of a link that proves an inbox. */
export const InboxProof = z.object({ token: z.string().max(100) })
export const InboxProven = z.object({ success: z.literal(true) })

/** What an unsubscribe link is for, without saying whose it is. */
export const UnsubscribeLink = z.object({
  stream: z.enum(MAIL_STREAMS),
  isOn: z.boolean().describe('Whether it is still switched on'),
})
export type UnsubscribeLink = z.infer<typeof UnsubscribeLink>

export const UnsubscribeParams = z.object({ token: z.string().max(100) })

/** Events that our mail service reports after accepting mails. */
export const MailEvents = z.object({
  events: z
    .array(
      z.object({
        type: z.enum(['bounce', 'complaint']),
        messageId: z
          .string()
          .max(300)
          .describe('The Message-ID of the mail, with or without its angle brackets'),
        isPermanent: z
          .boolean()
          .default(true)
          .describe('False for a bounce that may pass: it stops nothing, and is noted nowhere'),
      }),
    )
    .min(1)
    .max(500),
})
export type MailEvents = z.infer<typeof MailEvents>

export const MailEventsTaken = z.object({
  taken: z.int().describe('Those that were new and are about a mail of ours'),
  unknown: z.int().describe('Those about no mail that we know'),
})
export type MailEventsTaken = z.infer<typeof MailEventsTaken>
