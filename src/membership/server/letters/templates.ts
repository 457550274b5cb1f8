import { MAIL_DATA, type MailData, type MailName } from '#app/membership/server/mails/mails.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Letter, MailTemplates } from '#app/server/mail/mail.ts'
import { finishAccount, trialEndsTomorrow, trialRefused, trialStarted, welcome } from './joining.ts'
import { cancelled, ended } from './leaving.ts'
import {
  daysGiven,
  duplicateRefunded,
  paymentFailed,
  receipt,
  refunded,
  refundSentBack,
  renewalComing,
} from './paying.ts'

/** Undefined when there is nothing left to say. */
type Write<N extends MailName> = (
  ctx: AppContext,
  data: MailData<N>,
  to: string,
) => Promise<Letter | undefined> | Letter

const TEMPLATES: { [N in MailName]: Write<N> } = {
  'finish-account': finishAccount,
  'finish-with-account': finishAccount,
  welcome,
  'trial-started': trialStarted,
  'trial-ends-tomorrow': trialEndsTomorrow,
  'trial-refused': trialRefused,
  'renewal-coming': renewalComing,
  receipt,
  'payment-failed': paymentFailed,
  'duplicate-refunded': duplicateRefunded,
  cancelled,
  ended,
  refunded,
  'refund-sent-back': refundSentBack,
  'days-given': daysGiven,
}

export const membershipMails: MailTemplates = Object.fromEntries(
  (Object.keys(TEMPLATES) as MailName[]).map((name) => [
    name,
    // Stored data is validated again: a mail may be older than this version of the product.
    async (ctx, { data, to }) => writeMail(name, ctx, data, to),
  ]),
) satisfies MailTemplates

async function writeMail<N extends MailName>(name: N, ctx: AppContext, data: unknown, to: string) {
  const write: Write<N> = TEMPLATES[name]
  return write(ctx, MAIL_DATA[name].parse(data) as MailData<N>, to)
}
