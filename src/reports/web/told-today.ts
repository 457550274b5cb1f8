import type { OwnReports } from '#app/reports/reports.contract.ts'
import type { ReportKind } from '#app/reports/reports.facts.ts'

/** Returns the kinds reported today, which are not asked again until tomorrow. */
export function toldToday(own: OwnReports | undefined): ReportKind[] {
  return (own?.reports ?? []).flatMap(({ kind, isOfToday }) => (isOfToday ? kind : []))
}
