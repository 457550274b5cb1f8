import type { Database } from '#app/db/database.ts'

/** Returns what the product stores about payments, without the times at which it stored it. */
export async function recordsOf(db: Database) {
  return {
    subscriptions: (await db.selectFrom('subscriptions').selectAll().orderBy('id').execute()).map(
      ({ updatedAt: _, readNumber: __, refundedAt, ...row }) => ({
        ...row,
        isRefunded: refundedAt !== null,
      }),
    ),
    payments: await db.selectFrom('payments').selectAll().orderBy('invoiceId').execute(),
    checkouts: (await db.selectFrom('checkouts').selectAll().orderBy('id').execute()).map(
      ({ id, status, subscriptionId, customerId, email, amountTotal, claimedUserId }) => {
        return { id, status, subscriptionId, customerId, email, amountTotal, claimedUserId }
      },
    ),
    trials: (await db.selectFrom('trials').selectAll().orderBy('keyHash').execute()).map(
      ({ kind, keyHash, subscriptionId }) => ({ kind, keyHash, subscriptionId }),
    ),
    mails: await mailKeys(db),
  }
}

export async function mailKeys(db: Database): Promise<string[]> {
  const mails = await db.selectFrom('mails').select('key').execute()
  return mails.map(({ key }) => key).toSorted()
}

export async function findRow(db: Database, id: string) {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes payments, and keeps people and open checkouts, as if the product had received no event. */
export async function forgetPayments(db: Database): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({
      status: 'open',
      subscriptionId: null,
      customerId: null,
      email: null,
      amountTotal: null,
      currency: null,
      completedAt: null,
      claimedAt: null,
      claimedUserId: null,
    })
    .execute()
  await db.deleteFrom('subscriptions').execute()
  await db.deleteFrom('payments').execute()
  await db.deleteFrom('trials').execute()
  await db.deleteFrom('mails').execute()
  await db.deleteFrom('webhookEvents').execute()
}
