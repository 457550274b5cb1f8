import type { User } from '#app/accounts/accounts.contract.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'

/**
 * Those who are signed in and see the same on a page that all of a class share. `lapsed` is told no more
 * of a free trial. Whose address is not confirmed is of none: every page names it.
 */
export const PAGE_CLASSES = ['free', 'lapsed', 'past-due', 'member'] as const
export type PageClass = (typeof PAGE_CLASSES)[number]

export const NO_SUBSCRIPTION: Subscription = {
  status: null,
  tier: null,
  price: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  isMember: false,
  card: null,
}

/** Of which class somebody is just now; undefined for whose pages are made for them alone. */
export function pageClassOf({
  user,
  subscription: { isMember, status },
}: {
  user: User
  subscription: Subscription
}): PageClass | undefined {
  if (isMember) return 'member'
  if (user.isUnconfirmed) return undefined
  if (status === 'past_due') return 'past-due'
  return status === 'canceled' || status === 'unpaid' ? 'lapsed' : 'free'
}

const STATUS_OF = {
  free: null,
  lapsed: 'canceled',
  'past-due': 'past_due',
  member: 'active',
} as const satisfies Record<PageClass, Subscription['status']>

/** Whom a page of the class is drawn for: nobody in particular, of whom only the class is known. */
export function anybodyOf(pageClass: PageClass): { user: User; subscription: Subscription } {
  return {
    user: { id: '', email: '' },
    subscription: {
      ...NO_SUBSCRIPTION,
      status: STATUS_OF[pageClass],
      isMember: pageClass === 'member',
    },
  }
}
