import '#app/admin/web/audit/audit.css'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Entry } from '#app/admin/web/audit/Entry.tsx'
import { groupEntries } from '#app/admin/web/audit/groups.rules.ts'
import { auditQuery } from '#app/admin/web/audit/queries.ts'
import { dayInWords } from '#app/admin/web/shell/times.rules.ts'
import { browserApi } from '#app/web/api/api.ts'

/** What was changed about one deal, from the import or the form that brought it. */
export function DealHistory({ dealId }: { dealId: string }) {
  const log = useInfiniteQuery(auditQuery(browserApi, { kind: 'deal', subjectId: dealId }))
  if (log.isPending) return <p className="soft">Reading the history ...</p>
  if (!log.data) {
    return (
      <p className="admin-error" role="alert">
        The history could not be read.{' '}
        <button type="button" className="tool" onClick={() => void log.refetch()}>
          Try again
        </button>
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
        <section key={day} className="audit-day" aria-label={dayInWords(day)}>
          <p className="audit-date">{dayInWords(day)}</p>
          <ol>
            {acts.flatMap((act) =>
              act.entries.map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  // An import is another subject, and worth naming.
                  {...(entry.subjectKind === 'deal' ? { only: 'change' as const } : {})}
                />
              )),
            )}
          </ol>
        </section>
      ))}
      {log.hasNextPage && (
        <button
          type="button"
          className="tool"
          disabled={log.isFetchingNextPage}
          onClick={() => void log.fetchNextPage()}
        >
          Show older
        </button>
      )}
    </div>
  )
}
