import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { escapeLike } from '#app/db/like.ts'

/**
 * Payments that have no account yet, by the beginning of their address, exact matches first.
 * Wildcards in the input match only themselves.
 */
export async function findPayersWithoutAccount(
  db: Database,
  { beginning, limit }: { beginning: string; limit: number },
) {
  const pattern = `${escapeLike(beginning)}%`
  return db
    .selectFrom('checkouts')
    .leftJoin('subscriptions', 'subscriptions.id', 'checkouts.subscriptionId')
    .select([
      'checkouts.id',
      'checkouts.email',
      'checkouts.plan',
      'checkouts.amountTotal',
      'checkouts.completedAt',
      'checkouts.subscriptionId',
      'subscriptions.status',
    ])
    .select((eb) => [
      eb
        .selectFrom('checkoutLinks')
        .select(({ fn }) => fn.max('checkoutLinks.createdAt').as('at'))
        .whereRef('checkoutLinks.checkoutId', '=', 'checkouts.id')
        .as('linkMailedAt'),
      // A trial is charged on its day, with an account or without.
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.sum<number | null>('payments.amountCents').as('cents'))
        .whereRef('payments.subscriptionId', '=', 'checkouts.subscriptionId')
        .as('paidCents'),
      eb
        .selectFrom('payments')
        .select(({ fn }) => fn.sum<number | null>('payments.refundedCents').as('cents'))
        .whereRef('payments.subscriptionId', '=', 'checkouts.subscriptionId')
        .as('refundedCents'),
    ])
    .where('checkouts.status', '=', 'complete')
    .where('checkouts.claimedAt', 'is', null)
    .where('checkouts.email', 'like', pattern)
    .orderBy(sql`checkouts.email <> ${beginning}`)
    .orderBy('checkouts.email')
    .orderBy('checkouts.completedAt')
    .limit(limit)
    .execute()
}
