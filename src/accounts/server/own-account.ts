import type { Database, Trx } from '#app/db/database.ts'
import { announce } from '#app/server/live.ts'
import {
  deleteUser,
  findOwnBrowsers,
  findOwnPasswordResets,
  findOwnSessions,
  findOwnUser,
  traceBrowsers,
  tracePasswordResets,
  traceSessions,
} from './own-account.queries.ts'

export { lockUser } from './own-account.queries.ts'

/** What is kept of an account itself, without its secrets; undefined when it is gone. */
export async function readOwnAccount(db: Database, userId: string) {
  const user = await findOwnUser(db, userId)
  if (!user) return
  return {
    account: user,
    sessions: await findOwnSessions(db, userId),
    browsers: await findOwnBrowsers(db, userId),
    passwordResets: await findOwnPasswordResets(db, userId),
  }
}

/** The same as numbers. */
export async function traceOwnAccount(db: Database, userId: string) {
  const user = await findOwnUser(db, userId)
  if (!user) return
  return {
    account: { count: 1, firstAt: user.createdAt, lastAt: null },
    sessions: await traceSessions(db, userId),
    browsers: await traceBrowsers(db, userId),
    passwordResets: await tracePasswordResets(db, userId),
  }
}

/** Ends the account with every session; whoever is signed in to it anywhere is told. */
export async function forgetAccount(trx: Trx, userId: string): Promise<void> {
  await deleteUser(trx, userId)
  await announce(trx, 'sessions', userId)
}
