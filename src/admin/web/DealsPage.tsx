import { useEffect, useRef, useState } from 'react'
import {
  type LoaderFunctionArgs,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import { UPLOAD_PLACE } from '#app/admin/sourcing-paths.facts.ts'
import { BulkUpload } from '#app/admin/web/bulk-upload/BulkUpload.tsx'
import { CreateDeal } from '#app/admin/web/deal-form/CreateDeal.tsx'
import { DealList } from '#app/admin/web/deal-list/DealList.tsx'
import { readListFilters } from '#app/admin/web/deal-list/filters.rules.ts'
import { loadDealList } from '#app/admin/web/deal-list/queries.ts'
import { loadThisMorning } from '#app/admin/web/morning/queries.ts'
import { ThisMorning } from '#app/admin/web/morning/ThisMorning.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession, useAdminSession } from '#app/admin/web/shell/session.ts'
import { loadWanted, WantedByPeople } from '#app/admin/web/wanted/WantedByPeople.tsx'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('This morning')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role, isEmergency } = await loadAdminSession(queryClient)
  if (!isOpen || isEmergency) return null
  const filters = readListFilters(new URL(request.url).searchParams)
  await Promise.all([
    loadThisMorning(queryClient),
    ...(role === 'analyst' ? [] : [loadDealList(queryClient, filters), loadWanted(queryClient)]),
  ])
  return null
}

/** The filters are in the address, but the list loads its own pages, so no loader runs for them. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false
}

/** What waits, and below it the deals. Analysts see only what their role may. */
export function Component() {
  const { hasDevTools } = useAdminSession()
  const role = useLastRole()
  const { hash, key } = useLocation()
  const upload = useRef<HTMLElement>(null)
  // The page may already be open, so a link to the upload area has to move the focus itself.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => {
    if (hash === `#${UPLOAD_PLACE}`) upload.current?.focus()
  }, [hash, key])
  if (role === 'analyst') return <ThisMorning role={role} />
  return (
    <>
      <ThisMorning role={role} />
      <WantedByPeople />
      <details className="panel">
        <summary>
          <h2 className="panel-title">Create New Deal</h2>
        </summary>
        <CreateDeal />
      </details>
      <details className="panel" id={UPLOAD_PLACE} open>
        <summary ref={upload}>
          <h2 className="panel-title">Bulk Upload New Deals</h2>
        </summary>
        <BulkUpload />
      </details>
      <DealList />
      {import.meta.env.HAS_DEV_TOOLS && hasDevTools && <TestUserCard />}
    </>
  )
}

/** Returns the role, or the last one while the session is closed, so that the page stays as it was. */
function useLastRole(): AdministratorRole {
  const { isOpen, role } = useAdminSession()
  const [last, setLast] = useState(role)
  if (isOpen && role !== last) setLast(role)
  return isOpen ? role : last
}

/** A link to the developer tools, where there are any. */
function TestUserCard() {
  return (
    <section className="panel" aria-labelledby="test-user">
      <h2 className="panel-title pt-4" id="test-user">
        Test User Management
      </h2>
      <p>
        <a className="link" href="/admin/subscription-test">
          Manage the test user’s subscription
        </a>
      </p>
    </section>
  )
}
