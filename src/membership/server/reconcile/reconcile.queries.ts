import type { Database } from '#app/db/database.ts'
import { LIVE_STATUSES } from '#app/membership/server/membership.rules.ts'

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
