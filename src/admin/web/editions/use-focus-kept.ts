import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The data attribute that identifies an item of a list: `data-tile`, `data-draft`. */
type Kind = 'tile' | 'draft'

export function elementOf(kind: Kind, id: string, within: ParentNode | null = document) {
  return within?.querySelector<HTMLElement>(`[data-${kind}="${CSS.escape(id)}"]`) ?? null
}

/** Whether the focused element is gone from the page or disabled. */
export function isFocusLost(): boolean {
  return document.activeElement?.matches('body, :disabled') ?? true
}

/** Moves the focus to the words that report the last act, if no item of a list is left. */
export function focusOnSaid(): void {
  document.querySelector<HTMLElement>('[data-said]')?.focus({ preventScroll: true })
}

/**
 * Moving or removing an item takes it out of the page and drops its focus. Restores it to the same item, else
 * to the next one, else to the previous one.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>, kind: Kind, ids: string[]): void {
  const had = useRef<string>(undefined)
  const shown = useRef(ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the order changes.
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = ids
    const id = had.current
    if (id === undefined || !isFocusLost()) return
    const at = before.indexOf(id)
    const near = [id, ...before.slice(at + 1), ...before.slice(0, Math.max(at, 0)).toReversed()]
    const next = near.find((each) => ids.includes(each)) ?? ids[0]
    const element = next === undefined ? null : elementOf(kind, next, list.current)
    if (!element) return focusOnSaid()
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
  }, [ids.join(), kind, list])
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent) => {
      had.current = target instanceof HTMLElement ? target.dataset[kind] : undefined
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [kind])
}
