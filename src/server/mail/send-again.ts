import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { findMailTo } from './desk.queries.ts'
import { queueMail } from './mail.ts'

/** One that waits is sent anyway; one of a stream is of its day, and comes by itself. */
export function canSendAgain({ state, stream }: { state: string; stream: string | null }): boolean {
  return stream === null && ['sent', 'dropped', 'refused'].includes(state)
}

/**
 * Promises a mail once more, written anew as things are when it is sent, with links that work. The same
 * `about` promises it once. Answers what it is called.
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
