import type { Database } from '#app/db/database.ts'
import { ENDED_STATUSES } from '#app/membership/server/account/actions.rules.ts'

/**
 * Everything that payments are known by which came from this address and have no account: checkouts,
 * subscriptions and invoices, and subscriptions of which we have heard before their checkout. Whose
 * they are is for that inbox to say.
 */
export async function findUnclaimedIds(db: Database, email: string): Promise<string[]> {
  const checkouts = await db
    .selectFrom('checkouts')
    .select(['id', 'subscriptionId'])
    .where('email', '=', email)
    .where('status', '=', 'complete')
    .where('claimedAt', 'is', null)
    .execute()
  const early = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('userId', 'is', null)
    .where('status', 'not in', ENDED_STATUSES)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('checkouts')
            .select('checkouts.id')
            .whereRef('checkouts.subscriptionId', '=', 'subscriptions.id'),
        ),
      ),
    )
    .execute()
  const subscriptionIds = [
    ...checkouts.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    ...early.map(({ id }) => id),
  ]
  const ids = [...checkouts.map(({ id }) => id), ...subscriptionIds]
  if (subscriptionIds.length === 0) return ids
  const invoices = await db
    .selectFrom('payments')
    .select('invoiceId')
    .where('subscriptionId', 'in', subscriptionIds)
    .execute()
  const latest = await db
    .selectFrom('subscriptions')
    .select('latestInvoiceId')
    .where('id', 'in', subscriptionIds)
    .execute()
  return [
    ...ids,
    ...invoices.map(({ invoiceId }) => invoiceId),
    ...latest.flatMap(({ latestInvoiceId }) => latestInvoiceId ?? []),
  ]
}
