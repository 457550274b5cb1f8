import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** Paths of the back office that its pages link to. */
export const adminPaths = {
  deals: () => ADMIN_PAGES.deals.path,
  metrics: () => ADMIN_PAGES.metrics.path,
  carousels: () => ADMIN_PAGES.carousels.path,
  retailers: () => ADMIN_PAGES.retailers.path,
  imports: () => ADMIN_PAGES.imports.path,
  guarantee: () => ADMIN_PAGES.guarantee.path,
  savings: () => ADMIN_PAGES.savings.path,
  mail: () => ADMIN_PAGES.mail.path,
  links: () => ADMIN_PAGES.links.path,
  rates: () => ADMIN_PAGES.rates.path,
  checks: () => ADMIN_PAGES.checks.path,
  reports: () => ADMIN_PAGES.reports.path,
  audit: () => ADMIN_PAGES.audit.path,
  people: () => ADMIN_PAGES.people.path,
  keys: () => ADMIN_PAGES.keys.path,
} as const
