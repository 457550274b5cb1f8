import './bulk-upload.css'
import './report.css'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import { Button } from '#app/ui/Button.tsx'
import { ImportControls } from './ImportControls.tsx'
import { PictureReport } from './PictureReport.tsx'
import { RowReport } from './RowReport.tsx'
import { unusedPictures } from './report.rules.ts'
import { SelectedFiles } from './SelectedFiles.tsx'
import { UploadDone } from './UploadDone.tsx'
import { type Progress, STAGES, type Stage } from './upload.rules.ts'
import { useBulkUpload } from './uploading.ts'
import { progressInWords, STAGE_NAMES, uploadInWords } from './words.copy.ts'

/** The bulk upload: choose a sheet, see what it would do, import it, and undo the import. */
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
      {/* A live region must exist before its text changes, or screen readers do not announce it. */}
      <p className="sr" role="status">
        {uploadInWords(state)}
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
            <Button variant="tool" onClick={bulk.checkAgain}>
              Check again
            </Button>
          )}
        </div>
      )}
      {report && !work && (
        <RowReport
          report={report}
          choices={state.choices}
          unused={unusedPictures(pictures.keys, report)}
          onSay={bulk.say}
        />
      )}
      <ImportControls bulk={bulk} />
    </div>
  )
}

type ProgressProps = { work: 'checking' | 'importing'; progress: Progress }

/** The progress of a check or an import: its stages, a bar for the current one, and words. */
function UploadProgress({ work, progress }: ProgressProps) {
  const { stage, done, total } = progress
  const stages: readonly Stage[] =
    work === 'checking' ? STAGES.filter((each) => each !== 'writing') : STAGES
  const at = stages.indexOf(stage)
  return (
    <div className="bulk-progress">
      <ol className="bulk-stages">
        {stages.map((each, index) => (
          <li
            key={each}
            aria-current={index === at ? 'step' : undefined}
            data-done={index < at || undefined}
          >
            {STAGE_NAMES[each]}
          </li>
        ))}
      </ol>
      <progress
        className="bulk-bar"
        aria-label={work === 'checking' ? 'Checking the sheet' : 'Importing the sheet'}
        value={total > 0 ? Math.min(done, total) : undefined}
        max={total > 0 ? total : 1}
      />
      <p className="tabular-nums">{progressInWords(progress)}</p>
    </div>
  )
}
