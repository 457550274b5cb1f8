import { z } from 'zod'
import { ActReason, MembershipFile } from '#app/membership/owner-actions.contract.ts'
import { LONGEST_ADDRESS_SEARCH, SHORTEST_ADDRESS_SEARCH } from './members.facts.ts'

const moment = z.iso.datetime()
const day = z.iso.date()
const dollars = z.number()

export const MemberSearch = z.object({
  q: z
    .string('must be an address, or its beginning')
    .trim()
    .max(LONGEST_ADDRESS_SEARCH)
    .default('')
    .describe(`An address, or at least ${SHORTEST_ADDRESS_SEARCH} signs of its beginning`),
})

/** A member in a list of search results. */
const FoundMember = z.object({
  id: z.string(),
  email: z.string(),
  standing: z.string(),
  plan: z.string().nullable(),
  since: moment.describe('Of the account'),
})

/** Somebody who paid and has no account yet. */
export const FoundPayer = z.object({
  checkoutId: z.string(),
  email: z.string(),
  paidAt: moment.nullable(),
  plan: z.string(),
  amount: dollars.nullable().describe('Of all payments so far'),
  refunded: dollars,
  standing: z.string().nullable().describe('Null until the provider has told of the membership'),
  subscriptionId: z.string().nullable().describe('How the payment provider calls the membership'),
  linkMailedAt: moment.nullable().describe('When the last link that makes the account went out'),
})
export type FoundPayer = z.infer<typeof FoundPayer>

export const FoundMembers = z.object({
  q: z.string(),
  isTooShort: z.boolean(),
  members: z.array(FoundMember).describe('The very address first'),
  payers: z.array(FoundPayer).describe('Whose payment waits for an account, by its address'),
  hasMore: z.boolean().describe('Of either'),
  outlived: z
    .object({
      payments: z.int(),
      refunds: z.int(),
      refunded: dollars,
      acts: z.int(),
      agreements: z.int(),
      acceptances: z.int(),
    })
    .describe('What has outlived accounts that are gone, without a name'),
})
export type FoundMembers = z.infer<typeof FoundMembers>

export const MemberParams = z.object({ userId: z.string().min(1).max(40) })
export const MemberMailParams = MemberParams.extend({ mailId: z.string().min(1).max(40) })

export const MailOfMember = z.object({
  id: z.string(),
  template: z.string(),
  state: z.string(),
  isLate: z.boolean().describe('Tried, and not taken yet'),
  attempts: z.int(),
  problem: z.string().nullable(),
  at: moment.describe('When it was promised'),
  finishedAt: moment.nullable(),
  canResend: z.boolean(),
})
export type MailOfMember = z.infer<typeof MailOfMember>

/** Everything that we store about a member, for owners. */
export const Member = z.object({
  id: z.string(),
  auditId: z.string().describe('How the audit calls them'),
  email: z.string(),
  since: moment,
  isConfirmed: z.boolean(),
  passwordChangedAt: moment.nullable(),
  accepted: z
    .array(
      z.object({
        document: z.enum(['terms', 'policy']),
        version: z.int().nullable(),
        place: z.string(),
        at: moment,
        isPutOff: z.boolean().describe('Asked about it, and not accepted since'),
      }),
    )
    .describe('Terms and policy, the oldest first'),
  membership: MembershipFile,
  guarantee: z
    .object({
      startsAt: moment.nullable(),
      endsAt: moment.nullable(),
      paidMonths: z.number(),
      recorded: dollars,
      confirmed: dollars,
      claim: z.string().nullable(),
      paidBack: dollars,
    })
    .nullable(),
  mail: z.object({
    takes: z.object({ edition: z.string(), alerts: z.string() }).nullable(),
    stopped: z.string().nullable(),
    mails: z.array(MailOfMember).describe('The newest first'),
    total: z.int(),
  }),
  savings: z.object({
    trips: z.int(),
    recorded: dollars,
    confirmed: dollars,
    entries: z
      .array(
        z.object({
          at: moment,
          brand: z.string().nullable(),
          dealId: z.string(),
          state: z.string().nullable(),
          saving: dollars.nullable(),
        }),
      )
      .describe('The newest trips'),
  }),
  unconnected: z.int().describe('Payments made with this address that wait for an account'),
  reports: z.array(
    z.object({
      at: moment,
      on: day,
      kind: z.string(),
      brand: z.string().nullable(),
      dealId: z.string(),
      words: z.string().nullable(),
      outcome: z.string().nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      createdAt: moment,
      lastSeenAt: moment,
      browser: z.string().nullable(),
      system: z.string().nullable(),
    }),
  ),
})
export type Member = z.infer<typeof Member>

const PressId = z.string().regex(/^[\w-]{12,40}$/, 'must be made by the form')
/** The id of one press of a form, and the reason. */
export const SendLink = z.object({ id: PressId, reason: ActReason })
