import { useEffect, useMemo, useState } from 'react'
import { uploadPicture } from '#app/admin/web/shell/upload-picture.ts'
import { ApiError } from '#app/web/api/api.ts'
import type { PictureKeys } from './import-api.ts'
import {
  addPictures,
  changePicture,
  findReplaced,
  nextToSend,
  type QueuedPicture,
  storedPictureKeys,
} from './picture-queue.rules.ts'

export type PictureQueue = {
  files: QueuedPicture<File>[]
  /** Keys of the stored pictures, by their names in the sheet. */
  keys: PictureKeys
  isSending: boolean
  /** Names of pictures that the last chosen files replaced. */
  replaced: string[]
  /** Why sending stopped early. */
  error: string | undefined
  add: (files: File[]) => void
  goOn: () => void
  clear: () => void
}

/** Sends picture files to the server one by one, as soon as they are chosen. */
export function usePictureQueue(): PictureQueue {
  const [files, setFiles] = useState<QueuedPicture<File>[]>([])
  const [error, setError] = useState<string>()
  const [replaced, setReplaced] = useState<string[]>([])
  const next = error === undefined ? nextToSend(files)?.file : undefined

  useEffect(() => {
    if (!next) return
    const stop = new AbortController()
    const change = (changes: Partial<QueuedPicture<File>>) =>
      setFiles((all) => changePicture(all, next, changes))
    const onSent = (sentBytes: number) => change({ sentBytes })
    uploadPicture(next, { onSent, signal: stop.signal }).then(
      (answer) =>
        change(
          'key' in answer
            ? { key: answer.key }
            : { error: answer.error ?? 'It could not be stored.' },
        ),
      (failure) => {
        if (stop.signal.aborted) return
        change({ sentBytes: 0 })
        // These errors are about this picture only; any other failure would affect the rest too.
        if (failure instanceof ApiError && [413, 415, 422].includes(failure.status)) {
          change({ error: failure.serverText ?? 'It cannot be used.' })
        } else {
          setError(whyStopped(failure))
        }
      },
    )
    return () => stop.abort()
  }, [next])

  const keys = useKeys(files)
  return {
    files,
    keys,
    isSending: next !== undefined,
    error,
    replaced,
    add(more) {
      setError(undefined)
      setReplaced(findReplaced(files, more))
      setFiles((all) => addPictures(all, more))
    },
    goOn: () => setError(undefined),
    clear() {
      setError(undefined)
      setReplaced([])
      setFiles([])
    },
  }
}

function whyStopped(failure: unknown): string {
  const isLost = !(failure instanceof ApiError) || failure.status === 0
  if (isLost) return 'The connection was lost. What is there stays there.'
  return failure.serverText ?? 'The pictures could not be sent.'
}

/** Memoized by content, because the sheet is rechecked whenever this object changes. */
function useKeys(files: QueuedPicture<File>[]): PictureKeys {
  const text = JSON.stringify(storedPictureKeys(files))
  return useMemo(() => JSON.parse(text), [text])
}
