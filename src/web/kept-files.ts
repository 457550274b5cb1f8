import { DAY_MS } from '#app/shared/dates.ts'

const DATABASE = 'kept-files'
const STORE = 'files'

/**
 * Files that a tab's own storage has no room for, by the moment at which each was kept. Where the browser keeps nothing
 * for us, or no more, nothing is kept, and nothing read.
 */
export const keptFiles = {
  /** Answers by what it is read again; undefined where it is not kept. What nobody came back to for a day goes. */
  async write(file: File): Promise<number | undefined> {
    const now = Date.now()
    await inStore('readwrite', (store) => store.delete(IDBKeyRange.upperBound(now - DAY_MS)))
    // Tabs may keep something at the same moment.
    const key = now + Math.random()
    return inStore('readwrite', (store) => store.put(file, key)) as Promise<number | undefined>
  },
  async read(key: number): Promise<File | undefined> {
    const kept = await inStore('readonly', (store) => store.get(key))
    return kept instanceof File ? kept : undefined
  },
  async remove(key: number): Promise<void> {
    await inStore('readwrite', (store) => store.delete(key))
  },
}

async function inStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await new Promise<T>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode)
        const request = ask(transaction.objectStore(STORE))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
