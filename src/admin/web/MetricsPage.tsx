import '#app/admin/web/metrics/metrics.css'
import '#app/admin/web/metrics/chart.css'
import '#app/admin/web/metrics/rows.css'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { readMetricsAddress } from '#app/admin/web/metrics/address.rules.ts'
import { loadMetrics } from '#app/admin/web/metrics/queries.ts'
import { Report } from '#app/admin/web/metrics/Report.tsx'
import { RowsPanel } from '#app/admin/web/metrics/RowsPanel.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Figures')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  const address = readMetricsAddress(new URL(request.url).searchParams)
  if (isOpen) await loadMetrics(queryClient, address)
  return null
}

/** The metrics report, or the list of rows behind one of its numbers. */
export function Component() {
  const [search] = useSearchParams()
  const { period, list } = readMetricsAddress(search)
  return list ? <RowsPanel period={period} list={list} /> : <Report period={period} />
}
