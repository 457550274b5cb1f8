import '#app/admin/web/metrics/metrics.css'
import '#app/admin/web/metrics/chart.css'
import '#app/admin/web/metrics/rows.css'
import '#app/admin/web/business/business.css'
import type { LoaderFunctionArgs } from 'react-router'
import { businessPath } from '#app/admin/metrics/business.facts.ts'
import { BusinessReport } from '#app/admin/web/business/BusinessReport.tsx'
import { loadBusiness, useBusiness } from '#app/admin/web/business/queries.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Business numbers')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadBusiness(queryClient)
  return null
}

/** The business numbers: recurring revenue, who joins, who stays and who leaves. */
export function Component() {
  const numbers = useBusiness()
  if (numbers) return <BusinessReport {...numbers} />
  return (
    <>
      <h1 className="title admin-title">Business numbers</h1>
      <NotRead href={businessPath()}>
        These figures could not be read. In a large club the first ones take some minutes.
      </NotRead>
    </>
  )
}
