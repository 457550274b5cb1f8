import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '#app/db/database.ts'
import type { Tables } from '#app/db/tables.ts'

export type CheckoutRow = Selectable<Tables['checkouts']>
export type NewCheckout = Insertable<Tables['checkouts']>

/** Whose checkout it is: the signed-in person's, else this browser's. */
export type Owner = { userId: string } | { userId?: undefined; bindingHash: string }

export async function findCheckout(db: Database, id: string): Promise<CheckoutRow | undefined> {
  return db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks a checkout until the transaction ends, against other events and against linking. Finds it
 * by our own id, else by the subscription that came of it.
 */
export async function lockCheckout(
  trx: Trx,
  { id, subscriptionId }: { id: string | undefined; subscriptionId: string },
): Promise<CheckoutRow | undefined> {
  return trx
    .selectFrom('checkouts')
    .selectAll()
    .where((eb) => (id ? eb('id', '=', id) : eb('subscriptionId', '=', subscriptionId)))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function findCheckoutBySession(
  db: Database,
  sessionId: string,
): Promise<CheckoutRow | undefined> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
}

/** Newest first. */
export async function findCheckoutsOf(db: Database, owner: Owner): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .$if(owner.userId !== undefined, (query) => query.where('userId', '=', owner.userId ?? ''))
    .$if(owner.userId === undefined, (query) =>
      query
        .where('bindingHash', '=', 'bindingHash' in owner ? owner.bindingHash : '')
        .where('userId', 'is', null),
    )
    .orderBy('createdAt', 'desc')
    .limit(50)
    .execute()
}

/** Inserts it, or returns the checkout that has its key already. */
export async function insertCheckout(db: Database, checkout: NewCheckout): Promise<CheckoutRow> {
  const inserted = await db
    .insertInto('checkouts')
    .values(checkout)
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (inserted) return inserted
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('idempotencyKey', '=', checkout.idempotencyKey)
    .executeTakeFirstOrThrow()
}

export async function updateCheckout(
  db: Database,
  id: string,
  change: Updateable<Tables['checkouts']>,
): Promise<void> {
  await db.updateTable('checkouts').set(change).where('id', '=', id).execute()
}

/**
 * Updates a checkout, which locks it as `lockCheckout` does, and returns the row as it is then. An
 * address is not stored again once the account it belonged to is deleted, nor over one that the
 * buyer has mended.
 */
export async function updateLockedCheckout(
  trx: Trx,
  id: string,
  { email, ...change }: Updateable<Tables['checkouts']>,
): Promise<CheckoutRow | undefined> {
  return trx
    .updateTable('checkouts')
    .set((eb) => ({
      ...change,
      ...(email
        ? {
            email: eb
              .case()
              .when(eb.and([eb('claimedAt', 'is not', null), eb('claimedUserId', 'is', null)]))
              .then(null)
              .when('emailMendedAt', 'is not', null)
              .then(eb.ref('email'))
              .else(email)
              .end(),
          }
        : {}),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Records the session that was opened for a checkout, and returns the row as it is then. A late
 * answer overwrites nothing of what became of the session meanwhile.
 */
export async function recordSession(
  db: Database,
  id: string,
  session: { sessionId: string; url: string; expiresAt: Date },
): Promise<CheckoutRow> {
  const { sessionId } = session
  const recorded = await db
    .updateTable('checkouts')
    .set({ ...session, status: 'open' })
    .where('id', '=', id)
    .where('completedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'open').and(
          eb.or([eb('sessionId', 'is', null), eb('sessionId', '=', sessionId)]),
        ),
        eb('status', '=', 'failed').and('sessionId', 'is', null),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  if (recorded) return recorded
  return db.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Marks it failed, unless another click has recorded a session for the same row. */
export async function failCheckout(db: Database, id: string): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ status: 'failed' })
    .where('id', '=', id)
    .where('sessionId', 'is', null)
    .execute()
}

/**
 * Open checkouts that the provider should have told us about by now, in random order, so that
 * nobody's waits behind a day's worth of abandoned pages.
 */
export async function findUnfinishedCheckouts(
  db: Database,
  { before, limit }: { before: Date; limit: number },
): Promise<CheckoutRow[]> {
  return db
    .selectFrom('checkouts')
    .selectAll()
    .where('status', '=', 'open')
    .where('sessionId', 'is not', null)
    .where('createdAt', '<', before)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

/** Deletes payment pages that nobody paid at. Payments and refused trials are kept. */
export async function deleteUnpaidCheckoutsBefore(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('checkouts')
    .where('createdAt', '<', before)
    .where('status', 'in', ['open', 'expired', 'failed'])
    .where('subscriptionId', 'is', null)
    .where('completedAt', 'is', null)
    .execute()
}

/** When the payment of this subscription was linked to its account; undefined while it is not. */
export async function findClaimTime(
  db: Database,
  subscriptionId: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select('claimedAt')
    .where('subscriptionId', '=', subscriptionId)
    .executeTakeFirst()
  return row?.claimedAt ?? undefined
}
