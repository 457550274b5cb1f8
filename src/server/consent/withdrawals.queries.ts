import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { hashToken } from '#app/server/tokens.ts'

/**
 * Takes a shared lock on consent, unless it is withdrawn: until the transaction ends, a withdrawal
 * waits for it. Asked before anything is written that rests on the consent. It never waits itself,
 * so that it may be asked with rows locked: a withdrawal that is under way counts.
 */
export async function holdConsent(trx: Trx, consentId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockOf(consentId)}) as is_held
  `.execute(trx)
  // Looked for after the lock, by a statement of its own: what was committed before it is seen.
  return rows[0]?.isHeld === true && !(await isWithdrawn(trx, consentId))
}

/** Waits for whoever holds this consent, and keeps others from holding it until the end. */
export async function waitForConsentUse(trx: Trx, consentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(consentId)})`.execute(trx)
}

/** Repeating it makes the record last longer, never shorter. */
export async function recordWithdrawal(
  trx: Trx,
  { consentId, expiresAt }: { consentId: string; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto('consentWithdrawals')
    .values({ consentHash: hashToken(consentId), expiresAt })
    .onConflict((conflict) =>
      conflict.column('consentHash').doUpdateSet((eb) => ({
        expiresAt: eb.fn('greatest', ['consentWithdrawals.expiresAt', 'excluded.expiresAt']),
      })),
    )
    .execute()
}

export async function isWithdrawn(db: Database, consentId: string): Promise<boolean> {
  const note = await db
    .selectFrom('consentWithdrawals')
    .select('consentHash')
    .where('consentHash', '=', hashToken(consentId))
    .executeTakeFirst()
  return note !== undefined
}

export async function purgeOldWithdrawals(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('consentWithdrawals').where('expiresAt', '<', now).execute()
}

function lockOf(consentId: string) {
  return sql`hashtextextended(${consentId}, 0)`
}
