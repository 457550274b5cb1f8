import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { metricsSearch, type RowsLink } from './address.rules.ts'

/** The report of a period, or the list behind one of its numbers. */
export function metricsPath(period: Period, list?: RowsLink): string {
  return adminPaths.metrics() + metricsSearch(period, list)
}

/** These deals, where they can be worked on. */
export function dealListPath(ids: string[]): string {
  return `${adminPaths.deals()}?${new URLSearchParams({ ids: ids.join(',') })}`
}
