import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'

/** How far back the numbers go. */
export const TRIAL_WEEKS = 26
export const RENEWAL_MONTHS = 12
export const RENEWAL_YEARS = 3
/** A charge is retried for some days before its renewal counts as missing. */
export const CHARGE_WAITED_DAYS = 3

export function businessPath(): string {
  return ADMIN_PAGES.business.path
}

/** The lists behind these numbers. */
export const BUSINESS_ROW_KINDS = [
  'recurring',
  'recurring-by-month',
  'trials-by-week',
  'joined',
  'joined-by-site',
  'joined-by-place',
  'left',
  'left-by-reason',
  'renewals',
  'cohort',
] as const

export function isOfBusiness(rows: string): boolean {
  return BUSINESS_ROW_KINDS.some((kind) => kind === rows)
}

const REASONS: Record<string, string> = {
  customer_service: 'The service',
  low_quality: 'The quality',
  missing_features: 'Something was missing',
  switched_service: 'Goes elsewhere',
  too_complex: 'Too complex',
  too_expensive: 'Too expensive',
  unused: 'Not used',
  other: 'Another reason',
  'not-said': 'Did not say why',
  'by-us': 'Ended by us',
  disputed: 'Disputed the charge',
  'payment-failed': 'A payment failed',
}

/** Describes why somebody left, as far as it is known. */
export function leavingReason(reason: string): string {
  return REASONS[reason] ?? reason
}

const PLACES: Record<string, string> = {
  deal: 'A deal',
  'daily-deals': 'The feed',
  brand: 'A brand',
  brands: 'The brands',
  category: 'A category',
  edition: 'An edition',
  editions: 'The editions',
  search: 'A search',
  saved: 'Saved deals',
  'for-you': 'For you',
  following: 'What they follow',
  account: 'Their account',
}

/** Describes the page from which somebody went to join. */
export function joiningPlace(place: string | null): string {
  if (place === null) return 'The pages that sell'
  return PLACES[place] ?? (place === '' ? 'The front page' : `/${place}`)
}

export function joiningSite(site: string | null): string {
  return site ?? 'Not said'
}
