import { z } from 'zod'

const moment = z.iso.datetime()

/** The part of the personal data export about reports on deals. */
export const ReportsData = z.object({
  reports: z.array(
    z.object({
      kind: z.string(),
      dealId: z.string(),
      brand: z.string().nullable(),
      words: z.string().nullable(),
      seenCents: z.int().nullable().describe('The price that they saw'),
      shownCents: z.int().nullable().describe('The price that we had said'),
      size: z.string().nullable(),
      isEvidence: z.boolean().describe('Told as a member'),
      reportedAt: moment,
      reportedOn: z.string(),
      answeredAt: moment.nullable(),
      outcome: z.string().nullable().describe('What was found'),
      answer: z.record(z.string(), z.unknown()),
      tellAt: moment.nullable(),
      toldAt: moment.nullable(),
    }),
  ),
})
