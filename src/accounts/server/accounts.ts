import type { FastifyRequest } from 'fastify'
import type { Credentials, User } from '#app/accounts/accounts.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem, signInRequired } from '#app/server/problem.ts'
import { readSessionToken } from '#app/server/session-cookie.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import {
  deleteKnownDevicesBefore,
  deleteOldSessions,
  deleteSession,
  findSession,
  findUserByEmail,
  insertSession,
  insertUser,
  isKnownDevice,
  touchSession,
  upsertKnownDevice,
} from './accounts.queries.ts'
import {
  DEVICE_IDLE_MS,
  isSessionOver,
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  SESSION_TOUCH_MS,
  type SessionTimes,
} from './accounts.rules.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'

/** Makes an account. Throws 409 when the address has one. */
export async function createAccount(
  ctx: AppContext,
  { email, password }: Credentials,
): Promise<User> {
  const passwordHash = await hashPassword(password)
  const user = await insertUser(ctx.db, { id: newId(), email, passwordHash, createdAt: ctx.now() })
  if (!user)
    throw new Problem(409, 'account-exists', 'There is already an account with this address.')
  return user
}

type SignIn = Credentials & {
  ip: string
  /** The browser's own long-lived token, from an earlier sign-in. */
  deviceToken: string | undefined
  /** A session this browser already has: it ends with the new one. */
  sessionToken: string | undefined
}

/**
 * Signs in and answers new tokens for the browser's cookies. An unknown address and a wrong
 * password are the same failure, with the same text after the same time.
 */
export async function signIn(
  ctx: AppContext,
  { email, password, ip, deviceToken, sessionToken }: SignIn,
): Promise<{ user: User; sessionToken: string; deviceToken: string }> {
  const user = await findUserByEmail(ctx.db, email)
  const throttle = createSignInThrottle(ctx)
  const attempt = { email, ip, knownDevice: await findKnownDevice(ctx, deviceToken, user?.id) }

  const takeBack = await throttle.count(attempt)
  const isRight = await isPassword(user?.passwordHash, password).catch(async (error) => {
    await takeBack()
    throw error
  })
  if (!user || !isRight) throw new Problem(401, 'wrong-credentials', 'Invalid email or password')
  await throttle.forgive(attempt)

  const device = attempt.knownDevice && deviceToken ? deviceToken : newToken()
  const now = ctx.now()
  await upsertKnownDevice(ctx.db, {
    tokenHash: hashToken(device),
    userId: user.id,
    lastUsedAt: now,
  })
  if (isTokenShaped(sessionToken)) await deleteSession(ctx.db, hashToken(sessionToken))
  const session = newToken()
  await insertSession(ctx.db, {
    tokenHash: hashToken(session),
    userId: user.id,
    createdAt: now,
    lastSeenAt: now,
  })
  return { user: { id: user.id, email: user.email }, sessionToken: session, deviceToken: device }
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

/** Ends the session; signing out twice is harmless. Answers whose it was. */
export async function signOut(
  ctx: AppContext,
  sessionToken: string | undefined,
): Promise<string | undefined> {
  if (!isTokenShaped(sessionToken)) return
  const ended = await deleteSession(ctx.db, hashToken(sessionToken))
  return ended?.userId
}

/** Whose session this is; undefined for none, an unknown one and one that is over. */
async function findSignedIn(ctx: AppContext, request: FastifyRequest): Promise<User | undefined> {
  const token = readSessionToken(ctx, request)
  if (!isTokenShaped(token)) return
  const tokenHash = hashToken(token)
  const session = await findSession(ctx.db, tokenHash)
  if (!session || !(await keepSession(ctx, { ...session, tokenHash }))) return
  return { id: session.userId, email: session.email }
}

/** The signed-in person; throws 401 when there is none. */
export async function requireUser(ctx: AppContext, request: FastifyRequest): Promise<User> {
  const user = await findSignedIn(ctx, request)
  if (!user) throw signInRequired()
  return user
}

/** False when the session is over; otherwise notes, now and then, that it is in use. */
export async function keepSession(
  ctx: AppContext,
  session: SessionTimes & { tokenHash: string },
): Promise<boolean> {
  const now = ctx.now()
  if (isSessionOver(session, now)) return false
  if (now.getTime() - session.lastSeenAt.getTime() > SESSION_TOUCH_MS) {
    await touchSession(ctx.db, session.tokenHash, now)
  }
  return true
}

/** Deletes sessions that are over and browsers that have not signed in for a year. */
export async function forgetOldSessions(ctx: AppContext): Promise<void> {
  const now = ctx.now().getTime()
  await deleteOldSessions(ctx.db, {
    idleSince: new Date(now - SESSION_IDLE_MS),
    startedBefore: new Date(now - SESSION_LONGEST_MS),
  })
  await deleteKnownDevicesBefore(ctx.db, new Date(now - DEVICE_IDLE_MS))
}
