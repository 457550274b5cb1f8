import { normalEmail } from '#app/accounts/accounts.contract.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { findAccountsByBeginning, findAuditHandle } from './desk.queries.ts'

/** Finds accounts by address or by a prefix of it, normalized. */
export function searchAccounts(
  { db }: Pick<AppContext, 'db'>,
  { typed, limit }: { typed: string; limit: number },
) {
  return findAccountsByBeginning(db, { beginning: normalEmail(typed), limit })
}

/** The pseudonym of a person, used in the audit log only; undefined when the account is gone. */
export function readAuditHandle(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<string | undefined> {
  return findAuditHandle(db, userId)
}

/** Queues a password reset mail, at most once for each `about`. */
export async function sendPasswordLink(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { email, about }: { email: string; about: string },
): Promise<void> {
  const key = `password-reset:${about}`
  await queueMail(trx, ctx, { key, template: 'password-reset', to: email })
}
