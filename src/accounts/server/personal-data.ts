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

/** What is kept of an account itself, without its secrets; undefined when it is gone. */
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

/** The same as numbers. */
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
 * Locks an account that is to be deleted until the transaction ends, and says what has become of
 * it since its password was proved.
 */
export async function lockForDeletion(
  trx: Trx,
  account: { id: string; passwordHash: string },
): Promise<'unchanged' | 'gone' | 'password-changed'> {
  const current = await lockUser(trx, account.id)
  if (!current) return 'gone'
  return current.passwordHash === account.passwordHash ? 'unchanged' : 'password-changed'
}

/** What people accepted of terms and policy whose account is gone. */
export async function countNamelessAcceptances(db: Database): Promise<number> {
  return countAcceptancesOfNobody(db)
}

/** Deletes the account with every session; whoever is signed in to it anywhere is told. */
export async function deleteAccountData(trx: Trx, userId: string): Promise<void> {
  await deletePutOffs(trx, userId)
  await deleteUser(trx, userId)
  await announce(trx, 'sessions', userId)
}
