import type { Database } from '#app/db/database.ts'
import { hashToken } from '#app/server/tokens.ts'
import { deleteTrialsOf, findTrial, insertTrial } from './trials.queries.ts'

type Trial = {
  subscriptionId: string
  email: string | undefined
  /** The provider's name for the card's number, the same whoever uses it. */
  cardFingerprint: string | undefined
  startedAt: Date
}

/**
 * One trial for each address and each card. False when another subscription has had it; then
 * nothing is noted either.
 */
export async function takeTrial(db: Database, trial: Trial): Promise<boolean> {
  const { subscriptionId, startedAt } = trial
  for (const key of keysOf(trial)) {
    await insertTrial(db, { ...key, subscriptionId, startedAt })
    const first = await findTrial(db, key)
    if (first?.subscriptionId !== subscriptionId) {
      await deleteTrialsOf(db, subscriptionId)
      return false
    }
  }
  return true
}

export async function hasHadTrial(db: Database, email: string): Promise<boolean> {
  return (await findTrial(db, { kind: 'email', keyHash: hashToken(email) })) !== undefined
}

function keysOf({ email, cardFingerprint }: Trial) {
  return [
    ...(email ? [{ kind: 'email' as const, keyHash: hashToken(email) }] : []),
    ...(cardFingerprint ? [{ kind: 'card' as const, keyHash: hashToken(cardFingerprint) }] : []),
  ]
}
