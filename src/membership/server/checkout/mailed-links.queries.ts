import type { ExpressionBuilder } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type CheckoutLink = {
  tokenHash: string
  checkoutId: string
  /** The account whose password the link may replace; null when there was none. */
  userId: string | null
}

export type FoundLink = CheckoutLink & { isUsable: boolean }

export async function insertCheckoutLink(
  db: Database,
  link: CheckoutLink & { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insertInto('checkoutLinks').values(link).execute()
}

/** Finds a link, used and expired ones included, and whether it can still be used. */
export async function findLink(
  db: Database,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<FoundLink | undefined> {
  return db
    .selectFrom('checkoutLinks')
    .select(['tokenHash', 'checkoutId', 'userId'])
    .select((eb) => isUsable(now)(eb).$castTo<boolean>().as('isUsable'))
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
}

/** Uses the link up; of several concurrent calls only one returns true. */
export async function markLinkUsed(
  trx: Trx,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const used = await trx
    .updateTable('checkoutLinks')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where(isUsable(now))
    .returning('checkoutId')
    .executeTakeFirst()
  return used !== undefined
}

/** A link is usable when it is not used, not expired, and newer than its account's password. */
function isUsable(now: Date) {
  return (eb: ExpressionBuilder<Tables, 'checkoutLinks'>) =>
    eb.and([
      eb('checkoutLinks.usedAt', 'is', null),
      eb('checkoutLinks.expiresAt', '>', now),
      eb.not(
        eb.exists(
          eb
            .selectFrom('users')
            .select('users.id')
            .whereRef('users.id', '=', 'checkoutLinks.userId')
            .whereRef('users.passwordChangedAt', '>=', 'checkoutLinks.createdAt'),
        ),
      ),
    ])
}

/** Uses up all open links of a checkout that has been finished. */
export async function markLinksUsed(
  trx: Trx,
  { checkoutId, now }: { checkoutId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('checkoutLinks')
    .set({ usedAt: now })
    .where('checkoutId', '=', checkoutId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function deleteLinksBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('checkoutLinks').where('expiresAt', '<', before).execute()
}
