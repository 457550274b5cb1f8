import { z } from 'zod'
import type { Trx } from '#app/db/database.ts'
import { REFUSALS } from '#app/guarantee/guarantee.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { queueMail } from '#app/server/mail/mail.ts'

/** The kinds of mails; the state they report is read when they are sent. */
export const GUARANTEE_MAILS = [
  'below',
  'open',
  'held',
  'waiting',
  'saved',
  'refused',
  'paid',
  'sent-back',
] as const

export const MailFacts = z.object({
  userId: z.string(),
  what: z.enum(GUARANTEE_MAILS),
  meterCents: z.int(),
  refusal: z.enum(REFUSALS).optional(),
  months: z.int().optional(),
})
export type MailFacts = z.infer<typeof MailFacts>

/** Queues a membership mail: it is about money and goes to anyone with a paid year. */
export async function enqueueGuaranteeMail(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { what, key, to, data }: { what: MailFacts['what']; key: string; to: string; data: MailFacts },
): Promise<void> {
  await queueMail(trx, ctx, {
    key: `guarantee-${key}`,
    template: `guarantee-${what}`,
    to,
    data,
    mayRepeat: true,
  })
}
