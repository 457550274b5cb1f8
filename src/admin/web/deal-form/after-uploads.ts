import { useEffect, useEffectEvent, useState } from 'react'
import type { PictureUploads } from './picture-uploads.ts'

/**
 * Something to do as soon as no picture is on its way any more, at once if none is. `intent` is
 * what it waits for, undefined while it waits for nothing.
 */
export function useAfterUploads<T>(pictures: PictureUploads, run: (intent: T) => void) {
  const [intent, setIntent] = useState<T>()
  const isWaiting = intent !== undefined
  const isClear = pictures.uploading === 0

  const go = useEffectEvent(() => {
    if (intent === undefined) return
    setIntent(undefined)
    run(intent)
  })
  useEffect(() => {
    if (isWaiting && isClear) go()
  }, [isWaiting, isClear])

  return { isWaiting, start: setIntent, stop: () => setIntent(undefined) }
}

/** On a button that waits. */
export function waitingWords(count: number): string {
  return count === 1 ? 'Waiting for a picture…' : `Waiting for ${count} pictures…`
}

export const FAILED_PICTURE = 'A picture could not be used. Try it again or remove it.'
