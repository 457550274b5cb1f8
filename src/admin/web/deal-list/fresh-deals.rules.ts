import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'

/**
 * Deals that somebody has changed or entered meanwhile. Those that only came into view because others
 * left are neither; nor are those that were merely clicked.
 */
export function freshDeals(
  before: readonly ManagedDeal[],
  after: readonly ManagedDeal[],
): Set<string> {
  const known = new Map(before.map((deal) => [deal.id, fingerprint(deal)]))
  const newest = before.reduce((at, { createdAt }) => (createdAt > at ? createdAt : at), '')
  return new Set(
    after
      .filter((deal) => {
        const print = known.get(deal.id)
        return print === undefined
          ? newest !== '' && deal.createdAt > newest
          : print !== fingerprint(deal)
      })
      .map(({ id }) => id),
  )
}

function fingerprint(deal: ManagedDeal): string {
  return JSON.stringify({ ...deal, clicks: 0 })
}
