import { useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { formatTime } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { RestoreDeals } from './RestoreDeals.tsx'
import { entryInWords, withoutSubject } from './words.copy.ts'

type Props = {
  entry: AuditEntry
  /** Leaves out what the context already says: within a batch, or in the history of one deal. */
  only?: 'subject' | 'change'
  /** Whether it is a deletion that can still be undone. */
  canRestore?: boolean
}

/** One change in plain words, with before and after on demand. */
export function Entry({ entry, only, canRestore }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const words = entryInWords(entry)
  return (
    <li className="audit-line">
      {only !== 'subject' && <ActorAndTime entry={entry} />}
      <p className="audit-words">
        {only === 'subject' ? (
          <Subject entry={entry} />
        ) : only === 'change' ? (
          withoutSubject(words)
        ) : (
          <>
            {words.lead} {words.joint} <Subject entry={entry} /> {words.tail}
          </>
        )}
      </p>
      <div className="audit-tools">
        {canRestore && <RestoreDeals ids={[entry.subjectId]} label={entry.subjectLabel} />}
        {entry.changes.length > 0 && (
          <Button variant="tool-bare" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide' : 'Details'}
            <span className="sr">{` of ${entry.subjectLabel}`}</span>
          </Button>
        )}
      </div>
      {isOpen && <Changes changes={entry.changes} />}
    </li>
  )
}

/** When the change was made, and by whom. */
export function ActorAndTime({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <time className="audit-time" dateTime={entry.happenedAt}>
        {formatTime(entry.happenedAt)}
      </time>
      <p className="audit-who">
        {entry.actorName} <span className="soft">{entry.actorSession}</span>
      </p>
    </>
  )
}

/** The subject by its name at the time, as a link if it has a page. */
function Subject({ entry }: { entry: AuditEntry }) {
  const { subjectKind, subjectId, subjectLabel } = entry
  const label = subjectLabel.trim() || 'a draft without a name'
  if (subjectKind === 'session') return null
  const to = addressOf(subjectKind, encodeURIComponent(subjectId))
  if (!to) return <span className="audit-subject">{label}</span>
  return (
    <Link className="link audit-subject" to={to}>
      {label}
    </Link>
  )
}

function addressOf(kind: AuditEntry['subjectKind'], id: string): string | undefined {
  if (kind === 'deal') return `${adminPaths.deals()}?ids=${id}#manage-deals`
  if (kind === 'import') return `${adminPaths.deals()}?importId=${id}#manage-deals`
  return undefined
}

/** The values before and after the change. */
function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  // A creation has no values before, a deletion none after.
  const hasBefore = changes.some(({ before }) => before !== null)
  const hasAfter = changes.some(({ after }) => after !== null)
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          {hasBefore && <th scope="col">Before</th>}
          {hasAfter && <th scope="col">After</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            {hasBefore && <td>{before ?? <span className="soft">none</span>}</td>}
            {hasAfter && <td>{after ?? <span className="soft">none</span>}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
