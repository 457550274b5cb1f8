import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '#app/db/tables.ts'

/**
 * Checkouts that somebody opened signed in, or claimed later; and trials that were refused to the
 * same address in the same browser, which nobody can claim.
 */
export function isOwnCheckout(userId: string) {
  return (eb: Checkouts) =>
    eb.or([
      isLinked(userId)(eb),
      eb.and([
        eb('checkouts.status', '=', 'trial-refused'),
        isFromAddressOf(userId)(eb),
        isFromBrowserOf(userId)(eb),
      ]),
    ])
}

/**
 * Checkouts that are anonymised with somebody: also trials refused to their address elsewhere, or
 * to another address in their browser. These are not shown, because an address alone proves
 * nothing.
 */
export function isAnonymisedWith(userId: string) {
  return (eb: Checkouts) =>
    eb.or([
      isLinked(userId)(eb),
      eb.and([
        eb('checkouts.status', '=', 'trial-refused'),
        eb('checkouts.userId', 'is', null),
        eb.or([isFromAddressOf(userId)(eb), isFromBrowserOf(userId)(eb)]),
      ]),
    ])
}

type Checkouts = ExpressionBuilder<Tables, 'checkouts'>

function isLinked(userId: string) {
  return (eb: Checkouts) =>
    eb.or([eb('checkouts.userId', '=', userId), eb('checkouts.claimedUserId', '=', userId)])
}

function isFromAddressOf(userId: string) {
  return (eb: Checkouts) =>
    eb(
      'checkouts.email',
      'in',
      eb.selectFrom('users').select('users.email').where('users.id', '=', userId),
    )
}

function isFromBrowserOf(userId: string) {
  return (eb: Checkouts) =>
    eb(
      'checkouts.bindingHash',
      'in',
      eb
        .selectFrom('checkouts as linked')
        .select('linked.bindingHash')
        .where((linked) =>
          linked.or([
            linked('linked.userId', '=', userId),
            linked('linked.claimedUserId', '=', userId),
          ]),
        ),
    )
}

/** Includes duplicates, which pages do not show, and subscriptions of own checkouts that were refused. */
export function isOwnSubscription(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'subscriptions'>) =>
    eb.or([
      eb('subscriptions.userId', '=', userId),
      eb(
        'subscriptions.id',
        'in',
        eb
          .selectFrom('checkouts')
          .select('checkouts.subscriptionId')
          .where(isOwnCheckout(userId))
          .where('checkouts.subscriptionId', 'is not', null)
          .$narrowType<{ subscriptionId: string }>(),
      ),
    ])
}

/** Payments in their name or for a subscription of theirs, also from before it was theirs. */
export function isOwnPayment(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'payments'>) =>
    eb.or([
      eb('payments.userId', '=', userId),
      eb(
        'payments.subscriptionId',
        'in',
        eb.selectFrom('subscriptions').select('subscriptions.id').where(isOwnSubscription(userId)),
      ),
    ])
}

/**
 * Mailed links that would finish one of these checkouts. A link that would bring somebody else's
 * payment to this account belongs to whoever reads that inbox.
 */
export function isOwnLink(userId: string) {
  return (eb: ExpressionBuilder<Tables, 'checkoutLinks'>) =>
    eb(
      'checkoutLinks.checkoutId',
      'in',
      eb.selectFrom('checkouts').select('checkouts.id').where(isOwnCheckout(userId)),
    )
}
