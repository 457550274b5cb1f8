import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { IntoEdition } from '#app/admin/web/shell/IntoEdition.tsx'
import { MOST_IN_EDITION } from '#app/deals/editions.facts.ts'
import { importApi } from './import-api.ts'
import { RestoreImport } from './RestoreImport.tsx'
import { UndoImport } from './UndoImport.tsx'
import { doneInWords, restoredInWords, standingInWords, undoneInWords } from './words.copy.ts'

/** The result of the last import with Undo, until the next one; its drafts can go into an edition from here. */
export function UploadDone({ report }: { report: BulkUploadReport }) {
  const { importId, createdCount, publishedCount, updatedCount, fileName } = report
  const [undone, setUndone] = useState<string>()
  const [isBack, setIsBack] = useState(false)
  const line = useRef<HTMLElement>(null)
  const drafts = createdCount - publishedCount

  // The button that had the focus is gone, so this takes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: undoing removes its button too.
  useEffect(() => {
    line.current?.focus()
  }, [undone])

  /** A failed call may have succeeded after all, so the result has to be read again. */
  async function lookAgain() {
    const record = await importApi.find(importId ?? '')
    if (record) setUndone(record.state === 'undone' ? `${standingInWords(record)}.` : undefined)
  }

  return (
    <section className="bulk-done" ref={line} tabIndex={-1} aria-label="The last upload">
      <p>{undone ?? doneInWords(report)}</p>
      {importId !== null && createdCount + updatedCount > 0 && undone === undefined && (
        <>
          {createdCount > 0 && (
            <Link
              className="tool"
              to={`${adminPaths.deals()}?importId=${encodeURIComponent(importId)}#manage-deals`}
            >
              Show them
            </Link>
          )}
          <UndoImport
            label="Undo this upload"
            importId={importId}
            fileName={fileName}
            touched={{
              remaining: createdCount,
              published: publishedCount,
              edited: 0,
              updatedCount,
            }}
            onUndone={(done) => setUndone(undoneInWords(done))}
            onFailed={lookAgain}
          />
        </>
      )}
      {importId !== null && drafts > 0 && drafts <= MOST_IN_EDITION && undone === undefined && (
        <IntoEdition count={drafts} idsOf={() => importApi.drafts(importId)} />
      )}
      {importId !== null && undone !== undefined && !isBack && (
        <RestoreImport
          label="Restore them"
          importId={importId}
          onRestored={(restored) => {
            setUndone(restoredInWords(restored))
            setIsBack(restored.leftCount === 0)
          }}
          onFailed={lookAgain}
        />
      )}
    </section>
  )
}
