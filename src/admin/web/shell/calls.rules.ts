/** The API paths that the back office reads from. */
export const ADMIN_CALLS = {
  session: '/api/admin/session',
  thisMorning: '/api/admin/this-morning',
  deals: '/api/admin/deals',
  views: '/api/admin/views',
  dealFilters: '/api/admin/deals/filters',
  carousels: '/api/admin/carousels',
  retailers: '/api/admin/retailers',
  imports: '/api/admin/imports',
  metrics: '/api/admin/figures',
  savings: '/api/admin/savings',
  networkReports: '/api/admin/network-reports',
  mail: '/api/admin/mail',
  guarantee: '/api/admin/guarantee',
  mailPreview: '/api/admin/mail/preview',
  wanted: '/api/admin/wanted',
  candidates: '/api/admin/candidates',
  productFeeds: '/api/admin/product-feeds',
  checks: '/api/admin/checks',
  rates: '/api/admin/rates',
  links: '/api/admin/links',
  reports: '/api/admin/reports',
  editions: '/api/admin/editions',
  editionDrafts: '/api/admin/editions/drafts',
  audit: '/api/admin/audit',
  members: '/api/admin/members',
  switches: '/api/admin/switches',
  letters: '/api/admin/letters',
  setup: '/api/admin/setup',
  people: '/api/admin/people',
  keys: '/api/admin/keys',
  auditFilters: '/api/admin/audit/filters',
} as const

/** Returns `path?name=value&...`, without parameters that are undefined or empty. */
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
