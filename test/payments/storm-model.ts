import type { Database } from '#app/db/database.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import type { StormLife } from './storm-lives.ts'

/** Stores what exists before the storm: people, and the payment pages at which they have paid. */
export async function openCheckouts(db: Database, lives: StormLife[]) {
  const ours = lives.filter(({ kind }) => kind !== 'foreign')
  const users = ours.flatMap(({ userId }) => userId ?? [])
  await db
    .insertInto('users')
    .values(users.map((id) => ({ id, email: `${id}@people.test`, passwordHash: '' })))
    .execute()
  const rows = ours.map(({ name, kind, bindingHash, userId }) => ({
    id: `checkout_${name}`,
    sessionId: `cs_test_${name}`,
    bindingHash,
    userId: userId ?? null,
    plan: 'annual' as const,
    priceId: 'price_storm',
    isTrial: kind === 'trial',
    isSale: false,
    idempotencyKey: name,
    eventId: name,
    // Created now: the server under test deletes checkouts that stay unpaid for a month.
    createdAt: new Date(),
  }))
  for (let at = 0; at < rows.length; at += 200) {
    await db
      .insertInto('checkouts')
      .values(rows.slice(at, at + 200))
      .execute()
  }
}

export async function subscriptionsOf(db: Database) {
  const rows = await db
    .selectFrom('subscriptions')
    .leftJoin('checkouts', 'checkouts.subscriptionId', 'subscriptions.id')
    .select(['subscriptions.id', 'subscriptions.userId', 'subscriptions.status', 'duplicateOf'])
    .select(['checkouts.status as checkout', 'subscriptions.refundedAt'])
    .orderBy('subscriptions.id')
    .execute()
  return rows.map(({ refundedAt, ...row }) => ({ ...row, isRefunded: refundedAt !== null }))
}

export function subscriptionModel({ name, kind, userId, doubles }: StormLife) {
  if (kind === 'foreign') return []
  const status = { paid: 'active', trial: 'trialing', overdue: 'past_due' }[kind as string]
  return [
    {
      id: `sub_${name}`,
      userId: userId ?? null,
      status: status ?? 'canceled',
      duplicateOf: doubles ? `sub_${doubles}` : null,
      checkout: 'complete',
      isRefunded: kind === 'double',
    },
  ]
}

export async function paymentsOf(db: Database) {
  return db
    .selectFrom('payments')
    .select(['invoiceId', 'subscriptionId', 'userId', 'amountCents'])
    .orderBy('invoiceId')
    .execute()
}

export function paymentModel({ name, kind, userId }: StormLife) {
  if (!['paid', 'ended', 'double'].includes(kind)) return []
  const ids = { invoiceId: `in_${name}`, subscriptionId: `sub_${name}`, userId: userId ?? null }
  return [{ ...ids, amountCents: ANNUAL_CENTS }]
}

/** The expected mails, to everybody with a known address. */
export function mailModel({ name, kind, email, userId }: StormLife) {
  if (kind === 'foreign' || (email === null && !userId)) return []
  return [
    ...(userId ? [] : [`finish-account:checkout_${name}`]),
    ...(['paid', 'ended', 'double'].includes(kind) ? [`receipt:in_${name}`] : []),
    ...(kind === 'trial' ? [`trial-started:sub_${name}`] : []),
    ...(kind === 'overdue' ? [`payment-failed:in_${name}`] : []),
    ...(kind === 'double' ? [`duplicate-refunded:sub_${name}`] : []),
  ]
}
