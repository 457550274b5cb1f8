import type { Trx } from '#app/db/database.ts'
import {
  finishAccount,
  trialEndsTomorrow,
  trialRefused,
  trialStarted,
  welcome,
} from '#app/membership/server/letters/joining.ts'
import { cancelled, ended } from '#app/membership/server/letters/leaving.ts'
import { duplicateRefunded, paymentFailed, receipt } from '#app/membership/server/letters/paying.ts'
import type { AppContext } from '#app/server/context.ts'
import { type Letter, type MailTemplates, queueMail } from '#app/server/mail/mail.ts'
import { MAIL_DATA, type MailData, type MailInput, type MailName } from './data.ts'

/** A mail of membership with exactly what it needs to know. */
export type MembershipMail = {
  [N in MailName]: {
    template: N
    /** What it is about, such as `receipt:in_123`: it is told once. */
    key: string
    to: string
    data: MailInput<N>
    sendAfter?: Date
  }
}[MailName]

/** Promises the mail in the transaction of what it tells about. */
export async function queueMembershipMail(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  mail: MembershipMail,
): Promise<void> {
  await queueMail(trx, ctx, mail)
}

/** Undefined when there is nothing to tell any more. */
type Write<N extends MailName> = (
  ctx: AppContext,
  data: MailData<N>,
  to: string,
) => Promise<Letter | undefined> | Letter

const LETTERS: { [N in MailName]: Write<N> } = {
  'finish-account': finishAccount,
  'finish-with-account': finishAccount,
  welcome,
  'trial-started': trialStarted,
  'trial-ends-tomorrow': trialEndsTomorrow,
  'trial-refused': trialRefused,
  receipt,
  'payment-failed': paymentFailed,
  'duplicate-refunded': duplicateRefunded,
  cancelled,
  ended,
}

export const membershipMails: MailTemplates = Object.fromEntries(
  (Object.keys(LETTERS) as MailName[]).map((name) => [
    name,
    // What was stored is checked again: a mail may be older than this version of the product.
    async (ctx, { data, to }) => writeMail(name, ctx, data, to),
  ]),
) satisfies MailTemplates

async function writeMail<N extends MailName>(name: N, ctx: AppContext, data: unknown, to: string) {
  const write: Write<N> = LETTERS[name]
  return write(ctx, MAIL_DATA[name].parse(data) as MailData<N>, to)
}
