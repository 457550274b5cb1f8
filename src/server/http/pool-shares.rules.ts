import type { Access } from './guards.ts'

export type PoolShare =
  | ('reading' | 'searching' | 'tracking' | 'backOffice')
  | ('people' | 'payments')
  /** Looks up session owners on behalf of the other shares; rows that are hardly ever locked. */
  | 'owners'

/**
 * Shares of the connection pool, per ten connections. When one table is locked, requests that do not need it go on:
 * reading and tracking leave room for signing in and paying. Searches have a share of their own, and so do look-ups
 * of session owners, which are all that cached answers need.
 */
export const POOL_SHARES = {
  most: { reading: 5, searching: 4, tracking: 3, backOffice: 3, people: 5, payments: 5, owners: 2 },
  together: [
    { of: ['reading', 'searching', 'tracking', 'backOffice'], most: 7 },
    // Always leaves one connection for looking up session owners.
    { of: ['reading', 'searching', 'tracking', 'backOffice', 'people', 'payments'], most: 9 },
  ],
} as const satisfies {
  most: Record<PoolShare, number>
  together: ReadonlyArray<{ of: readonly PoolShare[]; most: number }>
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

/** The share of a route, by address and access; pages and files count as reading. */
export function shareOfRoute(url: string, access: Access | undefined): PoolShare {
  if (access === 'admin') return 'backOffice'
  if (access === 'machine') return 'payments'
  return BY_ADDRESS.find(([start]) => url.startsWith(start))?.[1] ?? 'reading'
}
