import { z } from 'zod'
import { VersionCount } from '#app/accounts/terms.contract.ts'
import { LEGAL_DOCUMENTS } from '#app/shared/legal-versions.ts'
import { AUDIENCES, HOURS, LONGEST_LETTER, LONGEST_SUBJECT } from './announcements.facts.ts'

const moment = z.iso.datetime()

/** The text of an announcement as staff write it. */
export const AnnouncementDraft = z.object({
  subject: z
    .string()
    .trim()
    .min(1, 'Say what it is about')
    .max(LONGEST_SUBJECT, `At most ${LONGEST_SUBJECT} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'One line'),
  body: z
    .string()
    .trim()
    .min(1, 'Write the letter')
    .max(LONGEST_LETTER, `At most ${LONGEST_LETTER} characters`),
  audience: z.enum(AUDIENCES),
  about: z
    .object({ document: z.enum(LEGAL_DOCUMENTS), version: z.int().min(1).max(99) })
    .nullable()
    .describe('The version of terms or policy that it tells of'),
})
export type AnnouncementDraft = z.infer<typeof AnnouncementDraft>

export const NewAnnouncement = AnnouncementDraft.extend({
  id: z.uuid().optional().describe('Made by the form: saved again under it, it is the same letter'),
})
export type NewAnnouncement = z.infer<typeof NewAnnouncement>

export const ChangedAnnouncement = AnnouncementDraft.extend({
  revision: z.int().describe('That was changed; 409 when there is a newer one'),
})
export type ChangedAnnouncement = z.infer<typeof ChangedAnnouncement>

export const AnnouncementSummary = z.object({
  id: z.string(),
  subject: z.string(),
  audience: z.enum(AUDIENCES),
  about: AnnouncementDraft.shape.about,
  state: z.enum(['draft', 'going', 'stopped', 'done']),
  writtenBy: z.string(),
  changedAt: moment,
  sentBy: z.string().nullable(),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  people: z.int().nullable().describe('Whom it was meant for when it began'),
  fates: z
    .object({
      sent: z.int(),
      waiting: z.int().describe('Promised, and not taken by the mail server yet'),
      held: z.int().describe('Nobody knows whether they were taken: a person says, under Mail'),
      refused: z.int().describe('The mail server turned the address away'),
      skipped: z
        .int()
        .describe('Not sent: mail to the address came back before, or the account went'),
    })
    .nullable(),
  endsAt: moment.nullable().describe('By the pace, while it goes'),
})
export type AnnouncementSummary = z.infer<typeof AnnouncementSummary>

export const AnnouncementList = z.object({
  letters: z.array(AnnouncementSummary).describe('Drafts first, then the newest'),
  versions: z.array(VersionCount).describe('Of terms and policy, the oldest first'),
})
export type AnnouncementList = z.infer<typeof AnnouncementList>

/** An announcement, with how it looks and whom it reaches. */
export const Announcement = AnnouncementSummary.extend({
  body: z.string(),
  revision: z.int(),
  isTried: z.boolean().describe('In these words it was sent to somebody of us'),
  text: z.string().describe('The letter as plain text'),
  perHour: z.int().nullable(),
  audiences: z
    .array(
      z.object({
        audience: z.enum(AUDIENCES),
        people: z.int(),
        unreachable: z.int().describe('Of these: mail to them came back before'),
      }),
    )
    .nullable()
    .describe('As things are now, of a draft'),
  versions: z.array(
    z.object({
      document: z.enum(LEGAL_DOCUMENTS),
      version: z.int(),
      from: z.iso.date(),
    }),
  ),
})
export type Announcement = z.infer<typeof Announcement>

export const AnnouncementParams = z.object({ letterId: z.string().min(1).max(40) })
export const AnnouncementLook = z.object({ look: z.enum(['light', 'dark']).default('light') })
export const TryAnnouncement = z.object({ to: z.email('Type an address').max(254) })

export const StartAnnouncement = z.object({
  revision: z.int().describe('That was read; 409 when there is a newer one'),
  hours: z.int().refine((hours) => (HOURS as readonly number[]).includes(hours), 'Choose one'),
})
export type StartAnnouncement = z.infer<typeof StartAnnouncement>
export const ResumeAnnouncement = StartAnnouncement.pick({ hours: true })

export const AnnouncementGone = z.object({ success: z.literal(true) })
