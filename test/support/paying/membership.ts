import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import type { Person } from '#test/support/factories.ts'

type Draft = {
  /** The address typed on the payment page. */
  email: string
  /** The person who was signed in when the checkout was opened. */
  buyer: Pick<Person, 'id'>
  /** The content of its cookie: several checkouts of one browser share it. */
  binding: string
  status: 'open' | 'complete' | 'expired' | 'failed' | 'trial-refused'
  subscriptionStatus: string
  completedAt: Date
}

export type PaidCheckout = {
  id: string
  sessionId: string
  subscriptionId: string
  email: string
  /** The secret that ties the checkout to the browser it was opened in. */
  binding: string
  cookie: string
}

/** Creates a checkout as it is after the provider's answer is stored: paid, with its first receipt. */
export async function createPaidCheckout(
  ctx: AppContext,
  draft: Partial<Draft> = {},
): Promise<PaidCheckout> {
  const id = newId()
  const sessionId = `cs_test_${newId().replace(/[^A-Za-z0-9]/g, 'x')}${'0'.repeat(10)}`
  const subscriptionId = `sub_${newId()}`
  const email = draft.email ?? `${newId()}@buyers.test`.toLowerCase()
  const binding = draft.binding ?? newToken()
  const completedAt = draft.completedAt ?? ctx.now()
  const buyerId = draft.buyer?.id ?? null
  await ctx.db
    .insertInto('subscriptions')
    .values({
      id: subscriptionId,
      userId: buyerId,
      status: draft.subscriptionStatus ?? 'active',
      plan: 'annual',
      createdAt: completedAt,
    })
    .execute()
  await ctx.db
    .insertInto('checkouts')
    .values({
      id,
      sessionId,
      bindingHash: hashToken(binding),
      userId: buyerId,
      plan: 'annual',
      priceId: 'price_of_the_tests',
      isTrial: false,
      isSale: false,
      idempotencyKey: newId(),
      eventId: newId(),
      status: draft.status ?? 'complete',
      subscriptionId,
      email,
      amountTotal: 9700,
      currency: 'usd',
      createdAt: completedAt,
      completedAt,
      // A buyer who was signed in need not claim it.
      claimedAt: buyerId === null ? null : completedAt,
      claimedUserId: buyerId,
    })
    .execute()
  await ctx.db
    .insertInto('payments')
    .values({
      invoiceId: `in_${newId()}`,
      subscriptionId,
      userId: buyerId,
      amountCents: 9700,
      currency: 'usd',
      paidAt: completedAt,
    })
    .execute()
  return { id, sessionId, subscriptionId, email, binding, cookie: `co=${binding}` }
}

type Mail = { template: string; to: string; data: Record<string, unknown> }

/** Returns the mails queued for an address so far, the oldest first. */
export async function mailsTo({ db }: AppContext, to: string): Promise<Mail[]> {
  return db
    .selectFrom('mails')
    .select(['template', 'recipient as to', 'data'])
    .where('recipient', '=', to)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
}
