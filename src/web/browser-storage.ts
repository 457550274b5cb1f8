import type { StorageKey } from '#app/shared/browser-data.ts'

/**
 * Web storage with the keys we use. Storage may be disabled, full or blocked, and may hold what others wrote:
 * then nothing is written and reads return undefined.
 */
type BrowserStorage = {
  read: (key: StorageKey) => string | undefined
  /** Undefined also if the value is not JSON. Callers have to check the shape. */
  readJson: (key: StorageKey) => unknown
  /** Returns whether the value was stored. */
  write: (key: StorageKey, value: string) => boolean
  writeJson: (key: StorageKey, value: unknown) => boolean
  remove: (key: StorageKey) => void
}

/** Lasts as long as the tab. */
export const tabStorage = storageOf(() => sessionStorage)

/** Shared by all tabs, until removed. */
export const browserStorage = storageOf(() => localStorage)

// Even reading `sessionStorage` may throw, so it is looked up on each use.
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
