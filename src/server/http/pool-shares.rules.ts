import type { Access } from './guards.ts'

export type PoolShare =
  | ('reading' | 'searching' | 'tracking' | 'backOffice')
  | ('people' | 'payments')
  /** Who asks, for whichever of the others: rows that hardly anybody waits for. */
  | 'owners'

/**
 * How the database's connections are shared out among requests, of ten. Where everybody waits for one
 * table, the others go on: what is read and counted leaves room for signing in and for paying. Lists that
 * are searched take that of their own once they are begun, and so does the question who somebody is: what lies
 * ready for them needs nothing else.
 */
export const POOL_SHARES = {
  most: { reading: 5, searching: 4, tracking: 3, backOffice: 3, people: 5, payments: 5, owners: 2 },
  together: [
    { of: ['reading', 'searching', 'tracking', 'backOffice'], most: 7 },
    // Whatever everybody waits for, one is left to ask who somebody is.
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

/** By the address of a route and for whom it is; pages and files read. */
export function shareOfRoute(url: string, access: Access | undefined): PoolShare {
  if (access === 'admin') return 'backOffice'
  if (access === 'machine') return 'payments'
  return BY_ADDRESS.find(([start]) => url.startsWith(start))?.[1] ?? 'reading'
}
