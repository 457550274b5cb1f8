import { hashPassword, requireUncommonPassword } from '#app/accounts/server/passwords/passwords.ts'
import type {
  FirstSession,
  InvitationStep,
  Invite,
  TakenInvitation,
} from '#app/admin/administrators/administrators.contract.ts'
import { INVITATION_MS, ROLE_WORDS } from '#app/admin/administrators/administrators.facts.ts'
import {
  type AdministratorRow,
  endInvitations,
  findAdministrator,
  findInvitation,
  type InvitationRow,
  insertAdministrator,
  insertInvitation,
  lockOwners,
  removeAdministratorRow,
  spendInvitation,
  takeStep,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { requireStep } from '#app/admin/server/administrators/factors.ts'
import { replaceRecoveryCodes } from '#app/admin/server/administrators/keys.queries.ts'
import { INVITATION_MAIL } from '#app/admin/server/administrators/letters.ts'
import { beginNewKey, keepNewKey, provenKey } from '#app/admin/server/administrators/new-keys.ts'
import {
  hashRecoveryCode,
  newRecoveryCodes,
} from '#app/admin/server/administrators/recovery-codes.ts'
import { type Actor, recordAudit, recordDone } from '#app/admin/server/audit/audit.ts'
import {
  type AdminSessionRow,
  deleteAdministratorSessions,
  deleteSharedSessions,
} from '#app/admin/server/session/session.queries.ts'
import { normalizeName } from '#app/admin/server/session/session.rules.ts'
import {
  ADMIN_SESSION_ENDED,
  actorOf,
  openAccountSession,
} from '#app/admin/server/session/session.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { forbidden, Problem } from '#app/server/problem.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'

/**
 * Invites somebody by mail, which voids earlier invitations to the address. With an account, they get new
 * keys by it: this replaces a lost second factor or restores access.
 */
export async function invite(
  ctx: AppContext,
  session: AdminSessionRow,
  { email, name: typed, role }: Invite,
): Promise<void> {
  if (session.isEmergency && role !== 'owner') {
    throw forbidden('emergency-only', 'By the emergency door only an owner is asked in.')
  }
  const actor = actorOf(session)
  const name = normalizeName(typed)
  const id = newId()
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    // Of two concurrent invitations, the second ends the first.
    await lockOwners(trx)
    await endInvitations(trx, { email, now })
    await insertInvitation(trx, {
      id,
      email,
      name,
      role,
      invitedBy: actor.name,
      inviterId: session.administratorId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    })
    await queueMail(trx, ctx, {
      key: `${INVITATION_MAIL}:${id}`,
      template: INVITATION_MAIL,
      to: email,
      data: { invitationId: id },
    })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'administrator.invited',
        subject: administratorSubject({ id, email }),
        after: { name, role },
      },
    ])
  })
}

/** Takes an open invitation back. Throws 404 if it was answered or taken back before. */
export async function takeBackInvitation(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const [ended] = await endInvitations(trx, { id, now: ctx.now() })
    if (!ended) throw new Problem(404, 'not-found', 'There is no such invitation any more.')
    await recordAudit(trx, ctx, actor, [
      { action: 'administrator.uninvited', subject: administratorSubject(ended) },
    ])
  })
}

/** Returns what whoever follows the link sees and needs to make a key. Throws 410 for a void link. */
export async function openInvitation(ctx: AppContext, token: string): Promise<InvitationStep> {
  const { email, name, role } = await requireInvitation(ctx, token)
  const step = await beginNewKey(ctx, { kind: 'invitation', administratorId: null, email, name })
  return { ...step, email, name, role }
}

async function requireInvitation(ctx: AppContext, token: string): Promise<InvitationRow> {
  const found = isTokenShaped(token)
    ? await findInvitation(ctx.db, { tokenHash: hashToken(token) })
    : undefined
  const isOpen = found && !found.usedAt && !found.endedAt && found.expiresAt > ctx.now()
  if (!isOpen) throw gone()
  return found
}

function gone() {
  const words = 'This invitation was used, taken back or is too old. Ask an owner for a new one.'
  return new Problem(410, 'invitation-void', words)
}

/**
 * Creates the account with its keys, or gives an existing account new ones, which ends all its sessions and
 * earlier keys. Once there is an owner, the shared password no longer opens anything.
 */
export async function takeInvitation(
  ctx: AppContext,
  given: TakenInvitation,
  browser: { network: string; browser: string; token: string | undefined },
): Promise<Omit<FirstSession, 'session'> & Awaited<ReturnType<typeof openAccountSession>>> {
  const invitation = await requireInvitation(ctx, given.token)
  const step = await requireStep(ctx, 'invitation', given.step)
  await requireUncommonPassword(ctx, given.password, invitation.email)
  const key = await provenKey(ctx, { step, given })
  const passwordHash = await hashPassword(given.password)
  const recoveryCodes = newRecoveryCodes()
  const now = ctx.now()

  const administrator = await ctx.db.transaction().execute(async (trx) => {
    const owners = await lockOwners(trx)
    if (!(await spendInvitation(trx, { id: invitation.id, now }))) throw gone()
    await takeStep(trx, step.tokenHash)
    const before = await findAdministrator(trx, { email: invitation.email })
    if (before) await replaceAccount(trx, ctx, before, { owners, role: invitation.role })
    const row: Omit<AdministratorRow, 'removedAt' | 'appLastStep'> = {
      id: newId(),
      email: invitation.email,
      name: normalizeName(given.name),
      role: invitation.role,
      passwordHash,
      appSecret: null,
      createdAt: before?.createdAt ?? now,
    }
    await insertAdministrator(trx, row)
    await keepNewKey(trx, ctx, { administratorId: row.id, key, keyName: given.keyName })
    const codeHashes = recoveryCodes.map(hashRecoveryCode)
    await replaceRecoveryCodes(trx, { administratorId: row.id, codeHashes })
    if (row.role === 'owner') {
      await deleteSharedSessions(trx)
      await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
    }
    const actor = { name: row.name, session: '', id: row.id }
    if (before?.role === 'owner' && row.role !== 'owner') await endSentBy(trx, ctx, actor, row)
    await recordAudit(trx, ctx, actor, [
      {
        action: before ? 'administrator.restored' : 'administrator.joined',
        subject: administratorSubject(row),
        after: { name: row.name, role: ROLE_WORDS[row.role].name, by: invitation.invitedBy },
      },
    ])
    return row
  })
  const opened = await openAccountSession(ctx, { administrator, ...browser, by: 'invitation' })
  return { recoveryCodes, ...opened }
}

/** Ends open invitations to a person who was removed or whose role changed. */
export async function endSentTo(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  { email }: { email: string },
): Promise<void> {
  await recordEnded(trx, ctx, actor, await endInvitations(trx, { email, now: ctx.now() }))
}

/** Ends open invitations that a former owner has sent. */
export async function endSentBy(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  { email }: { email: string },
): Promise<void> {
  await recordEnded(trx, ctx, actor, await endInvitations(trx, { sentBy: email, now: ctx.now() }))
}

async function recordEnded(
  trx: Trx,
  ctx: AppContext,
  actor: Actor,
  ended: InvitationRow[],
): Promise<void> {
  await recordDone(
    trx,
    ctx,
    actor,
    ended.map((invitation) => ({
      action: 'administrator.uninvited',
      subject: administratorSubject(invitation),
    })),
  )
}

/** Refuses an invitation that would demote the last owner. */
async function replaceAccount(
  trx: Trx,
  ctx: AppContext,
  before: AdministratorRow,
  { owners, role }: { owners: string[]; role: AdministratorRow['role'] },
): Promise<void> {
  if (role !== 'owner' && owners.length === 1 && owners[0] === before.id) throw lastOwner()
  await removeAdministratorRow(trx, { id: before.id, now: ctx.now() })
  await deleteAdministratorSessions(trx, { administratorId: before.id })
  await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
}

export function lastOwner() {
  return new Problem(409, 'last-owner', 'The club needs an owner: make somebody else one first.')
}

export function administratorSubject({ id, email }: { id: string; email: string }) {
  return { kind: 'administrator' as const, id, label: email }
}
