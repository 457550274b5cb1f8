import { type Selectable, sql } from 'kysely'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type AdministratorRow = Selectable<Tables['administrators']>
export type InvitationRow = Selectable<Tables['administratorInvitations']>
export type StepRow = Selectable<Tables['administratorSteps']>
export type PasskeyRow = Selectable<Tables['administratorPasskeys']>

export async function findAdministrator(
  db: Database,
  by: { email: string } | { id: string },
): Promise<AdministratorRow | undefined> {
  return db
    .selectFrom('administrators')
    .selectAll()
    .where('removedAt', 'is', null)
    .$call((found) =>
      'email' in by ? found.where('email', '=', by.email) : found.where('id', '=', by.id),
    )
    .executeTakeFirst()
}

export async function hasOwner(db: Database): Promise<boolean> {
  const owner = await db
    .selectFrom('administrators')
    .select('id')
    .where('role', '=', 'owner')
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Whether any administrator account exists, an owner's or not. */
export async function hasAdministrators(db: Database): Promise<boolean> {
  const any = await db
    .selectFrom('administrators')
    .select('id')
    .where('removedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return any !== undefined
}

/**
 * Serializes changes of ownership until the transaction ends, so that the last owner stays. Returns the
 * owners' ids.
 */
export async function lockOwners(trx: Trx): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtext('administrators'))`.execute(trx)
  const owners = await trx
    .selectFrom('administrators')
    .select('id')
    .where('role', '=', 'owner')
    .where('removedAt', 'is', null)
    .execute()
  return owners.map(({ id }) => id)
}

export async function findOwnersAddresses(db: Database): Promise<string[]> {
  const owners = await db
    .selectFrom('administrators')
    .select('email')
    .where('role', '=', 'owner')
    .where('removedAt', 'is', null)
    .execute()
  return owners.map(({ email }) => email)
}

/** Returns all administrators by name, with when each was last here and which keys they have. */
export async function findAdministrators(db: Database) {
  return db
    .selectFrom('administrators')
    .select(['id', 'email', 'name', 'role', 'createdAt'])
    .select(sql<boolean>`app_secret is not null`.as('hasApp'))
    .select((eb) => [
      eb
        .selectFrom('adminSessions')
        .select((one) => one.fn.max('lastSeenAt').as('at'))
        .whereRef('adminSessions.administratorId', '=', 'administrators.id')
        .as('lastSeenAt'),
      eb
        .selectFrom('administratorPasskeys')
        .select((one) => one.fn.countAll<number>().as('n'))
        .whereRef('administratorPasskeys.administratorId', '=', 'administrators.id')
        .as('passkeys'),
      eb
        .selectFrom('administratorRecoveryCodes')
        .select((one) => one.fn.countAll<number>().as('n'))
        .whereRef('administratorRecoveryCodes.administratorId', '=', 'administrators.id')
        .where('usedAt', 'is', null)
        .as('recoveryCodesLeft'),
    ])
    .where('removedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function insertAdministrator(
  trx: Trx,
  row: Omit<AdministratorRow, 'removedAt' | 'appLastStep'>,
): Promise<void> {
  await trx.insertInto('administrators').values(row).execute()
}

/** Inserts an administrator unless the address has an account already. */
export async function insertAdministratorUnlessThere(
  trx: Trx,
  row: Omit<AdministratorRow, 'removedAt' | 'appLastStep'>,
): Promise<void> {
  await trx
    .insertInto('administrators')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateRole(
  trx: Trx,
  { id, role }: { id: string; role: AdministratorRole },
): Promise<void> {
  await trx.updateTable('administrators').set({ role }).where('id', '=', id).execute()
}

export async function updateAdministratorPassword(
  trx: Trx,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<void> {
  await trx.updateTable('administrators').set({ passwordHash }).where('id', '=', id).execute()
}

/** Whether this is their password still: who is changing it at this moment is waited for. */
export async function isPasswordStill(
  db: Database,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<boolean> {
  const held = await db
    .selectFrom('administrators')
    .select('passwordHash')
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return held?.passwordHash === passwordHash
}

/** Removes an administrator and deletes their keys; the row stays for the audit. */
export async function removeAdministratorRow(
  trx: Trx,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ removedAt: now, passwordHash: '', appSecret: null })
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('administratorPasskeys').where('administratorId', '=', id).execute()
  await trx.deleteFrom('administratorRecoveryCodes').where('administratorId', '=', id).execute()
  await trx.deleteFrom('administratorSteps').where('administratorId', '=', id).execute()
}

export async function insertInvitation(
  trx: Trx,
  row: Omit<InvitationRow, 'usedAt' | 'endedAt'>,
): Promise<void> {
  await trx.insertInto('administratorInvitations').values(row).execute()
}

/** Ends open invitations: one by id, those to an address, or those sent by the person with an address. */
export async function endInvitations(
  trx: Trx,
  { now, ...by }: { now: Date } & ({ id: string } | { email: string } | { sentBy: string }),
): Promise<InvitationRow[]> {
  return trx
    .updateTable('administratorInvitations')
    .set({ endedAt: now })
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .$call((open) => {
      if ('id' in by) return open.where('id', '=', by.id)
      if ('email' in by) return open.where('email', '=', by.email)
      // Covers all their accounts: taking new keys creates a new account.
      return open.where('inviterId', 'in', (eb) =>
        eb.selectFrom('administrators').select('id').where('email', '=', by.sentBy),
      )
    })
    .returningAll()
    .execute()
}

export async function findOpenInvitations(db: Database, now: Date): Promise<InvitationRow[]> {
  return db
    .selectFrom('administratorInvitations')
    .selectAll()
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute()
}

export async function findInvitation(
  db: Database,
  by: { id: string } | { tokenHash: string },
): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('administratorInvitations')
    .selectAll()
    .$call((found) =>
      'id' in by
        ? found.where('id', '=', by.id)
        : found.where('id', 'in', (eb) =>
            eb
              .selectFrom('administratorInvitationLinks')
              .select('invitationId')
              .where('tokenHash', '=', by.tokenHash),
          ),
    )
    .executeTakeFirst()
}

export async function insertInvitationLink(
  db: Database,
  link: { tokenHash: string; invitationId: string },
): Promise<void> {
  await db.insertInto('administratorInvitationLinks').values(link).execute()
}

/** Returns false if the invitation was answered, taken back or has expired. */
export async function spendInvitation(
  trx: Trx,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('administratorInvitations')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export async function insertStep(db: Database, step: StepRow): Promise<void> {
  await db.insertInto('administratorSteps').values(step).execute()
}

export async function findStep(
  db: Database,
  { tokenHash, kind, now }: { tokenHash: string; kind: StepRow['kind']; now: Date },
): Promise<StepRow | undefined> {
  return db
    .selectFrom('administratorSteps')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Returns false if the step is gone: each is taken once. */
export async function takeStep(trx: Trx, tokenHash: string): Promise<boolean> {
  const taken = await trx
    .deleteFrom('administratorSteps')
    .where('tokenHash', '=', tokenHash)
    .returning('tokenHash')
    .executeTakeFirst()
  return taken !== undefined
}

/** What somebody has begun with a password that counts no more. */
export async function deleteSignInSteps(trx: Trx, administratorId: string): Promise<void> {
  await trx
    .deleteFrom('administratorSteps')
    .where('administratorId', '=', administratorId)
    .where('kind', '=', 'sign-in')
    .execute()
}

export async function deleteOldSteps(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('administratorSteps').where('expiresAt', '<', now).execute()
}
