import '#app/admin/web/audit/audit.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Entry } from '#app/admin/web/audit/Entry.tsx'
import { groupEntries } from '#app/admin/web/audit/groups.rules.ts'
import { auditQuery } from '#app/admin/web/audit/queries.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { browserApi } from '#app/web/api/api.ts'

/** All changes of one deal, since the import or the form that created it. */
export function EveryChange({ dealId }: { dealId: string }) {
  const log = useInfiniteQuery(auditQuery(browserApi, { kind: 'deal', subjectId: dealId }))
  if (log.isPending) return <p className="soft">Reading the history ...</p>
  if (!log.data) {
    return (
      <p className="admin-error" role="alert">
        The history could not be read.{' '}
        <Button variant="tool" onClick={() => void log.refetch()}>
          Try again
        </Button>
      </p>
    )
  }

  const entries = log.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) {
    return <p className="soft">Nothing has been changed since the log began.</p>
  }
  return (
    <div className="audit-compact">
      {groupEntries(entries).map(({ day, acts }) => (
        <section key={day} className="audit-day" aria-label={formatDateOfWeek(day)}>
          <p className="audit-date">{formatDateOfWeek(day)}</p>
          <ol>
            {acts.flatMap((act) =>
              act.entries.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  // The subject of an import is not the deal, so it is named.
                  {...(entry.subjectKind === 'deal' ? { only: 'change' as const } : {})}
                />
              )),
            )}
          </ol>
        </section>
      ))}
      {log.hasNextPage && (
        <Button
          variant="tool"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </div>
  )
}
