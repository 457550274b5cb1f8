import { LONGEST_NAME } from '#app/deals/deals.facts.ts'
import { REGISTRY_GAPS, type RegistryGap } from '#app/deals/registry.facts.ts'

/** The filters of the retailer list, as its address holds them. */
export type AskedRetailers = { q: string; lacks: RegistryGap | ''; page: number }

/** Parses an address; ignores invalid values. */
export function askedRetailers(search: URLSearchParams): AskedRetailers {
  const page = search.get('page') ?? ''
  return {
    q: (search.get('q') ?? '').trim().slice(0, LONGEST_NAME),
    lacks: REGISTRY_GAPS.find((gap) => gap === search.get('lacks')) ?? '',
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
  }
}

/** Returns the parameters of an address, without defaults. */
export function retailersParameters({ q, lacks, page }: AskedRetailers) {
  return { q, lacks, page: page === 1 ? undefined : page }
}
