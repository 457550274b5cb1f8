import { isEnded } from '#app/membership/server/account/actions.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import type { CheckoutRow } from './checkouts.queries.ts'
import { isForgotten } from './checkouts.rules.ts'
import type { ReadFacts } from './facts.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

/** What there is to decide from when a reading arrives. */
export type Known = {
  facts: ReadFacts
  before: SubscriptionRow | undefined
  checkout: CheckoutRow | undefined
  readNumber: number
}

/** Once linked it stays linked; else it is whose checkout row it is. Never by e-mail address. */
export function ownerOf({ before, checkout }: Pick<Known, 'before' | 'checkout'>) {
  return before?.userId ?? checkout?.claimedUserId ?? checkout?.userId ?? null
}

/** Over, of an account that was deleted: nothing is charged any more, and no card remembered. */
function isLeftBehind(
  { facts, checkout }: Pick<Known, 'facts' | 'checkout'>,
  userId: string | null,
) {
  return userId === null && isEnded(facts) && (!checkout || isForgotten(checkout))
}

/** The row as a reading would have it. */
export function rowOf(
  ctx: Pick<AppContext, 'now'>,
  { facts, before, checkout, readNumber }: Known,
  userId: string | null,
) {
  const card = isLeftBehind({ facts, checkout }, userId) ? undefined : facts.card
  return {
    id: facts.id,
    userId,
    status: facts.status,
    // A price that was set up by hand at the provider is still this person's membership.
    plan: facts.plan ?? before?.plan ?? checkout?.plan ?? ('annual' as const),
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    cancelAt: facts.cancelAt,
    currentPeriodEnd: facts.currentPeriodEnd ?? before?.currentPeriodEnd ?? null,
    trialEndsAt: facts.trialEndsAt,
    canceledAt: facts.canceledAt,
    endedAt: facts.endedAt,
    customerId: facts.customerId,
    priceId: facts.priceId,
    latestInvoiceId: facts.latestInvoiceId,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    createdAt: facts.createdAt,
    updatedAt: ctx.now(),
    readNumber,
  }
}

/** Whether the provider says of it what we have. */
export function isSameState(before: SubscriptionRow, after: ReturnType<typeof rowOf>): boolean {
  const { updatedAt: _at, readNumber: _number, createdAt: _created, ...state } = after
  return Object.entries(state).every(([column, value]) => {
    const known: unknown = before[column as keyof SubscriptionRow]
    return value instanceof Date && known instanceof Date
      ? known.getTime() === value.getTime()
      : known === value
  })
}
