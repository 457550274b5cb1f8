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

/** Live subscriptions whose events are overdue: a period or trial that ended, a failed payment. */
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

/** Running trials that will be charged and that end after `after`, by `until` at the latest. */
export async function findTrialsEnding(
  db: Database,
  { after, until }: { after: Date; until: Date },
) {
  return whatWillBeCharged(db)
    .select('trialEndsAt')
    .where('subscriptions.status', '=', 'trialing')
    .where((eb) => eb('givenTo', 'is', null).or('givenTo', '=', 'trial'))
    .where('trialEndsAt', '>', after)
    .where('trialEndsAt', '<=', until)
    .execute()
}

/**
 * Yearly memberships that will renew and of whose renewal nobody was told yet, soonest first. A
 * date that has moved by less than `aheadMs` was told of when it moved.
 */
export async function findRenewalsComing(
  db: Database,
  { now, aheadMs, limit }: { now: Date; aheadMs: number; limit: number },
) {
  const ahead = sql`make_interval(secs => ${aheadMs / 1000})`
  return whatWillBeCharged(db)
    .select('currentPeriodEnd')
    .where('subscriptions.plan', 'in', yearlyPlans)
    .where(({ eb, and, or }) =>
      or([
        eb('subscriptions.status', '=', 'active'),
        // To the provider, days that we gave are a trial.
        and([eb('subscriptions.status', '=', 'trialing'), eb('givenTo', '=', 'period')]),
      ]),
    )
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
}

/** Subscriptions that go on because nobody has cancelled them, and the address for mail about each. */
function whatWillBeCharged(db: Database) {
  return (
    db
      .selectFrom('subscriptions')
      .leftJoin('users', 'users.id', 'subscriptions.userId')
      .leftJoin('checkouts', 'checkouts.subscriptionId', 'subscriptions.id')
      .select(['subscriptions.id', 'subscriptions.plan'])
      .select((eb) => eb.fn.coalesce('users.email', 'checkouts.email').$notNull().as('recipient'))
      .where('cancelAtPeriodEnd', '=', false)
      .where('cancelAt', 'is', null)
      .where('duplicateOf', 'is', null)
      // For a subscription that began elsewhere no address is known.
      .where(({ eb, or }) =>
        or([eb('users.email', 'is not', null), eb('checkouts.email', 'is not', null)]),
      )
  )
}

export async function recordRenewalTold(trx: Trx, id: string, renewsAt: Date): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ renewalToldFor: renewsAt })
    .where('id', '=', id)
    .execute()
}

/** Whether a mail with this key has been enqueued already. */
export async function hasMail(db: Database, key: string): Promise<boolean> {
  const mail = await db.selectFrom('mails').select('id').where('key', '=', key).executeTakeFirst()
  return mail !== undefined
}

/** Ids of all subscriptions in order, a page at a time. */
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
