import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import type {
  AnswerReports,
  CaseEvidence,
  ReportsAnswered,
  ReportsDesk,
} from '#app/reports/reports-desk.contract.ts'
import { browserApi } from '#app/web/api/api.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const deskQuery = (page: number) =>
  queryOf(withParameters(ADMIN_CALLS.reports, { page }), OF_ADMIN_DEALS)
const evidenceQuery = (dealId: string) => queryOf(caseCall(dealId), OF_ADMIN_DEALS)

function caseCall(dealId: string): string {
  return `${ADMIN_CALLS.reports}/${encodeURIComponent(dealId)}`
}

/** Always refetched, since people report deals all the time. */
export async function loadReportsDesk(queryClient: QueryClient, page: number): Promise<void> {
  await queryClient.prefetchQuery({ ...deskQuery(page), staleTime: 0 })
}

export function useReportsDesk(page: number) {
  return useQuery<ReportsDesk>(deskQuery(page))
}

export function useEvidence(dealId: string) {
  return useQuery<CaseEvidence>(evidenceQuery(dealId))
}

export async function sendAnswer(answer: AnswerReports): Promise<ReportsAnswered> {
  return (await browserApi.request('POST', `${ADMIN_CALLS.reports}/answer`, answer)).json()
}

export async function askToLook(dealId: string): Promise<boolean> {
  const answer = await browserApi.request('POST', `${caseCall(dealId)}/look`)
  return (await answer.json()).isAsked
}
