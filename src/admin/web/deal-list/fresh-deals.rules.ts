import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'

/**
 * Returns the deals that somebody has changed or entered meanwhile. Deals that only moved into view because
 * others left do not count, nor do those that were merely clicked.
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
