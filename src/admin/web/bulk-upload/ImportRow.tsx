import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ImportRecord } from '#app/admin/bulk-upload.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { countOf, formatCount } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { RestoreImport } from './RestoreImport.tsx'
import { UndoImport } from './UndoImport.tsx'
import { notedInWords, restoredInWords, standingInWords, undoneInWords } from './words.copy.ts'

/** One upload in the history. */
export function ImportRow({ record }: { record: ImportRecord }) {
  const { id, fileName, createdAt, actorName, state, remaining, restorable, updatedCount } = record
  const [said, setSaid] = useState<string>()
  const status = useRef<HTMLParagraphElement>(null)

  // The button that had the focus is gone, so the status takes it.
  useEffect(() => {
    if (said) status.current?.focus()
  }, [said])

  // The call succeeded in spite of its error, so the button disappears once the refetched record is drawn.
  const isUnsure = useRef(false)
  const keepKeyboard = () => {
    if (!isUnsure.current || !document.activeElement?.matches('body')) return
    isUnsure.current = false
    status.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: these decide which buttons are shown.
  useEffect(keepKeyboard, [state, remaining, restorable])
  const becomeUnsure = () => {
    isUnsure.current = true
    requestAnimationFrame(keepKeyboard)
  }

  const counts = [
    { name: 'rows', count: record.rowCount },
    { name: 'created', count: state === 'refused' ? 0 : record.createdCount },
    { name: 'updated', count: updatedCount },
    { name: 'already there', count: record.duplicateCount },
    { name: 'wrong', count: record.problemCount },
  ]
  return (
    <tr data-state={state}>
      <th scope="row">
        <p className="imports-name">{fileName}</p>
        <p className="soft">
          <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
          {` · ${actorName ?? 'On the server'}`}
        </p>
        <p className="soft imports-narrow">
          {counts
            .filter(({ count }) => count !== null && count > 0)
            .map(({ name, count }) => `${formatCount(count ?? 0)} ${name}`)
            .join(' · ')}
        </p>
      </th>
      {counts.map(({ name, count }) => (
        <td key={name} className="figure imports-count">
          {count === null ? '' : count === 0 ? <span className="soft">0</span> : formatCount(count)}
        </td>
      ))}
      <td className="imports-left">
        <p className={state === 'refused' ? 'admin-error' : undefined}>{standingInWords(record)}</p>
        {record.noted > 0 && <p className="imports-noted">{notedInWords(record.noted)}</p>}
        {record.undoneAt && <p className="soft">{formatMoment(record.undoneAt)}</p>}
        <p className="soft" role="status" ref={status} tabIndex={-1}>
          {said}
        </p>
      </td>
      <td>
        <div className="imports-tools">
          {remaining > 0 && (
            <Link
              className="tool"
              to={`${adminPaths.deals()}?importId=${encodeURIComponent(id)}#manage-deals`}
            >
              Show
            </Link>
          )}
          {(remaining > 0 || (updatedCount > 0 && state === 'imported')) && (
            <UndoImport
              label="Undo"
              importId={id}
              fileName={fileName}
              touched={state === 'imported' ? record : { ...record, updatedCount: 0 }}
              onUndone={(done) => setSaid(undoneInWords(done))}
              onFailed={becomeUnsure}
            />
          )}
          {(restorable > 0 || (updatedCount > 0 && state === 'undone')) && (
            <RestoreImport
              label={restorable > 0 ? `Restore ${countOf(restorable, 'deal')}` : 'Update again'}
              importId={id}
              onRestored={(restored) => setSaid(restoredInWords(restored))}
              onFailed={becomeUnsure}
            />
          )}
        </div>
      </td>
    </tr>
  )
}
