import { type DragEvent, useEffect, useState } from 'react'
import { PICTURE_ENDINGS, SHEET_ENDINGS } from '#app/deals/deals.facts.ts'
import { countOf, formatBytes } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import type { BulkUploading } from './uploading.ts'
import { FILE_FAULTS, PICTURES_HINT, replacedInWords, SHEET_HINT } from './words.copy.ts'

const TEMPLATE = '/api/admin/imports/template'

/** The area to drop or choose files: a sheet, and the pictures it names. */
export function SelectedFiles({ bulk }: { bulk: BulkUploading }) {
  const { state, pictures } = bulk
  const { sheet, zip, refused } = state
  const isLocked = state.work === 'importing'
  const [isOver, setIsOver] = useState(false)
  useNoFilesBeside()

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (!isLocked) void bulk.choose([...event.dataTransfer.files])
  }

  const again =
    state.report && state.report.problems.length > 0
      ? 'Choose the corrected sheet'
      : 'Choose another sheet'
  const hasPictures = zip !== undefined || pictures.files.length > 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is optional; both parts have buttons.
    <div
      className="bulk-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false)
      }}
      onDrop={drop}
    >
      <div className="bulk-part">
        <h3>The sheet</h3>
        {sheet ? (
          <p className="bulk-chosen">
            <strong>{sheet.name}</strong> <span className="soft">{formatBytes(sheet.size)}</span>
          </p>
        ) : (
          <p className="soft">{SHEET_HINT}</p>
        )}
        <div className="bulk-buttons">
          <ChooseFile
            label={sheet ? again : 'Choose a sheet'}
            accept={SHEET_ENDINGS.join(',')}
            isMain={!sheet && !state.done}
            isDisabled={isLocked}
            onChoose={bulk.choose}
          />
          {sheet && !isLocked && (
            <Button variant="tool-bare" onClick={bulk.removeSheet}>
              Remove
            </Button>
          )}
          <a className="tool tool-bare" href={TEMPLATE} download>
            Download the template
          </a>
        </div>
      </div>
      <div className="bulk-part">
        <h3>
          Pictures <span className="soft">if the sheet names files</span>
        </h3>
        {hasPictures ? (
          <p className="bulk-chosen">
            {zip && (
              <>
                <strong>{zip.name}</strong> <span className="soft">{formatBytes(zip.size)}</span>
              </>
            )}
            {zip && pictures.files.length > 0 && ' and '}
            {pictures.files.length > 0 && (
              <strong>{countOf(pictures.files.length, 'picture')}</strong>
            )}
          </p>
        ) : (
          <p className="soft">{PICTURES_HINT}</p>
        )}
        <div className="bulk-buttons">
          <ChooseFile
            label={hasPictures ? 'Add more pictures' : 'Choose pictures or a zip'}
            accept={[...PICTURE_ENDINGS, '.zip'].join(',')}
            isMultiple
            isDisabled={isLocked}
            onChoose={bulk.choose}
          />
          {hasPictures && !isLocked && (
            <Button variant="tool-bare" onClick={bulk.removePictures}>
              Remove all
            </Button>
          )}
        </div>
      </div>
      {pictures.replaced.length > 0 && (
        <p className="bulk-replaced" role="status">
          {replacedInWords(pictures.replaced)}
        </p>
      )}
      {refused.length > 0 && (
        <ul className="bulk-refused" role="alert">
          {refused.map(({ name, fault }) => (
            <li key={name}>
              <strong>{name}</strong> {FILE_FAULTS[fault]}.
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Ignores files dropped elsewhere on the page, which the browser would open instead of the page. */
function useNoFilesBeside() {
  useEffect(() => {
    const ignore = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}

type ChooseProps = {
  label: string
  /** File endings, separated by commas. */
  accept: string
  isMultiple?: boolean
  isMain?: boolean
  isDisabled: boolean
  onChoose: (files: File[]) => void
}

/** The browser's own file picker, styled like the other tools. */
function ChooseFile({ label, accept, isMultiple, isMain, isDisabled, onChoose }: ChooseProps) {
  return (
    <label className={isMain ? 'tool-main bulk-choose' : 'tool bulk-choose'}>
      <input
        type="file"
        className="sr"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Without this, choosing the same file again after correcting it fires no event.
          currentTarget.value = ''
          if (files.length > 0) onChoose(files)
        }}
      />
      {label}
    </label>
  )
}
