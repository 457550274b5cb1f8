import type { FastifyRequest } from 'fastify'
import { touchSession } from '#app/accounts/server/sessions.ts'
import { type Subscription, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import {
  findSessionWithMembership,
  findSubscriptions,
  insertSubscription,
} from './membership.queries.ts'
import { isMemberStatus, pickSubscription } from './membership.rules.ts'

/** Who is looking. What they may see depends on this and on nothing they send. */
export type Viewer =
  | { class: 'visitor'; userId?: undefined }
  | { class: 'free'; userId: string }
  | { class: 'member'; userId: string }

const VISITOR: Viewer = { class: 'visitor' }

/** The one answer to "is this a member?", read from stored rows on every request. */
export async function readViewer(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<Viewer> {
  const token = readSessionToken(ctx, request)
  if (!isTokenShaped(token)) return VISITOR
  const tokenHash = hashToken(token)
  const session = await findSessionWithMembership(ctx.db, tokenHash)
  if (!session || !(await touchSession(ctx, { ...session, tokenHash }))) return VISITOR
  return { class: session.isMember ? 'member' : 'free', userId: session.userId }
}

export async function readSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const row = pickSubscription(await findSubscriptions(ctx.db, userId))
  // A word the provider invents later opens nothing and is shown as nothing.
  const status = SubscriptionStatus.safeParse(row?.status).data ?? null
  if (!row) {
    const none = { tier: null, cancelAtPeriodEnd: false, currentPeriodEnd: null, card: null }
    return { status, ...none, isMember: false }
  }
  return {
    status,
    tier: row.plan,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd || row.cancelAt !== null,
    currentPeriodEnd: (row.endedAt ?? row.cancelAt ?? row.currentPeriodEnd)?.toISOString() ?? null,
    isMember: isMemberStatus(row.status),
    card: row.cardBrand && row.cardLast4 ? { brand: row.cardBrand, last4: row.cardLast4 } : null,
  }
}

export {
  blankMarksOf as forgetMarksOf,
  takeReport as takePurchaseReport,
} from '#app/membership/server/checkout/ad-click-ids.queries.ts'
export { PURCHASE_QUEUE } from '#app/membership/server/checkout/ad-click-ids.ts'
export { forgetBinding, readBinding } from '#app/membership/server/checkout/cookies.ts'
export {
  findOwnPurchase,
  type Purchase,
  readPurchase,
} from '#app/membership/server/checkout/purchases.ts'
export { insertSubscription as addSubscription }
