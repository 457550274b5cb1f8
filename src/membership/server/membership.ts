import type { FastifyRequest } from 'fastify'
import type { User } from '#app/accounts/accounts.contract.ts'
import { requireUser, toUser, touchSession } from '#app/accounts/server/sessions/sessions.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { type Subscription, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import type { SessionOwner } from '#app/server/admission/guard.ts'
import { batch } from '#app/server/batch.ts'
import type { AppContext } from '#app/server/context.ts'
import { drawingOn } from '#app/server/http/drawing-on.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { announce } from '#app/server/live.ts'
import { forbidden } from '#app/server/problem.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import {
  findMemberIds,
  findPeopleWithMembership,
  findSignedIn,
  findSubscriptions,
  hasMembership,
  insertSubscription,
  type NewSubscription,
} from './membership.queries.ts'
import { isMemberStatus, pickSubscription } from './membership.rules.ts'
import { NO_SUBSCRIPTION, type PageClass, pageClassOf } from './page-class.rules.ts'
import { type Drawing, drawingOf } from './pages-of-class.ts'

/** Who is looking. What they may see depends on this alone, and on nothing they send. */
export type Viewer =
  | { class: 'visitor'; userId?: undefined }
  | { class: 'free'; userId: string; drawing?: Drawing }
  | { class: 'member'; userId: string; isOnTrial: boolean; drawing?: Drawing }

const VISITOR: Viewer = { class: 'visitor' }

/** A signed-in person, as the stored rows describe them at this moment. */
export type SignedInPerson = { viewer: Viewer; user: User; subscription: Subscription }

/**
 * The viewer of a request, and so the only answer to "is this a member?"; read from stored rows
 * each time.
 */
export async function readViewer(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies' | 'raw'>,
): Promise<Viewer> {
  const drawing = drawingOf(request)
  if (drawing) return anybodyLooking(drawing)
  return (await readSignedIn(ctx, request))?.viewer ?? VISITOR
}

/**
 * Throws 401 for a visitor, and 403 until the address is confirmed: until then an account can do
 * what a visitor can.
 */
export async function requireConfirmed(
  ctx: AppContext,
  request: FastifyRequest,
): Promise<Exclude<Viewer, { class: 'visitor' }>> {
  await requireUser(ctx, request)
  const viewer = await readViewer(ctx, request)
  if (viewer.class !== 'visitor') return viewer
  throw forbidden(
    'unconfirmed-address',
    'Confirm your address first: the link is in the mail that we sent you.',
  )
}

/** The viewer for somebody who does not make the request, such as the owner of a private link. */
export async function findViewer({ db }: Pick<AppContext, 'db'>, userId: string): Promise<Viewer> {
  const [person] = await findPeopleWithMembership(db, [userId])
  return person ? viewerAway(userId, person) : VISITOR
}

/** The viewers for many people, by user id, in one query. */
export async function findViewers(
  { db }: Pick<AppContext, 'db'>,
  userIds: string[],
): Promise<Map<string, Viewer>> {
  const people = await findPeopleWithMembership(db, userIds)
  return new Map(people.map((person) => [person.id, viewerAway(person.id, person)]))
}

function viewerAway(
  userId: string,
  { isConfirmed, isMember, isPaying }: Record<'isConfirmed' | 'isMember' | 'isPaying', unknown>,
): Viewer {
  if (!isConfirmed) return VISITOR
  return isMember ? { class: 'member', userId, isOnTrial: !isPaying } : { class: 'free', userId }
}

/** Which of several people are members. */
export async function findMembersAmong(
  db: Database,
  userIds: string[],
): Promise<ReadonlySet<string>> {
  return new Set(userIds.length === 0 ? [] : await findMemberIds(db, userIds))
}

/** The viewer for whom a shared page is drawn: nobody in particular. What it reads counts for its readers. */
function anybodyLooking(drawing: Drawing): Viewer {
  return drawing.pageClass === 'member'
    ? { class: 'member', userId: '', isOnTrial: false, drawing }
    : { class: 'free', userId: '', drawing }
}

/** Who makes this request, by one look-up; undefined when nobody is signed in. */
export async function readSignedIn(
  ctx: AppContext,
  request: Pick<FastifyRequest, 'cookies'>,
): Promise<SignedInPerson | undefined> {
  return findSignedInBy(ctx, readSessionToken(ctx, request))
}

/** The person with this session token, before the framework has read the cookies, and their classes. */
export async function findOwnerBy(
  ctx: AppContext,
  token: string,
): Promise<(SessionOwner & SignedInPerson) | undefined> {
  const person = await findSignedInBy(ctx, token)
  if (!person) return
  const pageClass = pageClassOf(person)
  const ofPages = pageClass ? [pagesOfClass(pageClass)] : []
  return { ...person, classes: [person.viewer.class, ...ofPages] }
}

/** The name of the class of people who see the pages drawn for `pageClass`. */
export function pagesOfClass(pageClass: PageClass): string {
  return `pages of ${pageClass}`
}

/** Every session owner is made by {@link findOwnerBy}, so the cast holds. */
export function personOf(owner: SessionOwner): SignedInPerson {
  return owner as SessionOwner & SignedInPerson
}

async function findSignedInBy(
  ctx: AppContext,
  token: string | undefined,
): Promise<SignedInPerson | undefined> {
  if (!isTokenShaped(token)) return
  const tokenHash = hashToken(token)
  const rows = await findTogether(ctx, 'people', tokenHash)
  const [session] = rows
  if (!session || !(await touchSession(ctx, session))) return
  const user = toUser({ ...session, id: session.userId })
  const statuses = rows.flatMap(({ status }) => status ?? [])
  const subscriptions = rows.flatMap((row) =>
    row.status === null || row.duplicateOf !== null ? [] : [row as SubscriptionRow],
  )
  return {
    // With days that we gave, the provider calls a paid period a trial.
    viewer: viewerOf(
      session,
      statuses,
      rows.some(({ status, givenTo }) => givenTo === 'period' && isMemberStatus(status ?? '')),
    ),
    user,
    subscription: describeSubscription(subscriptions),
  }
}

function viewerOf(
  { userId, confirmedAt }: { userId: string; confirmedAt: Date | null },
  statuses: string[],
  isPaidUp: boolean,
): Viewer {
  if (statuses.some(isMemberStatus)) {
    return { class: 'member', userId, isOnTrial: !statuses.includes('active') && !isPaidUp }
  }
  // An account whose address is not confirmed sees what a visitor sees.
  return confirmedAt === null ? VISITOR : { class: 'free', userId }
}

/** Combines the look-ups of one moment into one query, which costs hardly more than that of one. */
const findTogether = batch(
  async (ctx: AppContext, tokenHashes: string[]) => {
    const rows = await drawingOn('owners', () => findSignedIn(ctx.db, tokenHashes))
    const byToken = Map.groupBy(rows, ({ tokenHash }) => tokenHash)
    return tokenHashes.map((tokenHash) => byToken.get(tokenHash) ?? [])
  },
  // The cost is in the statement: with few statements at once, each answers many look-ups.
  { atOnce: 2, failsTogether: true },
)

export async function readSubscription(ctx: AppContext, userId: string): Promise<Subscription> {
  return describeSubscription(await findSubscriptions(ctx.db, userId))
}

type SubscriptionRow = Pick<
  Awaited<ReturnType<typeof findSubscriptions>>[number],
  | ('status' | 'plan' | 'priceCents' | 'cancelAtPeriodEnd' | 'cancelAt' | 'updatedAt')
  | ('currentPeriodEnd' | 'endedAt' | 'cardBrand' | 'cardLast4')
  | ('givenDays' | 'givenUntil' | 'givenTo')
>

/** Describes the subscription that counts. */
function describeSubscription(rows: SubscriptionRow[]): Subscription {
  const row = pickSubscription(rows)
  // A status that the provider invents later opens nothing and is shown as null.
  const status = SubscriptionStatus.safeParse(row?.status).data ?? null
  if (!row) return { ...NO_SUBSCRIPTION, status }
  return {
    status,
    tier: row.plan,
    price: row.priceCents === null ? null : row.priceCents / 100,
    cancelAtPeriodEnd: row.cancelAtPeriodEnd || row.cancelAt !== null,
    currentPeriodEnd: (row.endedAt ?? row.cancelAt ?? row.currentPeriodEnd)?.toISOString() ?? null,
    isMember: isMemberStatus(row.status),
    ...givenIn(row),
    card: row.cardBrand && row.cardLast4 ? { brand: row.cardBrand, last4: row.cardLast4 } : null,
  }
}

/** Given days count only while the period really ends on the day that they moved it to. */
function givenIn({ givenDays, givenUntil, givenTo, currentPeriodEnd }: SubscriptionRow) {
  if (givenDays === 0 || givenUntil?.getTime() !== currentPeriodEnd?.getTime()) return {}
  return { given: { days: givenDays, isTrial: givenTo === 'trial' } }
}

/** Adds a subscription that the provider does not know: for the demo, and for trying things out. */
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
