import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import '#app/admin/web/audit/audit.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { EntryList } from '#app/admin/web/audit/EntryList.tsx'
import { FilterBar } from '#app/admin/web/audit/FilterBar.tsx'
import {
  auditSearch,
  hasAuditFilters,
  parseAuditFilters,
} from '#app/admin/web/audit/filters.rules.ts'
import { auditQuery, loadAudit } from '#app/admin/web/audit/queries.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { apiContext, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'

export const handle = backOfficePage('Audit')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  const filters = parseAuditFilters(new URL(request.url).searchParams)
  if (isOpen) await loadAudit(queryClient, context.get(apiContext), filters)
  return null
}

/** The audit log: every change ever made in the back office, newest first. Nothing can alter it. */
export function Component() {
  const [search] = useSearchParams()
  const filters = parseAuditFilters(search)
  const log = useInfiniteQuery(auditQuery(browserApi, filters))
  const entries = log.data?.pages.flatMap((page) => page.entries)

  return (
    <>
      <h1 className="title admin-title">Audit</h1>
      <FilterBar key={filters.q} filters={filters} />
      {!entries && (
        <NotRead href={adminPaths.audit() + auditSearch(filters)}>
          The log could not be read.
        </NotRead>
      )}
      <p className="sr" role="status">
        {entries && heldInWords(entries.length, log.hasNextPage)}
      </p>
      {entries?.length === 0 && (
        <p className="admin-empty soft">
          {hasAuditFilters(filters)
            ? 'Nothing like that has been changed.'
            : 'Nothing has been changed yet. Whatever is done here will stand here for good.'}
        </p>
      )}
      {entries && <EntryList entries={entries} hasMore={log.hasNextPage} />}
      {log.hasNextPage && (
        <p className="audit-more">
          <Button
            variant="tool"
            isBusy={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show older
          </Button>
          {log.isFetchNextPageError && (
            <span className="admin-error" role="alert">
              The older changes could not be read. Try again.
            </span>
          )}
        </p>
      )}
    </>
  )
}

/** Tells screen readers how many entries are shown, since they cannot see the list grow or shrink. */
function heldInWords(count: number, hasMore: boolean): string {
  if (count === 0) return 'No changes'
  return `${countOf(count, 'change')} shown${hasMore ? ', older ones follow' : ''}`
}
