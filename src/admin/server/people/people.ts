import type { People } from '#app/admin/administrators/administrators.contract.ts'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import {
  findAdministrator,
  findAdministrators,
  findOpenInvitations,
  hasOwner,
  lockOwners,
  removeAdministratorRow,
  updateRole,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { type Actor, recordAudit, recordDone } from '#app/admin/server/audit/audit.ts'
import { deleteAdministratorSessions } from '#app/admin/server/session/session.queries.ts'
import { ADMIN_SESSION_ENDED } from '#app/admin/server/session/session.ts'
import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { administratorSubject, endSentBy, endSentTo, lastOwner } from './invitations.ts'

export async function readPeople(ctx: AppContext, ownId: string | null): Promise<People> {
  const [people, invitations, isOwned] = await Promise.all([
    findAdministrators(ctx.db),
    findOpenInvitations(ctx.db, ctx.now()),
    hasOwner(ctx.db),
  ])
  return {
    people: people.map(({ createdAt, lastSeenAt, passkeys, recoveryCodesLeft, ...person }) => ({
      ...person,
      isYou: person.id === ownId,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      passkeys: passkeys ?? 0,
      recoveryCodesLeft: recoveryCodesLeft ?? 0,
    })),
    invitations: invitations.map(({ id, email, name, role, invitedBy, expiresAt }) => ({
      id,
      email,
      name,
      role,
      invitedBy,
      expiresAt: expiresAt.toISOString(),
    })),
    hasOwner: isOwned,
  }
}

/**
 * Changes a role from the person's next request on; voids open invitations to them, and those sent by a
 * former owner. Throws 404, and 409 for the last owner.
 */
export async function changeRole(
  ctx: AppContext,
  actor: Actor,
  { id, role }: { id: string; role: AdministratorRole },
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const person = await requirePerson(trx, { id, staysOwner: role === 'owner' })
    if (person.role === role) return
    await updateRole(trx, { id, role })
    await endSentTo(trx, ctx, actor, person)
    if (person.role === 'owner') await endSentBy(trx, ctx, actor, person)
    await recordAudit(trx, ctx, actor, [
      {
        action: 'administrator.role',
        subject: administratorSubject(person),
        before: { role: person.role },
        after: { role },
      },
    ])
  })
}

/**
 * Removes an administrator, ends their sessions at once and voids open invitations to and from them. Throws
 * 404, and 409 for the last owner.
 */
export async function removePerson(ctx: AppContext, actor: Actor, id: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const person = await requirePerson(trx, { id, staysOwner: false })
    await removeAdministratorRow(trx, { id, now: ctx.now() })
    await deleteAdministratorSessions(trx, { administratorId: id })
    await announce(trx, 'sessions', ADMIN_SESSION_ENDED)
    // Comes after their sessions have ended, so that they cannot send another.
    await endSentTo(trx, ctx, actor, person)
    await endSentBy(trx, ctx, actor, person)
    // Administrators who remove themselves have no session any more.
    const record = id === actor.id ? recordDone : recordAudit
    await record(trx, ctx, actor, [
      {
        action: 'administrator.removed',
        subject: administratorSubject(person),
        before: { role: person.role },
      },
    ])
  })
}

async function requirePerson(trx: Trx, { id, staysOwner }: { id: string; staysOwner: boolean }) {
  const owners = await lockOwners(trx)
  const person = await findAdministrator(trx, { id })
  if (!person) throw new Problem(404, 'not-found', 'They are not here any more.')
  if (!staysOwner && owners.length === 1 && owners[0] === id) throw lastOwner()
  return person
}
