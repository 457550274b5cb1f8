import { z } from 'zod'

const moment = z.iso.datetime()

/** The part of a personal-data export about identity and sign-in. */
export const AccountsData = z.object({
  account: z.object({
    id: z.string(),
    email: z.string(),
    createdAt: moment,
    passwordChangedAt: moment.nullable(),
    confirmedAt: moment.nullable(),
    inboxProvenAt: moment.nullable(),
  }),
  sessions: z.array(
    z.object({
      createdAt: moment,
      lastSeenAt: moment,
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
  browsers: z.array(z.object({ lastUsedAt: moment })),
  passwordResets: z.array(
    z.object({
      createdAt: moment,
      expiresAt: moment,
      usedAt: moment.nullable(),
      returnTo: z.string().nullable(),
    }),
  ),
  emailChanges: z.array(
    z.object({
      oldEmail: z.string(),
      newEmail: z.string(),
      createdAt: moment,
      expiresAt: moment,
      confirmedAt: moment.nullable(),
      stoppedAt: moment.nullable(),
    }),
  ),
  signUps: z.array(
    z.object({
      createdAt: moment,
      returnTo: z.string().nullable(),
      termsVersion: z.int().nullable(),
      policyVersion: z.int().nullable(),
    }),
  ),
  confirmationLinks: z.array(
    z.object({ createdAt: moment, expiresAt: moment, usedAt: moment.nullable() }),
  ),
  acceptances: z
    .array(
      z.object({
        document: z.enum(['terms', 'policy']),
        version: z
          .int()
          .nullable()
          .describe('Null for what was accepted before versions were counted'),
        place: z.string(),
        acceptedAt: moment.nullable(),
        putOffAt: moment.nullable().describe('Asked, and not accepted then'),
      }),
    )
    .describe('Terms and policy; it outlives the account without a name'),
})
