import { z } from 'zod'
import { LEGAL_DOCUMENTS } from '#app/shared/legal-versions.ts'

const moment = z.iso.datetime()
const document = z.enum(LEGAL_DOCUMENTS)
const version = z.int().min(1).max(99)

/** Whether somebody has accepted the terms or the policy. */
export const VersionStanding = z.object({
  document,
  version: version.describe('The newest, which may be still to come'),
  from: z.iso.date().describe('Its first day'),
  since: version.nullable().describe('What it is compared with; null for the first one'),
  accepted: z
    .object({
      version: version.nullable().describe('Null for one of before versions were counted'),
      at: moment,
    })
    .nullable()
    .describe('The newest that they accepted'),
  isAsked: z.boolean().describe('It is new to them, and they have not answered'),
})
export type VersionStanding = z.infer<typeof VersionStanding>

export const VersionStandings = z.object({ documents: z.array(VersionStanding) })
export type VersionStandings = z.infer<typeof VersionStandings>

export const AnswerVersion = z.object({
  document,
  version: version.describe('That was read; 409 when there is a newer one'),
  answer: z.enum(['accept', 'later']),
})
export type AnswerVersion = z.infer<typeof AnswerVersion>

export const VersionAnswered = z.object({ success: z.literal(true) })

/** One version, and how many accounts accepted or postponed it. */
export const VersionCount = z.object({
  document,
  version,
  from: z.iso.date(),
  accepted: z.int().describe('By signing up, by joining or when asked'),
  putOff: z.int().describe('Asked, and not accepted since'),
})
export type VersionCount = z.infer<typeof VersionCount>
