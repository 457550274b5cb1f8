import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureText } from '#app/admin/web/shell/failures.ts'
import { type PictureSource, uploadPicture } from '#app/admin/web/shell/upload-picture.ts'
import { ApiError } from '#app/web/api/api.ts'
import {
  addItems,
  change,
  countState,
  exchange,
  findPictureFault,
  giveUp,
  hasKey,
  markStored,
  moveItem,
  newItem,
  type PictureItem,
} from './picture-list.rules.ts'
import { leftOutWords, PICTURE_FAULTS } from './words.copy.ts'

export type PictureUploads = {
  list: PictureItem[]
  /** Why a picture was not added. */
  note: string | undefined
  uploading: number
  failed: number
  add: (sources: PictureSource[]) => void
  retry: (id: string) => void
  /** Also aborts its upload. */
  remove: (id: string) => void
  move: (id: string, to: number) => void
  /** Sends another picture to replace this one. */
  exchange: (id: string, source: PictureSource) => void
  /** Changes the notes of a picture. */
  tell: (id: string, told: Partial<Pick<PictureItem, 'alternative' | 'focus' | 'isKept'>>) => void
  /** Aborts the uploads of pictures that are left out. */
  replace: (choose: (list: PictureItem[]) => PictureItem[]) => void
  /** Returns the local file, to be shown until the server has it. */
  fileOf: (id: string) => File | undefined
}

let nextId = 1

export function newPictureId(): string {
  return `picture-${nextId++}`
}

/** Manages the pictures of a deal; each is sent as soon as it is chosen. */
export function usePictureUploads(initial: () => PictureItem[]): PictureUploads {
  const [list, setList] = useState(initial)
  const [note, setNote] = useState<string>()
  // The latest list, because several uploads may end between two renders.
  const current = useRef(list)
  const sources = useRef(new Map<string, PictureSource>())
  const running = useRef(new Map<string, AbortController>())

  function update(next: PictureItem[]) {
    current.current = next
    setList(next)
  }

  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const upload of uploads.values()) upload.abort()
    }
  }, [])

  async function send(id: string, source: PictureSource) {
    const fail = (error: string, canRetry: boolean) =>
      update(change(current.current, id, { state: 'failed', error, canRetry }))
    const stop = new AbortController()
    running.current.set(id, stop)
    try {
      const onSent = (sent: number, total: number) =>
        update(change(current.current, id, { sent: total > 0 ? sent / total : 0 }))
      const stored = await uploadPicture(source, { onSent, signal: stop.signal })
      if ('error' in stored) return fail(stored.error ?? 'The picture could not be stored.', false)
      if (hasKey(current.current, id, stored.key)) setNote('That picture is there already.')
      update(markStored(current.current, id, stored))
    } catch (error) {
      if (stop.signal.aborted) return
      const isHopeless = error instanceof ApiError && [413, 415, 422].includes(error.status)
      fail(failureText(error, 'The picture could not be uploaded.'), !isHopeless)
    } finally {
      running.current.delete(id)
    }
  }

  function forget(id: string) {
    running.current.get(id)?.abort()
    sources.current.delete(id)
  }

  return {
    list,
    note,
    uploading: countState(list, 'uploading'),
    failed: countState(list, 'failed'),
    add(added) {
      const items = added.map((source) => {
        const fault = typeof source === 'string' ? undefined : findPictureFault(source)
        const item = newItem(newPictureId(), nameOf(source), fault && PICTURE_FAULTS[fault])
        sources.current.set(item.id, source)
        return item
      })
      const { list: next, taken, left } = addItems(current.current, items)
      setNote(left > 0 ? leftOutWords(left) : undefined)
      update(next)
      for (const { id, state } of taken) {
        const source = sources.current.get(id)
        if (source !== undefined && state === 'uploading') void send(id, source)
      }
    },
    retry(id) {
      const source = sources.current.get(id)
      if (source === undefined) return
      update(change(current.current, id, { state: 'uploading', sent: 0, error: null }))
      void send(id, source)
    },
    remove(id) {
      forget(id)
      setNote(undefined)
      update(giveUp(current.current, id))
    },
    exchange(id, source) {
      const fault = typeof source === 'string' ? undefined : findPictureFault(source)
      const item = newItem(newPictureId(), nameOf(source), fault && PICTURE_FAULTS[fault])
      sources.current.set(item.id, source)
      setNote(undefined)
      update(exchange(current.current, id, item))
      if (item.state === 'uploading') void send(item.id, source)
    },
    tell: (id, told) => update(change(current.current, id, told)),
    move: (id, to) => update(moveItem(current.current, id, to)),
    replace(choose) {
      const next = choose(current.current)
      for (const { id } of current.current) if (!next.some((item) => item.id === id)) forget(id)
      setNote(undefined)
      update(next)
    },
    fileOf(id) {
      const source = sources.current.get(id)
      return source instanceof File ? source : undefined
    },
  }
}

function nameOf(source: PictureSource): string {
  if (typeof source !== 'string') return source.name
  return new URL(source).pathname.split('/').at(-1) || source
}

/** Runs an action once no upload is pending, or at once. `intent` is the deferred action, or undefined. */
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
