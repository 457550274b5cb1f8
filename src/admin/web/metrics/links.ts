import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { metricsSearch, type RowsLink } from './address.rules.ts'

/** Returns the path of the report for a period, or of the list behind one of its numbers. */
export function metricsPath(period: Period, list?: RowsLink): string {
  return adminPaths.metrics() + metricsSearch(period, list)
}

/** Returns the path of these deals in the deal list. */
export function dealListPath(ids: string[]): string {
  return `${adminPaths.deals()}?${new URLSearchParams({ ids: ids.join(',') })}`
}
