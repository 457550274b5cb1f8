import type { FastifyRequest } from 'fastify'
import { touchSession } from '#app/accounts/server/sessions/sessions.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { type Subscription, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { announce } from '#app/server/live.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import {
  findPersonWithMembership,
  findSessionWithMembership,
  findSubscriptions,
  hasMembership,
  insertSubscription,
  type NewSubscription,
} from './membership.queries.ts'
import { isMemberStatus, pickSubscription } from './membership.rules.ts'

/** Who is looking. What they may see depends on this and on nothing they send. */
export type Viewer =
  | { class: 'visitor'; userId?: undefined }
  | { class: 'free'; userId: string }
  | { class: 'member'; userId: string; isOnTrial: boolean }

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
  const { userId, isMember, isPaying, isConfirmed } = session
  if (isMember) return { class: 'member', userId, isOnTrial: !isPaying }
  // Whose address is not confirmed sees what a visitor sees.
  return isConfirmed ? { class: 'free', userId } : VISITOR
}

/** The same of somebody who is not here, such as whoever a private link belongs to. */
export async function findViewer({ db }: Pick<AppContext, 'db'>, userId: string): Promise<Viewer> {
  const person = await findPersonWithMembership(db, userId)
  if (!person?.isConfirmed) return VISITOR
  const { isMember, isPaying } = person
  return isMember ? { class: 'member', userId, isOnTrial: !isPaying } : { class: 'free', userId }
}

export async function readSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  const row = pickSubscription(await findSubscriptions(ctx.db, userId))
  // A status that the provider invents later opens nothing and is shown as none.
  const status = SubscriptionStatus.safeParse(row?.status).data ?? null
  if (!row) {
    const none = {
      tier: null,
      price: null,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: null,
      card: null,
    }
    return { status, ...none, isMember: false }
  }
  return {
    status,
    tier: row.plan,
    price: row.priceCents === null ? null : row.priceCents / 100,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd || row.cancelAt !== null,
    currentPeriodEnd: (row.endedAt ?? row.cancelAt ?? row.currentPeriodEnd)?.toISOString() ?? null,
    isMember: isMemberStatus(row.status),
    card: row.cardBrand && row.cardLast4 ? { brand: row.cardBrand, last4: row.cardLast4 } : null,
  }
}

/** Adds a row that the provider has not told of: for the demo, and for trying things out. */
export async function addSubscription(
  db: Database,
  subscription: Omit<NewSubscription, 'cancelAt'>,
): Promise<void> {
  await insertSubscription(db, { ...subscription, cancelAt: null })
}

/** Announces inside the transaction that somebody's membership may have changed, and how. */
export async function announceMembership(
  trx: Trx,
  { userId, wasMember }: { userId: string; wasMember: boolean },
): Promise<void> {
  const hasJoined = !wasMember && (await hasMembership(trx, userId))
  await announce(
    trx,
    'accounts',
    JSON.stringify({ userId, ...(hasJoined && { became: 'member' }) }),
  )
}
