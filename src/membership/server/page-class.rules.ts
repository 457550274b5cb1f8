import type { User } from '#app/accounts/accounts.contract.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'

/**
 * Classes of signed-in people who see the same on a shared page. `lapsed` is no longer offered a
 * free trial. A non-member with an unconfirmed address has no class, because every page names the
 * address.
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

/** The class somebody is in just now; undefined when their pages are made for them alone. */
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

/** The reader for whom a page of the class is drawn: nobody in particular, only the class is known. */
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
