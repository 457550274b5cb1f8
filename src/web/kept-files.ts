import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { DAY_MS } from '#app/shared/dates.ts'

let opened: UseStore | undefined

/** Runs work in the store; where storage is unavailable, nothing is stored and reads return undefined. */
async function inStore<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= createStore('kept-files', 'files')
    return await work(opened)
  } catch {
    return
  }
}

/** Files too large for `sessionStorage`, keyed by the time at which they were stored. */
export const keptFiles = {
  /** Returns the key for reading it; undefined if it was not stored. Deletes files older than a day. */
  write: (file: File) =>
    inStore(async (store) => {
      const now = Date.now()
      const kept = await keys<number>(store)
      await delMany(
        kept.filter((key) => key < now - DAY_MS),
        store,
      )
      // The fraction keeps keys of tabs that store at the same moment apart.
      const key = now + Math.random()
      await set(key, file, store)
      return key
    }),
  read: (key: number) =>
    inStore(async (store) => {
      const kept: unknown = await get(key, store)
      return kept instanceof File ? kept : undefined
    }),
  remove: (key: number) => inStore((store) => del(key, store)),
}
