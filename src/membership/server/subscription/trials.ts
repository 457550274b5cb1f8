import type { Database, Trx } from '#app/db/database.ts'
import { hashToken } from '#app/server/tokens.ts'
import type { CheckoutRow } from './checkouts.queries.ts'
import type { SubscriptionFacts } from './state.ts'
import { deleteTrialsOf, findEmailOf, findTrial, insertTrial } from './subscriptions.queries.ts'

/**
 * Whether this subscription began with a trial that its address or card has had before. Only
 * checkouts that we opened are judged. A card's trial counts as used from now on; an address's only
 * where an account stands behind it, because anybody can pay with anybody's address.
 */
export async function isTrialRefused(
  trx: Trx,
  {
    facts,
    checkout,
    now,
  }: { facts: SubscriptionFacts; checkout: CheckoutRow | undefined; now: Date },
): Promise<boolean> {
  if (!checkout?.isTrial || !facts.trialEndsAt) return false
  if (checkout.status === 'trial-refused') return true
  // A completed checkout keeps its trial: a card added later is no second trial.
  if (checkout.status === 'complete') return false
  const typed = checkout.email ?? facts.email
  const own = checkout.userId ? await findEmailOf(trx, checkout.userId) : undefined
  const had = typed ? await findTrial(trx, ofAddress(typed)) : undefined
  if (had && had.subscriptionId !== facts.id) return true
  const isFirst = await recordTrial(trx, {
    subscriptionId: facts.id,
    email: own,
    cardFingerprint: facts.card?.fingerprint,
    startedAt: now,
  })
  return !isFirst
}

/** Records the trial of an address once its payment is linked to an account. */
export async function recordTrialOfAddress(
  trx: Trx,
  { email, ...trial }: { email: string; subscriptionId: string; startedAt: Date },
): Promise<void> {
  await insertTrial(trx, { ...ofAddress(email), ...trial })
}

type Trial = {
  subscriptionId: string
  email: string | undefined
  /** The provider's fingerprint of the card number, the same whoever uses the card. */
  cardFingerprint: string | undefined
  startedAt: Date
}

/**
 * Records one trial for each address and each card. Returns false when another subscription has had
 * it; nothing is stored then.
 */
async function recordTrial(db: Database, trial: Trial): Promise<boolean> {
  const { subscriptionId, startedAt } = trial
  for (const key of trialKeys(trial)) {
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
  return (await findTrial(db, ofAddress(email))) !== undefined
}

function ofAddress(email: string) {
  return { kind: 'email' as const, keyHash: hashToken(email) }
}

function trialKeys({ email, cardFingerprint }: Trial) {
  return [
    ...(email ? [ofAddress(email)] : []),
    ...(cardFingerprint ? [{ kind: 'card' as const, keyHash: hashToken(cardFingerprint) }] : []),
  ]
}
