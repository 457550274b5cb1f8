import './bulk-upload.css'
import './report.css'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import { unusedPictures } from '#app/admin/web/shell/words.rules.ts'
import { BulkImport } from './ImportControls.tsx'
import { BulkPictures } from './PictureReport.tsx'
import { BulkReport } from './RowReport.tsx'
import { BulkFiles } from './SelectedFiles.tsx'
import { BulkDone } from './UploadDone.tsx'
import { BulkProgress } from './UploadProgress.tsx'
import { bulkInWords } from './upload.rules.ts'
import { useBulkUpload } from './use-bulk-upload.ts'

/** From a sheet to deals: choose, see what it would do, import, and take it back. */
export function BulkUpload() {
  const bulk = useBulkUpload()
  const { state, pictures } = bulk
  const { sheet, work, progress, report, failure, done } = state
  useLeaveWarning(
    work !== undefined || pictures.isSending,
    'An upload is still under way. Leave all the same?',
  )

  return (
    <div className="bulk">
      {/* There from the beginning: what comes into being with its words is not read aloud. */}
      <p className="sr" role="status">
        {bulkInWords(state)}
      </p>
      {done && <BulkDone key={done.importId} report={done} />}
      <BulkFiles bulk={bulk} />
      <BulkPictures pictures={pictures} />
      {work && progress && <BulkProgress work={work} progress={progress} />}
      {failure && (
        <div className="bulk-failure" role="alert">
          <p>
            <strong>Error processing bulk upload</strong>
          </p>
          <p>{failure.message}</p>
          {failure.canTryAgain && sheet && (
            <button type="button" className="tool" onClick={bulk.checkAgain}>
              Check again
            </button>
          )}
        </div>
      )}
      {report && !work && (
        <BulkReport report={report} unused={unusedPictures(pictures.keys, report)} />
      )}
      <BulkImport bulk={bulk} />
    </div>
  )
}
