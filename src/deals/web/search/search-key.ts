/** Kept where somebody has turned the key off. */
export const NO_SEARCH_KEY = 'no-search-key'

/** The key `/` by itself, where it would write nothing and no dialog asks something else. */
export function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey) return false
  const isWritten =
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return !isWritten && document.querySelector('dialog[open]') === null
}
