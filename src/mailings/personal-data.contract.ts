import { z } from 'zod'

const moment = z.iso.datetime()

/** Mail choices, as part of the personal data export. */
export const MailingsData = z.object({
  mailChoices: z.array(
    z.object({
      edition: z.string(),
      editionWeekday: z.int().describe('0 is Sunday'),
      alerts: z.string(),
      hour: z.int(),
      timeZone: z.string(),
      answeredAt: moment.nullable(),
      nextEditionAt: moment.nullable(),
      editionSentDay: z.string().nullable(),
      editionSentThrough: moment.nullable(),
      stoppedAt: moment.nullable(),
      stoppedWhy: z.string().nullable(),
    }),
  ),
  mailConsents: z.array(
    z.object({
      stream: z.string(),
      choice: z.string(),
      wording: z.string(),
      place: z.string(),
      givenAt: moment,
    }),
  ),
  mailEvents: z.array(
    z.object({
      stream: z.string(),
      kind: z.string(),
      toldBy: z.string(),
      happenedAt: moment,
    }),
  ),
  inboxLinks: z.array(
    z.object({
      email: z.string(),
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
    }),
  ),
})
