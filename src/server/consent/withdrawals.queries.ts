import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { hashToken } from '#app/server/tokens.ts'

/**
 * Takes a shared lock on a consent, so that a withdrawal waits until this transaction ends. Call it before writing
 * anything based on the consent. False when it is withdrawn or being withdrawn. It never waits, so it may be called
 * while holding row locks.
 */
export async function holdConsent(trx: Trx, consentId: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockOf(consentId)}) as is_held
  `.execute(trx)
  // A separate statement after the lock, so that it sees everything committed before.
  return rows[0]?.isHeld === true && !(await isWithdrawn(trx, consentId))
}

/** Takes the exclusive lock on a consent: waits for its holders and blocks new ones until the transaction ends. */
export async function waitForConsentUse(trx: Trx, consentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(consentId)})`.execute(trx)
}

/** Repeating a withdrawal can only extend how long the record is kept. */
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
