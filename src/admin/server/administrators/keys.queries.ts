import type { Database, Trx } from '#app/db/database.ts'
import type { PasskeyRow } from './administrators.queries.ts'

export async function findPasskeys(db: Database, administratorId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('administratorPasskeys')
    .selectAll()
    .where('administratorId', '=', administratorId)
    .orderBy('createdAt')
    .execute()
}

/** Returns false if this passkey is already registered by anybody. */
export async function insertPasskey(
  trx: Trx,
  row: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('administratorPasskeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updatePasskeyUse(
  trx: Trx,
  { id, counter, now }: { id: string; counter: number; now: Date },
): Promise<void> {
  await trx
    .updateTable('administratorPasskeys')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function deletePasskey(
  trx: Trx,
  { id, administratorId }: { id: string; administratorId: string },
): Promise<string | undefined> {
  const deleted = await trx
    .deleteFrom('administratorPasskeys')
    .where('id', '=', id)
    .where('administratorId', '=', administratorId)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

export async function updateAppSecret(
  trx: Trx,
  {
    administratorId,
    appSecret,
    step,
  }: { administratorId: string; appSecret: string; step: number },
): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ appSecret, appLastStep: step })
    .where('id', '=', administratorId)
    .execute()
}

export async function clearAppSecret(trx: Trx, administratorId: string): Promise<void> {
  await trx
    .updateTable('administrators')
    .set({ appSecret: null })
    .where('id', '=', administratorId)
    .execute()
}

/**
 * Locks the account, so that removals of two keys run one by one and one key stays. Returns the app's secret,
 * or null without an app.
 */
export async function lockAppSecret(trx: Trx, administratorId: string): Promise<string | null> {
  const held = await trx
    .selectFrom('administrators')
    .select('appSecret')
    .where('id', '=', administratorId)
    .forUpdate()
    .executeTakeFirst()
  return held?.appSecret ?? null
}

/** Returns false if a code of this step or a later one was used before: each works once. */
export async function spendAppStep(
  trx: Trx,
  { administratorId, step }: { administratorId: string; step: number },
): Promise<boolean> {
  const used = await trx
    .updateTable('administrators')
    .set({ appLastStep: step })
    .where('id', '=', administratorId)
    .where('appLastStep', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Stores new recovery codes; the previous ones are void. */
export async function replaceRecoveryCodes(
  trx: Trx,
  { administratorId, codeHashes }: { administratorId: string; codeHashes: string[] },
): Promise<void> {
  await trx
    .deleteFrom('administratorRecoveryCodes')
    .where('administratorId', '=', administratorId)
    .execute()
  await trx
    .insertInto('administratorRecoveryCodes')
    .values(codeHashes.map((codeHash) => ({ administratorId, codeHash, usedAt: null })))
    .execute()
}

/** Marks a recovery code as used. Returns false if it does not exist or was used before. */
export async function spendRecoveryCode(
  trx: Trx,
  { administratorId, codeHash, now }: { administratorId: string; codeHash: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('administratorRecoveryCodes')
    .set({ usedAt: now })
    .where('administratorId', '=', administratorId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Database, administratorId: string): Promise<number> {
  const { n } = await db
    .selectFrom('administratorRecoveryCodes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('administratorId', '=', administratorId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}
