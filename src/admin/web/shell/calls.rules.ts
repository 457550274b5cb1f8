/** The calls that the back office reads by. */
export const ADMIN_CALLS = {
  session: '/api/admin/session',
  deals: '/api/admin/deals',
  dealFilters: '/api/admin/deals/filters',
  carousels: '/api/admin/carousels',
  imports: '/api/admin/imports',
  metrics: '/api/admin/figures',
  mail: '/api/admin/mail',
  mailPreview: '/api/admin/mail/preview',
  audit: '/api/admin/audit',
  auditFilters: '/api/admin/audit/filters',
} as const

/** `path?name=value&...` without what is undefined or empty. */
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
