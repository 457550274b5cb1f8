import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { formatDateOfWeek } from '#app/shared/dates.ts'
import { BatchEntry } from './BatchEntry.tsx'
import { Entry } from './Entry.tsx'
import { groupEntries, openDeletions } from './groups.rules.ts'

type Props = {
  entries: AuditEntry[]
  /** Whether older entries are not loaded yet. */
  hasMore: boolean
}

/** The entries by business day, newest first. */
export function EntryList({ entries, hasMore }: Props) {
  const days = groupEntries(entries)
  const restorable = openDeletions(entries)
  const last = days.at(-1)?.acts.at(-1)
  return days.map(({ day, acts }) => (
    <section key={day} className="audit-day" aria-label={formatDateOfWeek(day)}>
      <h2>{formatDateOfWeek(day)}</h2>
      <ol>
        {acts.map((act) => {
          const [entry] = act.entries
          if (!entry) return null
          return act.entries.length === 1 ? (
            <Entry key={act.key} entry={entry} canRestore={restorable.has(entry.id)} />
          ) : (
            <BatchEntry
              key={act.key}
              entries={act.entries}
              isCutOff={hasMore && act === last}
              restorable={restorable}
            />
          )
        })}
      </ol>
    </section>
  ))
}
