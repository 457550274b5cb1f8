import type { QueryClient } from '@tanstack/react-query'
import type { OwnReports, Reported } from '#app/reports/reports.contract.ts'
import { type Api, ApiError } from '#app/web/api/api.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import { ownReportsQuery, reportsCall } from './queries.ts'
import type { ReportProblem } from './ReportFields.tsx'
import { readReportForm } from './report-form.rules.ts'

/** Sends the report of a form; returns the updated list of own reports, or what is wrong with the form. */
export async function sendReport(
  api: Api,
  queryClient: QueryClient,
  { dealId, form }: { dealId: string; form: FormData },
): Promise<{ own: OwnReports } | { status: number; problem: ReportProblem }> {
  const read = readReportForm(form)
  if ('error' in read) return { status: 400, problem: read }
  try {
    const answer = await api.request('POST', reportsCall(dealId), read.report)
    const { isNew: _, ...own } = (await answer.json()) as Reported
    queryClient.setQueryData<OwnReports>(ownReportsQuery(dealId).queryKey, own)
    return { own }
  } catch (error) {
    const { status = 503, serverText = UNREACHED } = error instanceof ApiError ? error : {}
    return { status, problem: { error: serverText } }
  }
}
