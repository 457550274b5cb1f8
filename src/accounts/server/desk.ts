import { normalEmail } from '#app/accounts/accounts.contract.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { findAccountsByBeginning, findAuditHandle } from './desk.queries.ts'

/** Accounts by their address or its beginning, in the form that addresses have. */
export function searchAccounts(
  { db }: Pick<AppContext, 'db'>,
  { typed, limit }: { typed: string; limit: number },
) {
  return findAccountsByBeginning(db, { beginning: normalEmail(typed), limit })
}

/** How the audit calls somebody, who is known by it nowhere else; undefined for whoever is gone. */
export function readAuditHandle(
  { db }: Pick<AppContext, 'db'>,
  userId: string,
): Promise<string | undefined> {
  return findAuditHandle(db, userId)
}

/** Sends somebody a link to choose a new password; once for each `about`. */
export async function sendPasswordLink(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs' | 'now'>,
  { email, about }: { email: string; about: string },
): Promise<void> {
  const key = `password-reset:${about}`
  await queueMail(trx, ctx, { key, template: 'password-reset', to: email })
}
