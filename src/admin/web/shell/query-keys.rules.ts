type Keyed = { queryKey: readonly unknown[] }

/** The calls that the back office reads by: the first element of a query's key begins with one. */
export const ADMIN_CALLS = {
  session: '/api/admin/session',
  deals: '/api/admin/deals',
  dealFilters: '/api/admin/deals/filters',
  imports: '/api/admin/imports',
  metrics: '/api/admin/figures',
  audit: '/api/admin/audit',
  auditFilters: '/api/admin/audit/filters',
} as const

/** `path?name=value&...` without what is undefined or empty: the key of a query. */
export function withParameters(
  path: string,
  parameters: Record<string, string | number | undefined>,
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** A page of the list of deals, whatever it is narrowed to. */
export function isDealListKey({ queryKey }: Keyed): boolean {
  return pathOf(queryKey) === ADMIN_CALLS.deals
}

const CHANGED_WITH_DEALS = [
  ADMIN_CALLS.deals,
  ADMIN_CALLS.imports,
  ADMIN_CALLS.metrics,
  ADMIN_CALLS.audit,
]

/** What a change of any deal may change: the list, imports, metrics and the audit log. */
export function isChangedWithDeals({ queryKey }: Keyed): boolean {
  const path = pathOf(queryKey)
  return CHANGED_WITH_DEALS.some((call) => path === call || path.startsWith(`${call}/`))
}

function pathOf([address]: readonly unknown[]): string {
  return String(address).split('?')[0] ?? ''
}
