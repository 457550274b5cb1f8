import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What a list calls the thing in it that the keyboard is on: `data-tile`, `data-draft`. */
type Kind = 'tile' | 'draft'

export function elementOf(kind: Kind, id: string, within: ParentNode | null = document) {
  return within?.querySelector<HTMLElement>(`[data-${kind}="${CSS.escape(id)}"]`) ?? null
}

/** Whether what had the keyboard is gone from the page. */
export function isFocusLost(): boolean {
  return document.activeElement?.matches('body, :disabled') ?? true
}

/** What was done is said there: the keyboard goes on from it where nothing of a list is left. */
export function focusOnSaid(): void {
  document.querySelector<HTMLElement>('[data-said]')?.focus({ preventScroll: true })
}

/**
 * What is moved or taken away is taken out of the page, and would lose the keyboard: it goes on with the same
 * one, else with what stood behind it, else before it.
 */
export function useFocusKept(list: RefObject<HTMLElement | null>, kind: Kind, ids: string[]): void {
  const had = useRef<string>(undefined)
  const shown = useRef(ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order is the reason.
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
