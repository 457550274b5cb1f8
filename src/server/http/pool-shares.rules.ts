import type { Access } from './guards.ts'

export type PoolShare = 'reading' | 'searching' | 'tracking' | 'backOffice' | 'people' | 'payments'

/**
 * How the database's connections are shared out among requests, of ten. Where everybody waits for one
 * table, the others go on: what is read and counted leaves room for signing in and for paying. Lists that
 * are searched take that of their own once they are begun.
 */
export const POOL_SHARES = {
  most: { reading: 5, searching: 4, tracking: 3, backOffice: 3, people: 5, payments: 5 },
  common: { of: ['reading', 'searching', 'tracking', 'backOffice'], most: 7 },
} as const satisfies {
  most: Record<PoolShare, number>
  common: { of: readonly PoolShare[]; most: number }
}

const BY_ADDRESS: ReadonlyArray<[beginsWith: string, PoolShare]> = [
  ['/api/track', 'tracking'],
  ['/api/log-event', 'tracking'],
  ['/api/consent', 'tracking'],
  ['/api/deals', 'reading'],
  ['/api/front-page', 'reading'],
  ['/api/offer', 'reading'],
  ['/api/create-checkout-session', 'payments'],
  ['/api/verify-checkout-session', 'payments'],
  ['/api/complete-checkout', 'payments'],
  ['/api/checkout-', 'payments'],
  ['/api/subscription/', 'payments'],
  ['/api/', 'people'],
]

/** By the address of a route and for whom it is; pages and files read. */
export function shareOfRoute(url: string, access: Access | undefined): PoolShare {
  if (access === 'admin') return 'backOffice'
  if (access === 'machine') return 'payments'
  return BY_ADDRESS.find(([start]) => url.startsWith(start))?.[1] ?? 'reading'
}
