import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { findMailTo } from './desk.queries.ts'
import { queueMail } from './mail.ts'

/** Waiting mails are sent anyway, and stream mails are about their day only. */
export function canSendAgain({ state, stream }: { state: string; stream: string | null }): boolean {
  return stream === null && ['sent', 'dropped', 'refused'].includes(state)
}

/**
 * Queues a mail once more; it is written anew when it is sent, with fresh links. At most once for each `about`. Returns
 * its new key.
 */
export async function sendMailAgain(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { mailId, email, about }: { mailId: string; email: string; about: string },
): Promise<string> {
  const mail = await findMailTo(trx, { id: mailId, email })
  if (!mail) throw notFound('mail')
  if (!canSendAgain(mail)) {
    throw new Problem(409, 'not-again', 'This mail waits to be sent, or is one of its day.')
  }
  const { template, data } = mail
  await queueMail(trx, ctx, { key: `again:${about}`, template, to: email, data })
  return template
}
