import { useState } from 'react'
import { Button } from '#app/ui/Button.tsx'
import { ApiError } from '#app/web/api/api.ts'
import { importApi, type SheetInput } from './import-api.ts'
import { countRows } from './report.rules.ts'
import type { BulkUploading } from './uploading.ts'
import { hindranceInWords, importingInWords, publishingInWords } from './words.copy.ts'

/** The last step: import the checked sheet, or download it with its problems. */
export function ImportControls({ bulk }: { bulk: BulkUploading }) {
  const { state, input, pictures } = bulk
  const { sheet, work, report } = state
  const hindrance = report && hindranceInWords(report, state.choices)
  const counts = report && countRows(report)
  const fresh = counts?.fresh ?? 0
  const isReady = report !== undefined && hindrance === undefined && !work
  const isPublishingAll = report !== undefined && report.publishedCount >= fresh && fresh > 0

  return (
    <form
      className="bulk-import"
      onSubmit={(event) => {
        event.preventDefault()
        void bulk.importIt({ isPublishing: false })
      }}
    >
      <Button variant="tool-main" isBusy={work === 'importing'} type="submit" disabled={!isReady}>
        {work === 'importing'
          ? 'Importing ...'
          : work === 'checking'
            ? 'Checking ...'
            : isReady
              ? importingInWords(report)
              : 'Import'}
      </Button>
      {isReady && !isPublishingAll && fresh > 0 && (
        <Button variant="tool" onClick={() => void bulk.importIt({ isPublishing: true })}>
          Import and publish
        </Button>
      )}
      {counts && input && !work && counts.wrong + counts.headings > 0 && (
        <AnnotatedSheet input={input} />
      )}
      <p className="soft">
        {!sheet && 'Choosing a sheet checks it first; nothing is written before you say so.'}
        {sheet &&
          (pictures.isSending || pictures.error) &&
          'The sheet is checked as soon as its pictures are there.'}
        {report && !work && (hindrance ?? publishingInWords(report, fresh))}
      </p>
    </form>
  )
}

function AnnotatedSheet({ input }: { input: SheetInput }) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function download() {
    setIsBusy(true)
    setError(undefined)
    try {
      await importApi.downloadAnnotated(input)
    } catch (failure) {
      const words = failure instanceof ApiError ? failure.serverText : undefined
      setError(words ?? 'The sheet could not be made. Try again.')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <>
      <Button variant="tool" isBusy={isBusy} onClick={download}>
        Download this sheet with what is wrong
      </Button>
      {error && (
        <p className="admin-error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
