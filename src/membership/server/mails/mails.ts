import { z } from 'zod'
import type { Trx } from '#app/db/database.ts'
import { PlanKey } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { queueMail } from '#app/server/mail/mail.ts'

const plan = PlanKey
const cents = z.int().nonnegative()
/** Accepts a Date or ISO text, is stored as ISO text, and is read as a Date. */
const moment = z.union([z.date(), z.iso.datetime({ offset: true })]).transform((at) => new Date(at))
const unknownYet = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined)

/**
 * The data stored with each mail when it is enqueued. Whatever may still change is looked up when
 * the mail is sent.
 */
export const MAIL_DATA = {
  'finish-account': z.object({ checkoutId: z.string() }),
  'finish-with-account': z.object({ checkoutId: z.string() }),
  welcome: z.object({}),
  'trial-started': z.object({
    plan,
    /** For asking the provider what the first charge will really be. */
    subscriptionId: unknownYet(z.string()),
    amountCents: unknownYet(cents),
    trialEndsAt: moment,
  }),
  'trial-ends-tomorrow': z.object({
    subscriptionId: z.string(),
    plan,
    amountCents: cents,
    trialEndsAt: moment,
  }),
  'renewal-coming': z.object({
    subscriptionId: z.string(),
    plan,
    amountCents: cents,
    renewsAt: moment,
  }),
  receipt: z.object({
    plan,
    subscriptionId: unknownYet(z.string()),
    amountCents: cents,
    number: unknownYet(z.string()),
    paidAt: moment,
    periodStartsAt: unknownYet(moment),
    periodEndsAt: unknownYet(moment),
  }),
  'payment-failed': z.object({
    plan,
    subscriptionId: unknownYet(z.string()),
    amountCents: cents,
    /** Undefined when the provider will not retry by itself. */
    nextAttemptAt: unknownYet(moment),
  }),
  cancelled: z.object({
    plan,
    subscriptionId: unknownYet(z.string()),
    endsAt: unknownYet(moment),
    /** True when one of us cancelled it, not the member. */
    isByUs: unknownYet(z.boolean()),
  }),
  ended: z.object({ plan, endedAt: unknownYet(moment), isByUs: unknownYet(z.boolean()) }),
  refunded: z.object({
    amountCents: cents,
    number: unknownYet(z.string()),
    paidAt: unknownYet(moment),
  }),
  'refund-sent-back': z.object({
    amountCents: cents,
    number: unknownYet(z.string()),
    paidAt: unknownYet(moment),
  }),
  'days-given': z.object({
    days: z.int().positive(),
    until: moment,
    isTrial: z.boolean(),
    isEnding: z.boolean(),
  }),
  'duplicate-refunded': z.object({ plan, amountCents: unknownYet(cents) }),
  'trial-refused': z.object({ plan }),
}

export type MailName = keyof typeof MAIL_DATA
/** The data as callers pass it. */
type MailInput<N extends MailName> = z.input<(typeof MAIL_DATA)[N]>
/** The data as the text is made from it. */
export type MailData<N extends MailName> = z.output<(typeof MAIL_DATA)[N]>

/** A membership mail with exactly the data that it needs. */
export type MembershipMail = {
  [N in MailName]: {
    template: N
    /** Unique: names what the mail is about, such as `receipt:in_123`. */
    key: string
    to: string
    data: MailInput<N>
    sendAfter?: Date
  }
}[MailName]

/** Enqueues the mail in the transaction of the change that it reports. */
export async function enqueueMembershipMail(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  mail: MembershipMail,
): Promise<void> {
  await queueMail(trx, ctx, { ...mail, mayRepeat: TOLD_BY_PROVIDER.has(mail.template) })
}

/** Mails that follow from reading a subscription, not from something somebody has just done here. */
const TOLD_BY_PROVIDER = new Set<MailName>([
  'trial-started',
  'trial-ends-tomorrow',
  'renewal-coming',
  'receipt',
  'payment-failed',
  'cancelled',
  'ended',
  'duplicate-refunded',
  'trial-refused',
  'refund-sent-back',
])
