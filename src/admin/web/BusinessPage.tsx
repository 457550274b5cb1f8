import '#app/admin/web/metrics/metrics.css'
import '#app/admin/web/metrics/chart.css'
import '#app/admin/web/metrics/rows.css'
import '#app/admin/web/business/business.css'
import type { LoaderFunctionArgs } from 'react-router'
import { businessPath } from '#app/admin/metrics/business.facts.ts'
import { BusinessReport } from '#app/admin/web/business/BusinessReport.tsx'
import { loadBusiness, useBusiness } from '#app/admin/web/business/queries.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Business numbers · Back office',
    description: `The back office of ${club.name}.`,
    isHidden: true,
  }),
}

export async function loader({ context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadBusiness(queryClient)
  return null
}

/** What the club lives on: recurring revenue, who comes, who stays and who leaves. */
export function Component() {
  const numbers = useBusiness()
  if (numbers) return <BusinessReport {...numbers} />
  return (
    <>
      <h1 className="title admin-title">Business numbers</h1>
      <div className="admin-empty">
        <p className="admin-error">
          These figures could not be read. In a large club the first ones take some minutes.
        </p>
        <TryAgain href={businessPath()} />
      </div>
    </>
  )
}
