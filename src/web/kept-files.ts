import { createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { DAY_MS } from '#app/shared/dates.ts'

let opened: UseStore | undefined

/** Where the browser keeps nothing for us, or no more, nothing is kept, and nothing read. */
async function inStore<T>(work: (store: UseStore) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= createStore('kept-files', 'files')
    return await work(opened)
  } catch {
    return
  }
}

/** Files that a tab's own storage has no room for, by the moment at which each was kept. */
export const keptFiles = {
  /** Answers by what it is read again; undefined where it is not kept. What nobody came back to for a day goes. */
  write: (file: File) =>
    inStore(async (store) => {
      const now = Date.now()
      const kept = await keys<number>(store)
      await delMany(
        kept.filter((key) => key < now - DAY_MS),
        store,
      )
      // Tabs may keep something at the same moment.
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
