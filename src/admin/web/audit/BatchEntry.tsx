import { useState } from 'react'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { ActorAndTime, Entry } from './Entry.tsx'
import { RestoreDeals } from './RestoreDeals.tsx'
import { batchInWords } from './words.copy.ts'

type Props = {
  entries: AuditEntry[]
  /** The batch may continue in older entries that are not loaded yet. */
  isCutOff: boolean
  /** Ids of deletions that can still be undone. */
  restorable: ReadonlySet<number>
}

/** A bulk action, as one line that unfolds. */
export function BatchEntry({ entries, isCutOff, restorable }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [first] = entries
  if (!first) return null
  const words = batchInWords(entries, isCutOff)
  const deleted = entries.filter(({ id }) => restorable.has(id)).map(({ subjectId }) => subjectId)
  return (
    <li className="audit-line">
      <ActorAndTime entry={first} />
      <p className="audit-words">{words}</p>
      <div className="audit-tools">
        {deleted.length > 0 && <RestoreDeals ids={deleted} label={words} />}
        <Button variant="tool-bare" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show each'}
          <span className="sr">{`: ${words}`}</span>
        </Button>
      </div>
      {isOpen && (
        <ol className="audit-batch">
          {entries.map((entry) => (
            <Entry
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
