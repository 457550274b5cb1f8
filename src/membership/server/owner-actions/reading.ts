import { normalEmail } from '#app/accounts/accounts.contract.ts'
import type { Database } from '#app/db/database.ts'
import type { MembershipFile, MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { findReceipts } from '#app/membership/server/account/account.queries.ts'
import { findStatusesOf, findSubscriptions } from '#app/membership/server/membership.queries.ts'
import {
  isEndedStatus,
  isLiveStatus,
  isMemberStatus,
  pickSubscription,
} from '#app/membership/server/membership.rules.ts'
import type { SubscriptionRow } from '#app/membership/server/subscription/subscriptions.queries.ts'
import { countNameless, findActsOf, findAskedRefunds } from './acts.queries.ts'
import { findPayersWithoutAccount } from './payers.queries.ts'

/** Somebody's memberships, payments and acts, as stored here; the membership that counts comes first. */
export async function readMembershipFile(db: Database, userId: string): Promise<MembershipFile> {
  const rows = await findSubscriptions(db, userId)
  const payments = await findReceipts(db, userId)
  const asked = await findAskedRefunds(
    db,
    payments.map(({ invoiceId }) => invoiceId),
  )
  const acts = await findActsOf(db, userId)
  const replaced = new Set(
    acts.filter(({ state }) => state !== 'refused').map(({ againOf }) => againOf),
  )
  const counts = pickSubscription(rows)
  const others = rows
    .filter((row) => row !== counts)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return {
    memberships: [...(counts ? [counts] : []), ...others].map(describe),
    payments: payments.map(({ invoiceId, amountCents, refundedCents, ...payment }) => ({
      invoiceId,
      number: payment.number,
      amount: amountCents / 100,
      refunded: refundedCents / 100,
      left: Math.max(0, amountCents - refundedCents - (asked.get(invoiceId) ?? 0)) / 100,
      currency: payment.currency,
      paidAt: payment.paidAt.toISOString(),
      url: payment.receiptUrl,
      dispute: payment.dispute,
    })),
    acts: acts.map((act) => ({
      id: act.id,
      kind: act.kind,
      amount: act.amountCents === null ? null : act.amountCents / 100,
      days: act.days,
      until: act.untilAt?.toISOString() ?? null,
      state: act.state,
      problem: act.problem,
      askedBy: act.askedBy,
      reason: act.reason,
      askedAt: act.askedAt.toISOString(),
      doneAt: act.doneAt?.toISOString() ?? null,
      invoiceId: act.invoiceId,
      canSendAgain: act.state === 'sent-back' && !replaced.has(act.id),
    })),
  }
}

/** Standing and plan of each of several people; those who never had a membership are left out. */
export async function readStandings(db: Database, userIds: string[]) {
  const rows = userIds.length === 0 ? [] : await findStatusesOf(db, userIds)
  const byPerson = Map.groupBy(rows, ({ userId }) => userId ?? '')
  return new Map(
    [...byPerson].flatMap(([userId, theirs]) => {
      const row = pickSubscription(theirs)
      return row ? [[userId, { standing: standingOf(row), plan: row.plan }] as const] : []
    }),
  )
}

/**
 * Which of several people are members, failed payments included, and which are on trial; all others
 * are left out.
 */
export async function readKinds(
  db: Database,
  userIds: string[],
): Promise<Map<string, 'member' | 'trial'>> {
  const rows = userIds.length === 0 ? [] : await findStatusesOf(db, userIds)
  const byPerson = Map.groupBy(rows, ({ userId }) => userId ?? '')
  return new Map(
    [...byPerson].flatMap(([userId, theirs]) => {
      const row = pickSubscription(theirs)
      if (!row || !isLiveStatus(row.status)) return []
      const isTrial = row.status === 'trialing' && row.givenTo !== 'period'
      return [[userId, isTrial ? 'trial' : 'member'] as const]
    }),
  )
}

function standingOf({
  status,
  givenTo,
  ...row
}: Awaited<ReturnType<typeof findStatusesOf>>[number]): string {
  if (isMemberStatus(status) && (row.cancelAtPeriodEnd || row.cancelAt !== null)) return 'ending'
  return status === 'trialing' && givenTo === 'period' ? 'active' : status
}

/** Payments that have no account yet, by the beginning of the address they were made with. */
export async function readPayersWithoutAccount(
  db: Database,
  { typed, limit }: { typed: string; limit: number },
) {
  return findPayersWithoutAccount(db, { beginning: normalEmail(typed), limit })
}

/** Counts what has outlived its account. */
export async function countOutlived(db: Database) {
  return countNameless(db)
}

function describe(row: SubscriptionRow): MembershipOfMember {
  const isGiven = row.givenUntil?.getTime() === row.currentPeriodEnd?.getTime()
  return {
    id: row.id,
    status: row.status,
    plan: row.plan,
    price: row.priceCents === null ? null : row.priceCents / 100,
    since: row.createdAt.toISOString(),
    trialEndsAt: row.trialEndsAt?.toISOString() ?? null,
    periodEndsAt: row.currentPeriodEnd?.toISOString() ?? null,
    isEnding: row.cancelAtPeriodEnd || row.cancelAt !== null,
    endsAt: (row.endedAt ?? row.cancelAt)?.toISOString() ?? null,
    hasEnded: isEndedStatus(row.status),
    isLive: isLiveStatus(row.status),
    card: row.cardBrand && row.cardLast4 ? `${row.cardBrand} ${row.cardLast4}` : null,
    given:
      isGiven && row.givenUntil && row.givenDays > 0
        ? {
            days: row.givenDays,
            until: row.givenUntil.toISOString(),
            isTrial: row.givenTo === 'trial',
          }
        : null,
    leavingCause: row.leavingCause,
    leavingWhy: row.leavingWhy,
    isAtProvider: Number(row.readNumber) > 0,
  }
}
