import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords/passwords.ts'
import type {
  AddedKey,
  NewKeyStep,
  OwnKeys,
} from '#app/admin/administrators/administrators.contract.ts'
import {
  type AdministratorRow,
  deleteSignInSteps,
  findAdministrator,
  takeStep,
  updateAdministratorPassword,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { requireStep } from '#app/admin/server/administrators/factors.ts'
import {
  clearAppSecret,
  countRecoveryCodes,
  deletePasskey,
  findPasskeys,
  lockAppSecret,
  replaceRecoveryCodes,
} from '#app/admin/server/administrators/keys.queries.ts'
import { beginNewKey, keepNewKey, provenKey } from '#app/admin/server/administrators/new-keys.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from '#app/admin/server/administrators/recovery-codes.ts'
import { recordAudit, recordDone } from '#app/admin/server/audit/audit.ts'
import {
  type AdminSessionRow,
  deleteAdministratorSessions,
  findAdministratorSessions,
} from '#app/admin/server/session/session.queries.ts'
import { ADMIN_SESSION_ENDED, actorOf } from '#app/admin/server/session/session.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { administratorSubject } from './invitations.ts'

/** The id of the authenticator app in the list of keys; passkeys have ids of their own. */
const APP_KEY = 'app'

/** Returns the account of the session. Throws 404 `no-account` for sessions of the shared password. */
async function requireOwn(ctx: AppContext, session: AdminSessionRow): Promise<AdministratorRow> {
  const own = session.administratorId
    ? await findAdministrator(ctx.db, { id: session.administratorId })
    : undefined
  if (own) return own
  const words = 'The password that all share has no keys: ask yourself in under People.'
  throw new Problem(404, 'no-account', words)
}

export async function readOwnKeys(ctx: AppContext, session: AdminSessionRow): Promise<OwnKeys> {
  const own = await requireOwn(ctx, session)
  const [passkeys, recoveryCodesLeft, sessions] = await Promise.all([
    findPasskeys(ctx.db, own.id),
    countRecoveryCodes(ctx.db, own.id),
    findAdministratorSessions(ctx.db, own.id),
  ])
  return {
    email: own.email,
    role: own.role,
    hasApp: own.appSecret !== null,
    recoveryCodesLeft,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ tokenHash, createdAt, lastSeenAt, ...shown }) => ({
      ...shown,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isThis: tokenHash === session.tokenHash,
    })),
  }
}

export async function beginOwnKey(ctx: AppContext, session: AdminSessionRow): Promise<NewKeyStep> {
  const { id, email, name } = await requireOwn(ctx, session)
  return beginNewKey(ctx, { kind: 'add-key', administratorId: id, email, name })
}

/** Adds a passkey, or replaces the authenticator app. */
export async function addOwnKey(
  ctx: AppContext,
  session: AdminSessionRow,
  given: AddedKey,
): Promise<void> {
  const own = await requireOwn(ctx, session)
  const step = await requireStep(ctx, 'add-key', given.step)
  if (step.administratorId !== own.id) throw new Problem(401, 'begin-again', 'Begin again, please.')
  const key = await provenKey(ctx, { step, given })
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await takeStep(trx, step.tokenHash)))
      throw new Problem(401, 'begin-again', 'Begin again, please.')
    await keepNewKey(trx, ctx, { administratorId: own.id, key, keyName: given.keyName })
    await note(trx, ctx, session, own, 'administrator.key-added', { key: key.kind })
  })
}

/** Removes a key of one's own. Throws 404, and 409 for the last remaining key. */
export async function removeOwnKey(
  ctx: AppContext,
  session: AdminSessionRow,
  id: string,
): Promise<void> {
  const own = await requireOwn(ctx, session)
  await ctx.db.transaction().execute(async (trx) => {
    const appSecret = await lockAppSecret(trx, own.id)
    const keys = (await findPasskeys(trx, own.id)).length + (appSecret ? 1 : 0)
    const removed =
      id === APP_KEY
        ? appSecret && 'Code app'
        : await deletePasskey(trx, { id, administratorId: own.id })
    if (!removed) throw new Problem(404, 'not-found', 'There is no such key any more.')
    if (keys === 1) {
      throw new Problem(409, 'last-key', 'This is your only second key: add another one first.')
    }
    if (id === APP_KEY) await clearAppSecret(trx, own.id)
    await note(trx, ctx, session, own, 'administrator.key-removed', { key: removed })
  })
}

/** Returns new recovery codes; the previous ones are void. */
export async function renewRecoveryCodes(
  ctx: AppContext,
  session: AdminSessionRow,
): Promise<string[]> {
  const own = await requireOwn(ctx, session)
  const codes = newRecoveryCodes()
  await ctx.db.transaction().execute(async (trx) => {
    const codeHashes = codes.map(hashRecoveryCode)
    await replaceRecoveryCodes(trx, { administratorId: own.id, codeHashes })
    await note(trx, ctx, session, own, 'administrator.codes-renewed')
  })
  return codes
}

/** Ends their other sessions, and signing in that was begun with the one before. Throws 400 for one that is easy to guess. */
export async function changeAdministratorPassword(
  ctx: AppContext,
  session: AdminSessionRow,
  password: string,
): Promise<void> {
  const own = await requireOwn(ctx, session)
  await requireUncommonPassword(ctx, password, own.email)
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async (trx) => {
    await updateAdministratorPassword(trx, { id: own.id, passwordHash })
    await deleteSignInSteps(trx, own.id)
    await deleteAdministratorSessions(trx, { administratorId: own.id, but: session.tokenHash })
    await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
    await note(trx, ctx, session, own, 'administrator.password')
  })
}

/** Ends a session of one's own. Throws 404 if it is not theirs or has ended. */
export async function endOwnSession(
  ctx: AppContext,
  session: AdminSessionRow,
  label: string,
): Promise<void> {
  const own = await requireOwn(ctx, session)
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await deleteAdministratorSessions(trx, { administratorId: own.id, label })
    if (ended === 0) throw new Problem(404, 'not-found', 'That session has ended already.')
    await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
    const record = label === session.label ? recordDone : recordAudit
    await record(trx, ctx, actorOf(session), [
      {
        action: 'administrator.session-ended',
        subject: administratorSubject(own),
        after: { session: label },
      },
    ])
  })
}

async function note(
  trx: Trx,
  ctx: AppContext,
  session: AdminSessionRow,
  own: AdministratorRow,
  action: string,
  after?: object,
): Promise<void> {
  await recordAudit(trx, ctx, actorOf(session), [
    { action, subject: administratorSubject(own), ...(after && { after }) },
  ])
}
