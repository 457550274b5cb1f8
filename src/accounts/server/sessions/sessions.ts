import type { FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { User } from '#app/accounts/accounts.contract.ts'
import { SESSION_IDLE_MS } from '#app/accounts/accounts.facts.ts'
import {
  type AccountRow,
  countSessionsSince,
  deleteKnownDevicesBefore,
  deleteOldSessions,
  deleteSession,
  findSession,
  findSessions,
  insertSession,
  isKnownDevice,
  updateSessionLastSeen,
} from '#app/accounts/server/accounts.queries.ts'
import {
  isSessionOver,
  SESSION_TOUCH_MS,
  type SessionTimes,
} from '#app/accounts/server/accounts.rules.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { insidersOf } from '#app/server/admission/insiders.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { drawingOn } from '#app/server/http/drawing-on.ts'
import type { Http } from '#app/server/http/http.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { announce } from '#app/server/live.ts'
import { signInRequired } from '#app/server/problem.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { DEVICE_IDLE_MS, SESSION_LONGEST_MS } from '#app/shared/retention.ts'
import { nameBrowser } from './browser-names.rules.ts'

export type SessionTokens = { sessionToken: string; deviceToken: string }

type Start = {
  account: Pick<AccountRow, 'id' | 'passwordHash'>
  deviceToken: string | undefined
  /** The browser's current session, which the new one replaces. */
  sessionToken: string | undefined
  /** The `User-Agent` header. */
  userAgent?: string | undefined
  /** Executed in the same statement, to save a round trip. */
  forgiving?: RawBuilder<unknown>
}

/**
 * Opens a session for somebody who has proven to be the owner, in a transaction of its own or in the caller's.
 * Undefined, with nothing written, when the password has changed since: that voids the proof.
 */
export async function startSession(
  db: Database,
  ctx: Pick<AppContext, 'now'>,
  { account, deviceToken, sessionToken, userAgent, forgiving }: Start,
): Promise<SessionTokens | undefined> {
  const now = ctx.now()
  const session = newToken()
  const device = (await knownToken(db, { userId: account.id, deviceToken })) ?? newToken()
  const isOpen = await insertSession(db, {
    account,
    tokenHash: hashToken(session),
    deviceHash: hashToken(device),
    ...nameBrowser(userAgent),
    now,
    ...(forgiving ? { forgiving } : {}),
  })
  if (!isOpen) return
  await endSession(db, sessionToken)
  return { sessionToken: session, deviceToken: device }
}

/** The browser's device token, if it has signed in to this account before. */
async function knownToken(
  db: Database,
  { userId, deviceToken }: { userId: string; deviceToken: string | undefined },
): Promise<string | undefined> {
  if (!isTokenShaped(deviceToken)) return
  const isKnown = await isKnownDevice(db, { tokenHash: hashToken(deviceToken), userId })
  return isKnown ? deviceToken : undefined
}

/** Ends the session and returns whose it was. Idempotent. */
export async function signOut(
  ctx: AppContext,
  sessionToken: string | undefined,
): Promise<string | undefined> {
  return endSession(ctx.db, sessionToken)
}

/** Ends a session within a transaction, and notifies open sockets. */
async function endSession(
  db: Database,
  sessionToken: string | undefined,
): Promise<string | undefined> {
  if (!isTokenShaped(sessionToken)) return
  const end = async (trx: Trx) => {
    const ended = await deleteSession(trx, hashToken(sessionToken))
    if (ended) await announce(trx, 'sessions', ended.userId)
    return ended?.userId
  }
  return db.isTransaction ? end(db as Trx) : db.transaction().execute(end)
}

/** The owner of the request's session; undefined when it has none, or an unknown or expired one. */
export async function findSignedInUser(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<User | undefined> {
  const token = readSessionToken(ctx, request)
  if (!isTokenShaped(token)) return
  const tokenHash = hashToken(token)
  const session = await findSession(ctx.db, tokenHash)
  if (!session || !(await touchSession(ctx, { ...session, tokenHash }))) return
  return toUser({ ...session, id: session.userId })
}

/** The public shape of the signed-in person. */
export function toUser({ id, email, confirmedAt }: Omit<AccountRow, 'passwordHash' | 'createdAt'>) {
  return { id, email, ...(confirmedAt === null ? { isUnconfirmed: true as const } : {}) }
}

/** Filled by the guard before the body is read, so that the route need not look it up again. */
const found = new WeakMap<FastifyRequest, User>()

/** Batches look-ups that arrive in the same tick into one query. */
const openTogether = batch(
  async (ctx: AppContext, tokenHashes: string[]) => {
    const open = await drawingOn('owners', () => findOpenSessions(ctx, tokenHashes))
    for (const tokenHash of open) insidersOf(ctx.config).note(tokenHash)
    return tokenHashes.map((tokenHash) => open.has(tokenHash))
  },
  { failsTogether: true },
)

/** Rejects requests without a session on every route for signed-in people. */
export function guardUserRoutes(http: Http, ctx: AppContext): void {
  http.isSessionOpen = (tokenHash) => openTogether(ctx, '', tokenHash)
  http.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.access === 'user') await requireUser(ctx, request)
  })
}

/** The signed-in person; throws 401 when there is none. */
export async function requireUser(ctx: AppContext, request: FastifyRequest): Promise<User> {
  const user = found.get(request) ?? (await findSignedInUser(ctx, request))
  if (!user) throw signInRequired()
  found.set(request, user)
  return user
}

/** Prolongs a session in use, writing at most once an hour; false when it has expired. */
export async function touchSession(
  ctx: AppContext,
  session: SessionTimes & { tokenHash: string },
): Promise<boolean> {
  const now = ctx.now()
  if (isSessionOver(session, now)) return false
  insidersOf(ctx.config).note(session.tokenHash)
  if (now.getTime() - session.lastSeenAt.getTime() > SESSION_TOUCH_MS) {
    await updateSessionLastSeen(ctx.db, session.tokenHash, now)
  }
  return true
}

/** Which of these token hashes belong to open sessions. Does not prolong them. */
export async function findOpenSessions(
  ctx: AppContext,
  tokenHashes: string[],
): Promise<Set<string>> {
  const sessions = await findSessions(ctx.db, tokenHashes)
  const open = sessions.filter((session) => !isSessionOver(session, ctx.now()))
  return new Set(open.map(({ tokenHash }) => tokenHash))
}

/** Deletes expired sessions, and known browsers unused for a year. */
export async function purgeOldSessions(ctx: AppContext): Promise<void> {
  await deleteOldSessions(ctx.db, ends(ctx))
  await deleteKnownDevicesBefore(ctx.db, new Date(ctx.now().getTime() - DEVICE_IDLE_MS))
}

export async function countOpenSessions(ctx: AppContext): Promise<number> {
  return countSessionsSince(ctx.db, ends(ctx))
}

/** Sessions last seen, or started, before these moments have expired. */
function ends({ now }: Pick<AppContext, 'now'>) {
  const at = now().getTime()
  return {
    idleSince: new Date(at - SESSION_IDLE_MS),
    startedBefore: new Date(at - SESSION_LONGEST_MS),
  }
}
