import type { StorageKey } from '#app/shared/browser-data.ts'

/**
 * What the browser keeps for us. It may be switched off, full, or closed to us, and hold what
 * somebody else has written: then nothing is kept, and nothing read.
 */
type BrowserStorage = {
  read: (key: StorageKey) => string | undefined
  /** Undefined also for what is no JSON. The shape is for the caller to doubt. */
  readJson: (key: StorageKey) => unknown
  /** Answers whether it is kept. */
  write: (key: StorageKey, value: string) => boolean
  writeJson: (key: StorageKey, value: unknown) => boolean
  remove: (key: StorageKey) => void
}

/** As long as the tab. */
export const tabStorage = storageOf(() => sessionStorage)

/** For every tab, until it is removed. */
export const browserStorage = storageOf(() => localStorage)

// Even to name the storage may throw, so it is asked for each time.
function storageOf(open: () => Storage): BrowserStorage {
  const storage: BrowserStorage = {
    read: (key) => attempt(() => open().getItem(key)) ?? undefined,
    readJson: (key) => attempt(() => JSON.parse(open().getItem(key) ?? 'null')) ?? undefined,
    write: (key, value) =>
      attempt(() => {
        open().setItem(key, value)
        return true
      }) ?? false,
    writeJson: (key, value) => storage.write(key, JSON.stringify(value)),
    remove: (key) => attempt(() => open().removeItem(key)),
  }
  return storage
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return
  }
}
