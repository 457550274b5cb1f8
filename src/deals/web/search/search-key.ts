/** The storage key that is set when the shortcut is turned off. */
export const NO_SEARCH_KEY = 'no-search-key'

/** Whether `/` was pressed alone, outside text fields and open dialogs. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false
  const isWritten =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return !isWritten && document.querySelector('dialog[open]') === null
}
