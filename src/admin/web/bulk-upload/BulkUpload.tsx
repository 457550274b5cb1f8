import './bulk-upload.css'
import './report.css'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import { unusedPictures } from '#app/admin/web/shell/words.rules.ts'
import { ImportControls } from './ImportControls.tsx'
import { PictureReport } from './PictureReport.tsx'
import { RowReport } from './RowReport.tsx'
import { SelectedFiles } from './SelectedFiles.tsx'
import { UploadDone } from './UploadDone.tsx'
import { UploadProgress } from './UploadProgress.tsx'
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
      {done && <UploadDone key={done.importId} report={done} />}
      <SelectedFiles bulk={bulk} />
      <PictureReport pictures={pictures} />
      {work && progress && <UploadProgress work={work} progress={progress} />}
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
        <RowReport report={report} unused={unusedPictures(pictures.keys, report)} />
      )}
      <ImportControls bulk={bulk} />
    </div>
  )
}
