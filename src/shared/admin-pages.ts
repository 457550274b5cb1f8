import type { Page } from './pages.ts'

const OF_THE_BACK_OFFICE = { takesAnyParameter: true, searchEngines: 'hidden' } as const

/**
 * Pages of the back office, rendered on every request and never cached. They are kept apart so that visitors'
 * bundles do not name them.
 */
export const ADMIN_PAGES = {
  deals: { path: '/admin', ...OF_THE_BACK_OFFICE },
  metrics: { path: '/admin/figures', ...OF_THE_BACK_OFFICE },
  business: { path: '/admin/business', ...OF_THE_BACK_OFFICE },
  carousels: { path: '/admin/carousels', ...OF_THE_BACK_OFFICE },
  retailers: { path: '/admin/retailers', ...OF_THE_BACK_OFFICE },
  imports: { path: '/admin/imports', ...OF_THE_BACK_OFFICE },
  savings: { path: '/admin/savings', ...OF_THE_BACK_OFFICE },
  mail: { path: '/admin/mail', ...OF_THE_BACK_OFFICE },
  guarantee: { path: '/admin/guarantee', ...OF_THE_BACK_OFFICE },
  candidates: { path: '/admin/candidates', ...OF_THE_BACK_OFFICE },
  productFeeds: { path: '/admin/product-feeds', ...OF_THE_BACK_OFFICE },
  links: { path: '/admin/links', ...OF_THE_BACK_OFFICE },
  rates: { path: '/admin/rates', ...OF_THE_BACK_OFFICE },
  checks: { path: '/admin/checks', ...OF_THE_BACK_OFFICE },
  reports: { path: '/admin/reports', ...OF_THE_BACK_OFFICE },
  audit: { path: '/admin/audit', ...OF_THE_BACK_OFFICE },
  editions: { path: '/admin/editions', ...OF_THE_BACK_OFFICE },
  edition: { path: '/admin/editions/:day', ...OF_THE_BACK_OFFICE },
  members: { path: '/admin/members', ...OF_THE_BACK_OFFICE },
  member: { path: '/admin/members/:userId', ...OF_THE_BACK_OFFICE },
  switches: { path: '/admin/switches', ...OF_THE_BACK_OFFICE },
  letters: { path: '/admin/letters', ...OF_THE_BACK_OFFICE },
  letter: { path: '/admin/letters/:letterId', ...OF_THE_BACK_OFFICE },
  setup: { path: '/admin/setup', ...OF_THE_BACK_OFFICE },
  people: { path: '/admin/people', ...OF_THE_BACK_OFFICE },
  keys: { path: '/admin/keys', ...OF_THE_BACK_OFFICE },
  invitation: { path: '/admin/invitation', ...OF_THE_BACK_OFFICE },
} satisfies Record<string, Page>

/**
 * Pages that exist only with the developer tools; otherwise these addresses are not found. They are kept
 * apart so that production bundles do not name them.
 */
export const DEV_PAGES = {
  subscriptionTest: { path: '/admin/subscription-test', ...OF_THE_BACK_OFFICE },
  webhookTester: { path: '/webhook-tester', ...OF_THE_BACK_OFFICE },
  webhookDirect: { path: '/webhook-direct', ...OF_THE_BACK_OFFICE },
  devTest: { path: '/dev-test', ...OF_THE_BACK_OFFICE },
} satisfies Record<string, Page>
