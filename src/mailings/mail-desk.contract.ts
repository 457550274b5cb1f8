import { z } from 'zod'
import { MAIL_STREAMS } from '#app/shared/mail-streams.ts'

const moment = z.iso.datetime()

export const MailDeskStream = z.object({
  stream: z.enum(MAIL_STREAMS),
  readers: z.array(z.object({ choice: z.string(), people: z.int() })),
  /** Readers whom mail cannot reach: the inbox is unproven, or mail to it is stopped. */
  unreachable: z.int(),
  waiting: z.int(),
  isStopped: z.boolean(),
  stoppedAt: moment.nullable(),
  stoppedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
export type MailDeskStream = z.infer<typeof MailDeskStream>

export const MailDeskDay = z.object({
  day: z.iso.date(),
  stream: z.string(),
  sent: z.int(),
  refused: z.int(),
  bounced: z.int(),
  complained: z.int(),
  unsubscribed: z.int(),
})
export type MailDeskDay = z.infer<typeof MailDeskDay>

export const HeldMailRow = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  createdAt: moment,
  why: z.string().nullable(),
})
export type HeldMailRow = z.infer<typeof HeldMailRow>

export const RefusedMailRow = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z
    .string()
    .nullable()
    .describe('Null for whoever is no owner, and once it is forgotten'),
  refusedAt: moment,
  why: z.string().nullable(),
})
export type RefusedMailRow = z.infer<typeof RefusedMailRow>

export const MailDesk = z.object({
  streams: z.array(MailDeskStream),
  membership: z
    .object({ people: z.int(), waiting: z.int() })
    .describe('Account, money and law: for everybody with an account, and nobody can stop it'),
  days: z
    .array(MailDeskDay)
    .describe('The last two weeks, the newest first; days without any are left out'),
  held: z.array(HeldMailRow).describe('Nobody knows whether these were taken; the oldest first'),
  refused: z
    .array(RefusedMailRow)
    .describe('Of no stream, turned away for good in the last two weeks; the newest first'),
})
export type MailDesk = z.infer<typeof MailDesk>

export const MailStreamParams = z.object({ stream: z.enum(MAIL_STREAMS) })
export const StopStream = z
  .object({
    isStopped: z.boolean(),
    reason: z.string().trim().max(300).default(''),
  })
  .refine(({ isStopped, reason }) => !isStopped || reason !== '', {
    message: 'Say why, in a few words',
    path: ['reason'],
  })
export type StopStream = z.infer<typeof StopStream>

export const EditionPreviewQuery = z.object({
  as: z.enum(['member', 'free', 'account']).default('member'),
  edition: z.enum(['next', 'newest']).default('next'),
  email: z.string().max(254).optional().describe('Of the account, where `as` is one'),
})
export type EditionPreviewQuery = z.infer<typeof EditionPreviewQuery>

export const EditionPreview = z.object({
  letter: z
    .object({ subject: z.string(), html: z.string(), text: z.string(), bytes: z.int() })
    .nullable()
    .describe('Null where no mail would go out'),
  why: z.string().nullable().describe('Why none would'),
  dueAt: moment.describe('When it would go out'),
  holds: z
    .object({
      day: z.iso.date(),
      ofDay: z.int(),
      earlier: z.int().describe('What came out before that day, and after the mail before it'),
    })
    .nullable()
    .describe('Of one to come, how much of it is of that morning; null where no mail would go out'),
})
export type EditionPreview = z.infer<typeof EditionPreview>

export const SendEditionPreview = EditionPreviewQuery.extend({ to: z.email().max(254) })
export type SendEditionPreview = z.infer<typeof SendEditionPreview>
export const EditionPreviewSent = z.object({ success: z.literal(true) })

export const DecideHeldMails = z.object({
  action: z.enum(['release', 'drop']),
  ids: z.array(z.string().max(64)).min(1).max(200),
})
export type DecideHeldMails = z.infer<typeof DecideHeldMails>
