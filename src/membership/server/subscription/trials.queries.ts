import type { Database } from '#app/db/database.ts'

type TrialKey = { kind: 'email' | 'card'; keyHash: string }

export async function insertTrial(
  db: Database,
  trial: TrialKey & { subscriptionId: string; startedAt: Date },
) {
  await db
    .insertInto('trials')
    .values(trial)
    .onConflict((conflict) => conflict.columns(['kind', 'keyHash']).doNothing())
    .execute()
}

/** The subscription that used the trial of this address or card. */
export async function findTrial(db: Database, { kind, keyHash }: TrialKey) {
  return db
    .selectFrom('trials')
    .select('subscriptionId')
    .where('kind', '=', kind)
    .where('keyHash', '=', keyHash)
    .executeTakeFirst()
}

export async function deleteTrialsOf(db: Database, subscriptionId: string) {
  await db.deleteFrom('trials').where('subscriptionId', '=', subscriptionId).execute()
}
