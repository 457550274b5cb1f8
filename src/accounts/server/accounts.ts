import type { Credentials, User } from '#app/accounts/accounts.contract.ts'
import { invalidatePasswordResets } from '#app/accounts/server/passwords/password-reset.queries.ts'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import { stopOpenEmailChanges } from '#app/accounts/server/settings/email-change.queries.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import {
  type AccountRow,
  deleteKnownDevicesOf,
  deleteSessionsOf,
  deleteUnconfirmed,
  findAccountByEmail,
  findAccountById,
  insertAccount,
  updateConfirmed,
  updateInboxProven,
  updatePassword,
} from './accounts.queries.ts'

/** Somebody's account, with the hash of its password. */
export type Account = AccountRow

/** Creates an account. Throws 409 when the address is taken. */
export async function createAccount(
  ctx: AppContext,
  { email, password }: Credentials,
): Promise<User> {
  const passwordHash = await hashPassword(password)
  const account = await addAccount(ctx.db, { email, passwordHash, createdAt: ctx.now() })
  if (!account)
    throw new Problem(409, 'account-exists', 'There is already an account with this address.')
  return { id: account.id, email: account.email }
}

/**
 * Creates an account within a transaction; undefined when the address is taken. It is confirmed from the start:
 * callers have taken a payment with the address, or proven the inbox.
 */
export async function addAccount(
  db: Database,
  account: Omit<Account, 'id' | 'confirmedAt'>,
): Promise<Account | undefined> {
  return insertAccount(db, { id: newId(), confirmedAt: account.createdAt, ...account })
}

/** Marks the address as proven or paid with, and releases what waited for that. */
export async function confirmAccount(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  userId: string,
): Promise<void> {
  if (!(await updateConfirmed(trx, { id: userId, now: ctx.now() }))) return
  await announce(trx, 'accounts', JSON.stringify({ userId }))
}

/** Records that somebody followed a link we mailed to the account's inbox. */
export async function proveInbox(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  userId: string,
): Promise<void> {
  await updateInboxProven(trx, { id: userId, now: ctx.now() })
}

/** Deletes an unconfirmed account and notifies its open pages. */
export async function removeUnconfirmed(
  trx: Trx,
  by: { email: string } | { id: string },
): Promise<void> {
  const userId = await deleteUnconfirmed(trx, by)
  if (userId !== undefined) await announce(trx, 'sessions', userId)
}

/** By its id, or by an address in normal form. */
export async function findAccount(
  ctx: Pick<AppContext, 'db'>,
  by: { id: string } | { email: string },
): Promise<Account | undefined> {
  return 'id' in by ? findAccountById(ctx.db, by.id) : findAccountByEmail(ctx.db, by.email)
}

/** The browser that makes a request, by the hashes of its cookies. */
export type OwnBrowser = { sessionHash: string | undefined; deviceHash: string | undefined }

/**
 * Sets a new password. Ends every session, reset link and known browser of the account except the
 * browser that made the change, and notifies open sockets.
 */
export async function changePassword(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  {
    userId,
    passwordHash,
    keeping,
  }: { userId: string; passwordHash: string; keeping?: OwnBrowser | undefined },
): Promise<void> {
  const now = ctx.now()
  await updatePassword(trx, { id: userId, passwordHash, now })
  await invalidatePasswordResets(trx, { userId, now })
  if (!keeping) {
    // Without the old password it came from a mailed link: that proves the inbox, and address changes
    // requested with the old password are cancelled.
    await updateInboxProven(trx, { id: userId, now })
    await stopOpenEmailChanges(trx, { userId, now })
  }
  await endSessionsOf(trx, { userId, keeping })
}

/** Signs out and forgets every browser, or every other one, and notifies open sockets. */
export async function endSessionsOf(
  trx: Trx,
  { userId, keeping }: { userId: string; keeping?: OwnBrowser | undefined },
): Promise<void> {
  await deleteSessionsOf(trx, userId, { except: keeping?.sessionHash })
  await deleteKnownDevicesOf(trx, userId, { except: keeping?.deviceHash })
  await announce(trx, 'sessions', userId)
}
