/** What a key asks for. */
export type KeyCommand =
  | { do: 'move'; by: number; isExtending: boolean }
  | { do: 'toggle'; isExtending: boolean }
  | { do: 'first' | 'last' | 'edit' | 'publish' | 'splash' | 'preview' | 'delete' }
  | { do: 'open' | 'into' | 'out' | 'back' | 'undo' | 'search' | 'help' }
  | { do: 'carousel'; carousel: number }

export type KeyPress = {
  key: string
  shiftKey: boolean
  altKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

/**
 * Where the keyboard is: on a row of the list, on something in a row, on a list of choices in a row,
 * in another field that is typed into, or elsewhere on the page.
 */
export type KeyPlace = 'row' | 'in-row' | 'choice' | 'field' | 'page'

/** About as many as fit on a screen. */
const SCREENFUL = 10

export const KEYS: Array<{ keys: string[]; words: string }> = [
  { keys: ['↑', '↓', 'k', 'j'], words: 'Go to the deal above or below' },
  { keys: ['Page Up', 'Page Down'], words: 'Go ten deals up or down' },
  { keys: ['Home', 'End'], words: 'Go to the newest or the oldest deal' },
  { keys: ['→', '←'], words: 'Go to what can be done with the deal, and back' },
  { keys: ['x', 'Space'], words: 'Select the deal; with Shift, all up to it' },
  { keys: ['p'], words: 'Publish or unpublish' },
  { keys: ['s'], words: 'Splash on or off' },
  { keys: ['v'], words: 'Free preview on or off' },
  { keys: ['0', '–', '5'], words: 'Put into that carousel; 0 for none' },
  { keys: ['e', 'Enter'], words: 'Edit' },
  { keys: ['o'], words: 'Open the shop’s page in a new tab' },
  { keys: ['Delete'], words: 'Delete the deal' },
  { keys: ['z'], words: 'Undo the last deletion or bulk change' },
  { keys: ['/'], words: 'Search' },
  { keys: ['Esc'], words: 'Give up the selection' },
  { keys: ['?'], words: 'Show these keys' },
]

/** What the key means there; undefined leaves it to the browser. */
export function commandOf(press: KeyPress, place: KeyPlace): KeyCommand | undefined {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = press
  if (altKey || ctrlKey || metaKey) return
  if (place === 'field') return
  if (place === 'choice') return key === 'Escape' ? { do: 'out' } : undefined
  if (key === '/') return { do: 'search' }
  if (key === '?') return { do: 'help' }
  if (key === 'z') return { do: 'undo' }
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
  if (/^[0-5]$/.test(key)) return { do: 'carousel', carousel: Number(key) }
  if (key === 'x' || key === 'X') return { do: 'toggle', isExtending: shiftKey }
  const named = LETTERS[key]
  if (named) return { do: named }
  // On a button these press it.
  if (place !== 'row') return
  if (key === ' ') return { do: 'toggle', isExtending: shiftKey }
  if (key === 'Enter') return { do: 'edit' }
  return
}

const LETTERS: Record<string, 'edit' | 'publish' | 'splash' | 'preview' | 'delete' | 'open'> = {
  e: 'edit',
  p: 'publish',
  s: 'splash',
  v: 'preview',
  o: 'open',
  Delete: 'delete',
}
