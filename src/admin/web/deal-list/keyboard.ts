import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { commandOf, type KeyCommand, type KeyPlace } from './keys.rules.ts'

/** Hears keys on the list, and the few that work wherever one is on the page. */
export function useListKeys(isOnPage: boolean, run: (command: KeyCommand) => boolean) {
  const latest = useRef(run)
  // With what is drawn: a key that is pressed at once finds the row that can be seen.
  useLayoutEffect(() => {
    latest.current = run
  })

  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const place = placeOf(event.target)
      if (!place || (place === 'page' && !isOnPage)) return
      const command = commandOf(event, place)
      if (command && latest.current(command)) event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isOnPage])
}

/** Undefined in a dialog, where the page behind it hears nothing. */
function placeOf(target: EventTarget | null): KeyPlace | undefined {
  if (!(target instanceof Element) || target.closest('dialog')) return
  const row = target.closest('[data-deal]')
  if (target === row) return 'row'
  if (target.matches('select')) return row ? 'choice' : 'field'
  if (target.matches('textarea, [contenteditable], input:not([type=checkbox])')) return 'field'
  return row ? 'in-row' : 'page'
}

const KEPT = 'admin-keys'

/** Whether keys work anywhere on the page; kept in this browser. */
export function usePageKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => {
    try {
      setIsOn(localStorage.getItem(KEPT) !== 'off')
    } catch {}
  }, [])
  return [
    isOn,
    (next) => {
      setIsOn(next)
      try {
        localStorage.setItem(KEPT, next ? 'on' : 'off')
      } catch {}
    },
  ]
}
