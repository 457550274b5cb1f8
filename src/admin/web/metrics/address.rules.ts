import type { Period, RowKind, RowsQuery } from '#app/admin/metrics/metrics.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'

const PERIODS: Record<Period, true> = { '7d': true, '30d': true, '90d': true, '12m': true }
const USUAL: Period = '30d'

const ROW_KINDS: Record<RowKind, true> = {
  clicks: true,
  'clicks-by-deal': true,
  'clicks-by-brand': true,
  'clicks-by-retailer': true,
  'clicks-by-day': true,
  deals: true,
  'deals-by-day': true,
  locked: true,
  'locked-by-deal': true,
  checkouts: true,
  members: true,
  trials: true,
  payments: true,
  'revenue-by-month': true,
  unclaimed: true,
  trips: true,
  'trips-by-deal': true,
  'trips-by-brand': true,
  'trips-by-retailer': true,
  'trips-by-day': true,
  checks: true,
  reports: true,
  saves: true,
  'saves-by-deal': true,
  follows: true,
  'follows-by-what': true,
  'kept-by-day': true,
  recurring: true,
  'recurring-by-month': true,
  'trials-by-week': true,
  joined: true,
  'joined-by-site': true,
  'joined-by-place': true,
  left: true,
  'left-by-reason': true,
  renewals: true,
  cohort: true,
}

/** The filters of a list: every parameter of the call is listed, so that links lose none. */
const NARROWING: Record<keyof Omit<RowsQuery, 'limit'>, true> = {
  from: true,
  to: true,
  dealId: true,
  brandId: true,
  retailerId: true,
  click: true,
  step: true,
  state: true,
  standing: true,
  trial: true,
  outcome: true,
  reason: true,
  interval: true,
  site: true,
  place: true,
  page: true,
}

export type Narrowing = Partial<Record<keyof typeof NARROWING, string>>
/** A link to the list behind a number. */
export type RowsLink = Narrowing & { rows: RowKind }

export type MetricsAddress = { period: Period; list: RowsLink | undefined }

/** Parses an address; ignores invalid parameters. */
export function readMetricsAddress(search: URLSearchParams): MetricsAddress {
  const period = search.get('period') ?? ''
  const rows = search.get('rows') ?? ''
  return {
    period: Object.hasOwn(PERIODS, period) ? (period as Period) : USUAL,
    list: Object.hasOwn(ROW_KINDS, rows)
      ? { rows: rows as RowKind, ...narrowingOf(Object.fromEntries(search)) }
      : undefined,
  }
}

/** Returns the query string of the page, without the default period. */
export function metricsSearch(period: Period, list?: RowsLink): string {
  const search = new URLSearchParams(period === USUAL ? {} : { period })
  if (list) {
    search.set('rows', list.rows)
    for (const [name, value] of Object.entries(narrowingOf(list))) search.set(name, value)
  }
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the call for a list: one page of rows, or all of them as CSV. */
export function rowsCall({ rows, ...list }: RowsLink, as: 'rows' | 'csv'): string {
  const { page, ...narrowing } = narrowingOf(list)
  const given = page !== undefined && as === 'rows' ? { ...narrowing, page } : narrowing
  const search = new URLSearchParams(given as Record<string, string>)
  return `${ADMIN_CALLS.metrics}/${as}/${rows}${search.size > 0 ? `?${search}` : ''}`
}

function narrowingOf(
  given: Record<string, string | undefined>,
): Record<string, string> & Narrowing {
  return Object.fromEntries(
    Object.keys(NARROWING).flatMap((name) => {
      const value = given[name]
      return value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}
