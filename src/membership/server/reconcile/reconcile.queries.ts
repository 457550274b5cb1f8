import { sql } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import { LIVE_STATUSES } from '#app/membership/server/membership.rules.ts'
import { offer, PLANS } from '#app/shared/offer.ts'

const yearlyPlans = PLANS.filter((plan) => offer.plans[plan].interval === 'year')

export async function latestEventAt(db: Database): Promise<Date | undefined> {
  const row = await db
    .selectFrom('webhookEvents')
    .select((eb) => eb.fn.max('createdAt').as('at'))
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Live ones whose events are overdue: a period that ended, a failed payment. */
export async function findStaleSubscriptions(
  db: Database,
  { late, limit }: { late: Date; limit: number },
) {
  return db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'in', LIVE_STATUSES)
    .where('readNumber', '>', 0)
    .where((eb) =>
      eb.or([
        eb('currentPeriodEnd', '<', late),
        eb('trialEndsAt', '<', late).and('status', '=', 'trialing'),
        eb('status', '=', 'past_due'),
      ]),
    )
    .orderBy('readNumber')
    .limit(limit)
    .execute()
}

/** Trials that will be charged, because nobody has cancelled them. */
export async function findTrialsEnding(
  db: Database,
  { after, until }: { after: Date; until: Date },
) {
  return db
    .selectFrom('subscriptions')
    .leftJoin('users', 'users.id', 'subscriptions.userId')
    .leftJoin('checkouts', 'checkouts.subscriptionId', 'subscriptions.id')
    .select(['subscriptions.id', 'subscriptions.plan', 'trialEndsAt', 'subscriptions.priceId'])
    .select((eb) => eb.fn.coalesce('users.email', 'checkouts.email').as('recipient'))
    .where('subscriptions.status', '=', 'trialing')
    .where('cancelAtPeriodEnd', '=', false)
    .where('cancelAt', 'is', null)
    .where('duplicateOf', 'is', null)
    .where((eb) => eb('givenTo', 'is', null).or('givenTo', '=', 'trial'))
    .where('trialEndsAt', '>', after)
    .where('trialEndsAt', '<=', until)
    .execute()
}

/**
 * Paid years that will renew, because nobody has cancelled them, and of which nobody was told so for
 * this time: a day that moved by less than `aheadMs` was told of when it moved. The soonest first.
 */
export async function findRenewalsComing(
  db: Database,
  { now, aheadMs, limit }: { now: Date; aheadMs: number; limit: number },
) {
  const ahead = sql`make_interval(secs => ${aheadMs / 1000})`
  return (
    db
      .selectFrom('subscriptions')
      .leftJoin('users', 'users.id', 'subscriptions.userId')
      .leftJoin('checkouts', 'checkouts.subscriptionId', 'subscriptions.id')
      .select(['subscriptions.id', 'subscriptions.plan', 'currentPeriodEnd'])
      .select((eb) => eb.fn.coalesce('users.email', 'checkouts.email').as('recipient'))
      .where('subscriptions.plan', 'in', yearlyPlans)
      // Days that we gave are a trial to the provider.
      .where((eb) =>
        eb('subscriptions.status', '=', 'active').or(
          eb('subscriptions.status', '=', 'trialing').and('givenTo', '=', 'period'),
        ),
      )
      .where('cancelAtPeriodEnd', '=', false)
      .where('cancelAt', 'is', null)
      .where('duplicateOf', 'is', null)
      .where('currentPeriodEnd', '>', now)
      .where('currentPeriodEnd', '<=', new Date(now.getTime() + aheadMs))
      .where((eb) =>
        eb('renewalToldFor', 'is', null).or(
          eb('currentPeriodEnd', '>', sql<Date>`renewal_told_for + ${ahead}`),
        ),
      )
      .orderBy('currentPeriodEnd')
      .limit(limit)
      .execute()
  )
}

export async function recordRenewalTold(trx: Trx, id: string, renewsAt: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ renewalToldFor: renewsAt })
    .where('id', '=', id)
    .execute()
}

/** Whether a mail about this was enqueued already. */
export async function hasMail(db: Database, key: string): Promise<boolean> {
  const mail = await db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirst()
  return mail !== undefined
}

/** Of every subscription, a page at a time in their order. */
export async function findSubscriptionIds(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
