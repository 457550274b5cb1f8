import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** Queries the person's own reports on a deal. */
export function ownReportsQuery(dealId: string) {
  return queryOf(reportsCall(dealId), OF_VIEWER)
}

export function reportsCall(dealId: string): string {
  return `/api/reports/${encodeURIComponent(dealId)}`
}
