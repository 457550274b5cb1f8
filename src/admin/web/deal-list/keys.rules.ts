import { LAST_CAROUSEL } from '#app/deals/deals.facts.ts'

/** Actions on all selected deals. */
export type SelectedAct = 'publish' | 'unpublish' | 'end' | 'bring-back' | 'delete'

/** The command of a key. */
export type KeyCommand =
  | { do: 'move'; by: number; isExtending: boolean }
  | { do: 'toggle'; isExtending: boolean }
  | { do: 'first' | 'last' | 'edit' | 'publish' | 'splash' | 'preview' | 'delete' }
  | { do: 'open' | 'into' | 'out' | 'back' | 'undo' | 'search' | 'help' | 'edit-many' | 'views' }
  | { do: 'select-all' }
  | { do: 'selected'; act: SelectedAct }
  | { do: 'carousel'; carousel: number }

export type KeyPress = {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/**
 * Where the focus is: on a row of the list, on a control in a row, on a select in a row, in another field for
 * typing, on the actions for the selection, or elsewhere on the page.
 */
export type KeyPlace = 'row' | 'in-row' | 'choice' | 'field' | 'selection' | 'page'

/** Page Up and Page Down move by about as many rows as fit on a screen. */
const SCREENFUL = 10

/** Returns the command of a key in that place; undefined leaves the key to the browser. */
export function commandOf(press: KeyPress, place: KeyPlace): KeyCommand | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = press
  if (altKey || ctrlKey || metaKey) return
  if (place === 'field') return
  if (place === 'choice') return key === 'Escape' ? { do: 'out' } : undefined
  if (key === '/') return { do: 'search' }
  if (key === '?') return { do: 'help' }
  if (key === 'z') return { do: 'undo' }
  if (key === 'm') return { do: 'edit-many' }
  if (key === 'w') return { do: 'views' }
  if (place === 'selection') return key === 'Escape' ? { do: 'out' } : undefined
  if (place === 'page') return
  if (key === 'ArrowRight') return { do: 'into' }
  if (key === 'ArrowLeft') return { do: 'out' }
  if (key === 'Escape') return { do: 'back' }
  if (key === 'ArrowDown' || key === 'j' || key === 'J')
    return { do: 'move', by: 1, isExtending: shiftKey }
  if (key === 'ArrowUp' || key === 'k' || key === 'K')
    return { do: 'move', by: -1, isExtending: shiftKey }
  if (key === 'PageDown') return { do: 'move', by: SCREENFUL, isExtending: shiftKey }
  if (key === 'PageUp') return { do: 'move', by: -SCREENFUL, isExtending: shiftKey }
  if (key === 'Home') return { do: 'first' }
  if (key === 'End') return { do: 'last' }
  if (/^\d$/.test(key) && Number(key) <= LAST_CAROUSEL)
    return { do: 'carousel', carousel: Number(key) }
  if (key === 'x' || key === 'X') return { do: 'toggle', isExtending: shiftKey }
  if (key === 'a') return { do: 'select-all' }
  const act = shiftKey ? WITH_SHIFT[key] : undefined
  if (act) return { do: 'selected', act }
  const named = LETTERS[key]
  if (named) return { do: named }
  // On a focused button or link, Space and Enter press it.
  if (place !== 'row') return
  if (key === ' ') return { do: 'toggle', isExtending: shiftKey }
  if (key === 'Enter') return { do: 'edit' }
  return
}

/** With Shift, these keys act on all selected deals. */
const WITH_SHIFT: Record<string, SelectedAct> = {
  P: 'publish',
  U: 'unpublish',
  E: 'end',
  R: 'bring-back',
  Delete: 'delete',
}

const LETTERS: Record<string, 'edit' | 'publish' | 'splash' | 'preview' | 'delete' | 'open'> = {
  e: 'edit',
  p: 'publish',
  s: 'splash',
  v: 'preview',
  o: 'open',
  Delete: 'delete',
}
