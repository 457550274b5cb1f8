import { isPassword } from '#app/accounts/server/passwords/passwords.ts'
import { ADMIN_IDLE_MS, ADMIN_LONGEST_MS } from '#app/admin/admin.facts.ts'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import { FAILURES_WINDOW_SECONDS } from '#app/admin/administrators/administrators.facts.ts'
import {
  findOwnersAddresses,
  hasOwner,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { EMERGENCY_MAIL } from '#app/admin/server/administrators/letters.ts'
import { type Actor, recordAudit, recordDone } from '#app/admin/server/audit/audit.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { Problem } from '#app/server/problem.ts'
import { incrementCounters } from '#app/server/rate-limits/counters.queries.ts'
import { type CountedAttempt, countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import { countSignIn } from '#app/server/rate-limits/sign-ins.ts'
import { readableText } from '#app/server/readable-text.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import {
  type AdminSessionRow,
  deleteAdminSession,
  deleteOldAdminSessions,
  findAdminSessionRow,
  insertAccountSession,
  insertSharedSession,
  updateAdminLastSeen,
  updateAdminName,
} from './session.queries.ts'
import {
  ADMIN_TOUCH_MS,
  isAdminSessionOver,
  normalizeName,
  REFUSALS_WINDOW_SECONDS,
  STRANGERS_FAILURES,
  STRANGERS_WINDOW_SECONDS,
} from './session.rules.ts'

const LABEL_LENGTH = 6
/** Payload on the `sessions` channel, where it stands for all administrators instead of a user. */
export const ADMIN_SESSION_ENDED = 'admin'

type Login = {
  password: string
  name: string
  network: string
  /** The stored hash of the password, read once for the whole attempt. */
  passwordHash: string | undefined
  /** Identifies this browser if it has logged in before. */
  device: string | undefined
  /** A session that the browser already has: it ends with the new one. */
  token: string | undefined
  /** The name of the browser, from its headers. */
  browser: string
}

/** Logs in to the back office. Throws 401 for a wrong password and 429 after too many. */
export function logInAdmin(
  ctx: AppContext,
  login: Login,
): Promise<{ token: string; session: AdminSessionRow }> {
  return countSignIn('back-office', () => tryLogIn(ctx, login))
}

async function tryLogIn(ctx: AppContext, login: Login) {
  const { password, passwordHash, network, device } = login
  const { refund, forgiving } = await countAdminAttempt(ctx, { network, device })
  const isRight = await isPassword(passwordHash, password).catch(async (error) => {
    await refund()
    throw error
  })
  const token = newToken()
  const now = ctx.now()
  const session: AdminSessionRow = {
    tokenHash: hashToken(token),
    label: readableText(LABEL_LENGTH),
    name: normalizeName(login.name),
    administratorId: null,
    role: 'owner',
    // Once there is an owner, the password opens only the emergency door.
    isEmergency: isEmergencyDoorOpen(ctx) && (await hasOwner(ctx.db)),
    provedAt: now,
    createdAt: now,
    lastSeenAt: now,
  }
  const isIn =
    isRight &&
    (await ctx.db.transaction().execute(async (trx) => {
      const { name, isEmergency } = session
      const inserted = {
        ...session,
        passwordHash: passwordHash ?? '',
        now,
        forgiving,
        browser: login.browser,
        network,
      }
      if (!(await insertSharedSession(trx, inserted))) return false
      if (isTokenShaped(login.token)) await deleteAdminSession(trx, hashToken(login.token))
      const action = isEmergency ? 'session.emergency' : 'session.opened'
      await recordAudit(trx, ctx, actorOf(session), [
        { action, subject: subjectOf(session), after: { name, network } },
      ])
      if (isEmergency) await tellOwners(trx, ctx, session.label)
      return true
    }))
  if (!isIn) {
    await recordRefusal(ctx, network)
    throw new Problem(401, 'invalid-password', 'Invalid password')
  }
  return { token, session }
}

/** Mails all owners: whoever opened the door knows of it, the others must too. */
async function tellOwners(trx: Trx, ctx: AppContext, label: string): Promise<void> {
  for (const to of await findOwnersAddresses(trx)) {
    await queueMail(trx, ctx, { key: `emergency:${label}:${to}`, template: EMERGENCY_MAIL, to })
  }
}

/** Whether the configuration leaves the door open now. */
export function isEmergencyDoorOpen({ config, now }: Pick<AppContext, 'config' | 'now'>): boolean {
  const until = config.adminEmergencyUntil
  return until !== undefined && now() < until
}

type AccountLogin = {
  administrator: { id: string; name: string; role: AdministratorRole }
  network: string
  browser: string
  token: string | undefined
  /** How the second factor was proven. */
  by: string
}

/** Opens a session after password and second factor were right. Throws 401 if the account was removed. */
export async function openAccountSession(
  ctx: AppContext,
  { administrator, network, browser, token: before, by }: AccountLogin,
): Promise<{ token: string; session: AdminSessionRow }> {
  const token = newToken()
  const now = ctx.now()
  const { id: administratorId, name, role } = administrator
  const tokenHash = hashToken(token)
  const label = readableText(LABEL_LENGTH)
  const times = { provedAt: now, createdAt: now, lastSeenAt: now }
  const session = { tokenHash, label, name, administratorId, role, isEmergency: false, ...times }
  const isIn = await ctx.db.transaction().execute(async (trx) => {
    const inserted = { tokenHash, label, administratorId, now, browser, network }
    if (!(await insertAccountSession(trx, inserted))) return false
    if (isTokenShaped(before)) await deleteAdminSession(trx, hashToken(before))
    await recordAudit(trx, ctx, actorOf(session), [
      { action: 'session.opened', subject: subjectOf(session), after: { name, network, by } },
    ])
    return true
  })
  if (!isIn) throw new Problem(401, 'invalid-password', 'Invalid password')
  return { token, session }
}

async function recordRefusal(ctx: AppContext, network: string): Promise<void> {
  if (!(await isFirstRefusal(ctx, network))) return
  const subject = { kind: 'session' as const, id: network, label: `Somebody at ${network}` }
  await ctx.db
    .transaction()
    .execute((trx) =>
      recordAudit(trx, ctx, { name: 'Somebody', session: '' }, [
        { action: 'session.refused', subject },
      ]),
    )
}

/**
 * Slows guessing from one network and from all together. A browser that has logged in before has a bucket of
 * its own, so strangers never lock out its owner. Throws 429 with the seconds to wait.
 */
function countAdminAttempt(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { network, device }: { network: string; device: string | undefined },
): Promise<CountedAttempt> {
  const strangers = {
    key: 'admin-strangers',
    limit: STRANGERS_FAILURES,
    windowSeconds: STRANGERS_WINDOW_SECONDS,
  }
  return countAttempt(ctx, {
    name: 'admin',
    bucket: device ?? network,
    bucketSeconds: FAILURES_WINDOW_SECONDS,
    shared: device ? [] : [strangers],
    message: 'Too many wrong passwords.',
  })
}

/** Whether a refusal is audited: guessing must not fill the log. */
async function isFirstRefusal(
  ctx: Pick<AppContext, 'db' | 'now'>,
  network: string,
): Promise<boolean> {
  const counter = {
    key: `admin-refused:${network}`,
    limit: 1,
    windowSeconds: REFUSALS_WINDOW_SECONDS,
  }
  const counts = await incrementCounters(ctx.db, [counter], { now: ctx.now() })
  return counts?.get(counter.key) === 1
}

/** Returns the session of this token, or undefined if there is none or it is over. Does not prolong it. */
export async function findAdminSession(
  ctx: AppContext,
  token: string | undefined,
): Promise<AdminSessionRow | undefined> {
  if (!isTokenShaped(token)) return
  const session = await findAdminSessionRow(ctx.db, hashToken(token))
  if (!session || isAdminSessionOver(session, ctx.now())) return
  // Closing the emergency door ends its sessions.
  return session.isEmergency && !isEmergencyDoorOpen(ctx) ? undefined : session
}

/** Prolongs a session in use; written at most once a minute. */
export async function touchAdminSession(ctx: AppContext, session: AdminSessionRow): Promise<void> {
  const now = ctx.now()
  if (now.getTime() - session.lastSeenAt.getTime() < ADMIN_TOUCH_MS) return
  await updateAdminLastSeen(ctx.db, session.tokenHash, now)
}

/** Changes the name under which the audit log records this session from now on. */
export async function renameAdmin(
  ctx: AppContext,
  session: AdminSessionRow,
  typed: string,
): Promise<AdminSessionRow> {
  const name = normalizeName(typed)
  // An account's name is not changed here.
  if (name === session.name || session.administratorId !== null) return session
  const named = { ...session, name }
  await ctx.db.transaction().execute(async (trx) => {
    await updateAdminName(trx, named)
    await recordAudit(trx, ctx, actorOf(named), [
      {
        action: 'session.named',
        subject: subjectOf(named),
        before: { name: session.name },
        after: { name },
      },
    ])
  })
  return named
}

/** Logs this browser out. */
export async function logOutAdmin(ctx: AppContext, session: AdminSessionRow): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await deleteAdminSession(trx, session.tokenHash))) return
    await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
    await recordDone(trx, ctx, actorOf(session), [
      { action: 'session.closed', subject: subjectOf(session) },
    ])
  })
}

/** Deletes expired sessions. */
export async function purgeOldAdminSessions(ctx: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const now = ctx.now().getTime()
  await deleteOldAdminSessions(ctx.db, {
    idleSince: new Date(now - ADMIN_IDLE_MS),
    startedBefore: new Date(now - ADMIN_LONGEST_MS),
  })
}

/** Returns the latest moment at which the session ends. */
export function expiryOf({ createdAt }: AdminSessionRow): Date {
  return new Date(createdAt.getTime() + ADMIN_LONGEST_MS)
}

export function actorOf({ name, label, administratorId }: AdminSessionRow): Actor {
  return { name: name || 'Administrator', session: label, id: administratorId }
}

function subjectOf(session: AdminSessionRow) {
  return { kind: 'session' as const, id: session.label, label: actorOf(session).name }
}
