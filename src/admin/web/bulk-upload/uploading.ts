import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import type { SheetChoices } from '#app/deals/editing/sheet-choices.contract.ts'
import { ApiError } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { type RefusedFile, sortFiles } from './files.rules.ts'
import { importApi, type SheetInput } from './import-api.ts'
import { useKeptSheet } from './kept-sheet.ts'
import { type PictureQueue, usePictureQueue } from './picture-queue.ts'
import {
  emptyUpload,
  nextUpload,
  type UploadEvent,
  type UploadFailure,
  type UploadState,
} from './upload.rules.ts'
import { describeFailure, FILE_CHANGED } from './words.copy.ts'

export type BulkUploading = {
  state: UploadState<File>
  pictures: PictureQueue
  choose: (files: File[]) => Promise<void>
  removeSheet: () => void
  removePictures: () => void
  checkAgain: () => void
  /** Changes the choices about the sheet, which checks it again. */
  say: (choices: SheetChoices) => void
  importIt: (options: { isPublishing: boolean }) => Promise<void>
  /** The sheet as it was checked, with the keys of all its pictures. */
  input: SheetInput | undefined
}

const FAILED = 'Error processing bulk upload'

/** The whole bulk upload, from the files to the deals. */
export function useBulkUpload(): BulkUploading {
  const [state, dispatch] = useReducer(nextUpload<File>, undefined, emptyUpload<File>)
  const pictures = usePictureQueue()
  const [attempt, setAttempt] = useState(0)
  const queryClient = useQueryClient()
  const { sheet, zip, choices } = state
  const isWaiting = pictures.isSending || pictures.error !== undefined

  const importing = useRef<AbortController>(undefined)

  const check = useEffectEvent((checked: File, signal: AbortSignal) => {
    const pictureKeys = { ...state.links, ...pictures.keys }
    const input = { sheet: checked, zip, pictureKeys, choices }
    dispatch({ type: 'started', work: 'checking' })
    importApi.check(input, { onProgress: progressTo(dispatch), signal }).then(
      (report) => {
        if (!signal.aborted) dispatch({ type: 'checked', report })
      },
      (error) => {
        if (!signal.aborted) void fail(error, 'checking')
      },
    )
  })

  // Makes a dry run whenever something changes what would be imported.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them requires a new check.
  useEffect(() => {
    if (!sheet || isWaiting) return
    const stop = new AbortController()
    check(sheet, stop.signal)
    return () => {
      stop.abort()
      dispatch({ type: 'stopped' })
    }
  }, [sheet, zip, choices, pictures.keys, isWaiting, attempt])
  useKeptSheet(
    state,
    pictures.keys,
    (kept) => dispatch({ type: 'came-back', ...kept }),
    (name) => dispatch({ type: 'files-chosen', refused: [{ name, fault: 'not-kept' }] }),
  )

  // Leaving the page was confirmed before (`useLeaveWarning`), so the import is aborted.
  useEffect(() => () => importing.current?.abort(), [])

  async function fail(error: unknown, during: 'checking' | 'importing') {
    const failure = await explain(error, during, zip)
    dispatch({ type: 'failed', failure })
    showToast({ tone: 'error', title: FAILED, description: failure.message })
  }

  // Pictures that the check stored need not be sent or fetched again.
  const pictureKeys = { ...state.report?.pictures, ...pictures.keys }
  const input = sheet && { sheet, zip: undefined, pictureKeys, choices }
  return {
    state,
    pictures,
    input,
    async choose(files) {
      const sorted = sortFiles(files)
      if (sorted.pictures.length > 0) pictures.add(sorted.pictures)
      const { refused, zip: chosen } = sorted
      try {
        const kept = sorted.sheet && (await keepInMemory(sorted.sheet))
        dispatch({ type: 'files-chosen', sheet: kept, zip: chosen, refused })
      } catch {
        const name = sorted.sheet?.name ?? ''
        const unreadable: RefusedFile = { name, fault: 'unreadable' }
        dispatch({ type: 'files-chosen', zip: chosen, refused: [...refused, unreadable] })
      }
    },
    removeSheet: () => dispatch({ type: 'sheet-removed' }),
    removePictures() {
      pictures.clear()
      dispatch({ type: 'zip-removed' })
    },
    say: (next) => dispatch({ type: 'chosen', choices: next }),
    checkAgain: () => setAttempt((count) => count + 1),
    async importIt({ isPublishing }) {
      if (!input || state.work) return
      const stop = new AbortController()
      importing.current = stop
      dispatch({ type: 'started', work: 'importing' })
      try {
        const report = await importApi.import(input, {
          isPublishing,
          seenUpdates: state.report?.updateStamp ?? undefined,
          onProgress: progressTo(dispatch),
          signal: stop.signal,
        })
        if (!report) return dispatch({ type: 'went-back' })
        if (!report.isCommitted) {
          if (report.problems.length > 0) {
            const description = 'Nothing was imported: something in the sheet is wrong by now.'
            showToast({ tone: 'error', title: FAILED, description })
          }
          dispatch({ type: 'imported', report })
          return
        }
        pictures.clear()
        dispatch({ type: 'imported', report })
        showToast({ title: 'Bulk upload completed successfully' })
        await refreshDeals(queryClient)
      } catch (error) {
        if (!stop.signal.aborted) await fail(error, 'importing')
      }
    },
  }
}

function progressTo(dispatch: (event: UploadEvent<File>) => void) {
  return (progress: Extract<UploadEvent<File>, { type: 'progressed' }>['progress']) =>
    dispatch({ type: 'progressed', progress })
}

/**
 * Copies the sheet into memory, so that what is imported is what was checked, even if the file is saved
 * meanwhile.
 */
async function keepInMemory(sheet: File): Promise<File> {
  return new File([await sheet.arrayBuffer()], sheet.name, { type: sheet.type })
}

async function explain(
  error: unknown,
  during: 'checking' | 'importing',
  zip: File | undefined,
): Promise<UploadFailure> {
  if (zip && !(await canBeRead(zip))) return FILE_CHANGED
  return describeFailure(error instanceof ApiError ? error : undefined, during)
}

/** A file that was overwritten since it was chosen can no longer be read. */
async function canBeRead(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}
