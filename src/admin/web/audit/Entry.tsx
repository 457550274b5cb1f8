import { useState } from 'react'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { ActorAndTime } from './ActorAndTime.tsx'
import { Changes } from './Changes.tsx'
import { RestoreDeals } from './RestoreDeals.tsx'
import { Subject } from './Subject.tsx'
import { entryInWords, withoutSubject } from './words.copy.ts'

type Props = {
  entry: AuditEntry
  /** Within a batch, or in the history of one subject, the rest is known already. */
  only?: 'subject' | 'change'
  /** Whether it can still be taken back here: a deletion. */
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
          <button
            type="button"
            className="tool tool-bare"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Details'}
            <span className="sr">{` of ${entry.subjectLabel}`}</span>
          </button>
        )}
      </div>
      {isOpen && <Changes changes={entry.changes} />}
    </li>
  )
}
