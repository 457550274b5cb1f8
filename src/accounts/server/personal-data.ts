import type { Database, Trx } from '#app/db/database.ts'
import { announce } from '#app/server/live.ts'
import {
  countAcceptancesOf,
  countAcceptancesOfNobody,
  deletePutOffs,
  findAcceptancesOf,
} from './acceptances.queries.ts'
import {
  countConfirmationLinksOf,
  countEmailChangesOf,
  countKnownDevicesOf,
  countPasswordResetsOf,
  countSessionsOf,
  countSignUpsOf,
  deleteUser,
  findConfirmationLinksOf,
  findEmailChangesOf,
  findKnownDevicesOf,
  findPasswordResetsOf,
  findSessionsOf,
  findSignUpsOf,
  findUser,
  lockUser,
} from './personal-data.queries.ts'

/** Exports the account itself, without secrets; undefined when it is gone. */
export async function exportAccount(db: Database, userId: string) {
  const account = await findUser(db, userId)
  if (!account) return
  return {
    account,
    sessions: await findSessionsOf(db, userId),
    browsers: await findKnownDevicesOf(db, userId),
    passwordResets: await findPasswordResetsOf(db, userId),
    emailChanges: await findEmailChangesOf(db, userId),
    signUps: await findSignUpsOf(db, userId),
    confirmationLinks: await findConfirmationLinksOf(db, userId),
    acceptances: await findAcceptancesOf(db, userId),
  }
}

/** The same data as counts. */
export async function countAccount(db: Database, userId: string) {
  const account = await findUser(db, userId)
  if (!account) return
  return {
    account: { count: 1, firstAt: account.createdAt, lastAt: null },
    sessions: await countSessionsOf(db, userId),
    browsers: await countKnownDevicesOf(db, userId),
    passwordResets: await countPasswordResetsOf(db, userId),
    emailChanges: await countEmailChangesOf(db, userId),
    signUps: await countSignUpsOf(db, userId),
    confirmationLinks: await countConfirmationLinksOf(db, userId),
    acceptances: await countAcceptancesOf(db, userId),
  }
}

/**
 * Locks an account for deletion until the transaction ends, and reports whether it has changed since its
 * password was checked.
 */
export async function lockForDeletion(
  trx: Trx,
  account: { id: string; passwordHash: string },
): Promise<'unchanged' | 'gone' | 'password-changed'> {
  const current = await lockUser(trx, account.id)
  if (!current) return 'gone'
  return current.passwordHash === account.passwordHash ? 'unchanged' : 'password-changed'
}

/** Counts acceptances of terms and policy whose account is gone. */
export async function countNamelessAcceptances(db: Database): Promise<number> {
  return countAcceptancesOfNobody(db)
}

/** Deletes the account with every session, and notifies browsers that are signed in to it. */
export async function deleteAccountData(trx: Trx, userId: string): Promise<void> {
  await deletePutOffs(trx, userId)
  await deleteUser(trx, userId)
  await announce(trx, 'sessions', userId)
}
