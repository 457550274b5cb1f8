import type { Credentials, User } from '#app/accounts/accounts.contract.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import {
  type Account,
  deleteKnownDevicesOf,
  deleteSessionsOf,
  findAccountByEmail,
  findAccountById,
  insertAccount,
  isKnownDevice,
  updatePassword,
} from './accounts.queries.ts'
import { endPasswordResets } from './password-reset.queries.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { type SessionTokens, startSession } from './sessions.ts'
import { countSignIn } from './sign-in-throttle.ts'

export type { Account } from './accounts.queries.ts'
export { requireUncommonPassword } from './common-passwords.ts'
export { hashPassword, isPassword } from './passwords.ts'
export {
  findOpenSessions,
  findSignedIn,
  forgetOldSessions,
  guardUserRoutes,
  keepSession,
  requireUser,
  type SessionTokens,
  signOut,
  startSession,
} from './sessions.ts'

/** Makes an account. Throws 409 when the address has one. */
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

/** The same as part of a larger change; undefined when the address has an account. */
export async function addAccount(
  db: Database,
  account: Omit<Account, 'id'>,
): Promise<Account | undefined> {
  return insertAccount(db, { id: newId(), ...account })
}

/** By its id, or by an address in normal form. */
export async function findAccount(
  ctx: Pick<AppContext, 'db'>,
  by: { id: string } | { email: string },
): Promise<Account | undefined> {
  return 'id' in by ? findAccountById(ctx.db, by.id) : findAccountByEmail(ctx.db, by.email)
}

type Attempt = Credentials & {
  ip: string
  /** The browser's own long-lived token, from an earlier sign-in. */
  deviceToken: string | undefined
}

/**
 * The account, if this is its current password. An unknown address and a wrong password take the
 * same time and count the same; throws 429 after too many.
 */
export async function findAccountByPassword(
  ctx: AppContext,
  attempt: Attempt,
): Promise<Account | undefined> {
  const proved = await checkPassword(ctx, attempt)
  await proved?.forgiving.execute(ctx.db)
  return proved?.account
}

/** The same, with the attempt still counted as a failure until `forgiving` has been executed. */
async function checkPassword(ctx: AppContext, { email, password, ip, deviceToken }: Attempt) {
  const account = await findAccountByEmail(ctx.db, email)
  const attempt = { email, ip, knownDevice: await findKnownDevice(ctx, deviceToken, account?.id) }

  const { takeBack, forgiving } = await countSignIn(ctx, attempt)
  const isRight = await isPassword(account?.passwordHash, password).catch(async (error) => {
    await takeBack()
    throw error
  })
  return account && isRight ? { account, forgiving } : undefined
}

type SignIn = Attempt & {
  /** A session this browser already has: it ends with the new one. */
  sessionToken: string | undefined
}

/**
 * Signs in and answers new tokens for the browser's cookies. An unknown address and a wrong
 * password are the same failure, with the same text after the same time.
 */
export async function signIn(
  ctx: AppContext,
  { sessionToken, ...attempt }: SignIn,
): Promise<{ user: User; tokens: SessionTokens }> {
  const proved = await checkPassword(ctx, attempt)
  const browser = { deviceToken: attempt.deviceToken, sessionToken }
  const tokens = proved && (await startSession(ctx.db, ctx, { ...proved, ...browser }))
  if (!tokens) throw new Problem(401, 'wrong-credentials', 'Invalid email or password')
  const { account } = proved
  return { user: { id: account.id, email: account.email }, tokens }
}

async function findKnownDevice(
  ctx: AppContext,
  token: string | undefined,
  userId: string | undefined,
) {
  if (!isTokenShaped(token)) return
  const tokenHash = hashToken(token)
  // Asked for unknown accounts too, so that both take the same number of queries.
  const isKnown = await isKnownDevice(ctx.db, { tokenHash, userId: userId ?? '' })
  return isKnown ? tokenHash : undefined
}

/**
 * Sets another password. Every session, every link that could set one, and every known browser of
 * this account end with it; open sockets are told.
 */
export async function changePassword(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<void> {
  const now = ctx.now()
  await updatePassword(trx, { id: userId, passwordHash, now })
  await deleteSessionsOf(trx, userId)
  await endPasswordResets(trx, { userId, now })
  await deleteKnownDevicesOf(trx, userId)
  await announce(trx, 'sessions', userId)
}
