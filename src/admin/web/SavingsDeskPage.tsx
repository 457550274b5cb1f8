import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/savings/savings-desk.css'
import type { LoaderFunctionArgs } from 'react-router'
import { loadSavingsDesk, useSavingsDesk } from '#app/admin/web/savings/queries.ts'
import { Reports } from '#app/admin/web/savings/Reports.tsx'
import { Revenue } from '#app/admin/web/savings/Revenue.tsx'
import { UploadReport } from '#app/admin/web/savings/UploadReport.tsx'
import { Waiting } from '#app/admin/web/savings/Waiting.tsx'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Savings')

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadSavingsDesk(queryClient)
  return null
}

/** The reports of networks on members' trips, and the rows that a person has to decide. */
export function Component() {
  const { data: desk } = useSavingsDesk()
  return (
    <>
      <h1 className="title admin-title">Savings</h1>
      {!desk && <NotRead href={adminPaths.savings()}>The desk could not be read.</NotRead>}
      {desk && (
        <div className="savings-desk">
          <UploadReport />
          <Waiting waiting={desk.waiting} count={desk.waitingCount} />
          <Reports reports={desk.reports} />
          <Revenue revenue={desk.revenue} />
        </div>
      )}
    </>
  )
}
