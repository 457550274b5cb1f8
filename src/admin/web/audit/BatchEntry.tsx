import { useState } from 'react'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { AuditWho } from './ActorAndTime.tsx'
import { AuditLine } from './Entry.tsx'
import { AuditRestore } from './RestoreDeals.tsx'
import { batchInWords } from './words.copy.ts'

type Props = {
  entries: AuditEntry[]
  /** More of them may follow among the older ones. */
  isCutOff: boolean
  /** Entries of deletions that can still be taken back. */
  restorable: ReadonlySet<number>
}

/** What was done to many at once, as one line that opens. */
export function AuditBatch({ entries, isCutOff, restorable }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [first] = entries
  if (!first) return null
  const words = batchInWords(entries, isCutOff)
  const deleted = entries.filter(({ id }) => restorable.has(id)).map(({ subjectId }) => subjectId)
  return (
    <li className="audit-line">
      <AuditWho entry={first} />
      <p className="audit-words">{words}</p>
      <div className="audit-tools">
        {deleted.length > 0 && <AuditRestore ids={deleted} label={words} />}
        <button
          type="button"
          className="tool tool-bare"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show each'}
          <span className="sr">{`: ${words}`}</span>
        </button>
      </div>
      {isOpen && (
        <ol className="audit-batch">
          {entries.map((entry) => (
            <AuditLine
              key={entry.id}
              entry={entry}
              only="subject"
              canRestore={restorable.has(entry.id)}
            />
          ))}
        </ol>
      )}
    </li>
  )
}
