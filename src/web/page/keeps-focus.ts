type Place = {
  from: Element
  form: Element | null
  piece: Element
  parent: Element | null
  index: number
}

/**
 * For the `ref` of a list whose buttons disappear when used and would lose the keyboard focus. Focus moves to
 * the message in the same item (`data-said`), else to the form or item, else to what takes the item's place.
 */
export function keepsFocus(list: HTMLElement | null) {
  if (!list) return
  let had: Place | undefined
  const enter = ({ target }: FocusEvent) => {
    had = target instanceof Element ? placeOf(target, list) : undefined
  }
  // A deliberate change of focus is left alone; removing an element may fire `focusout` as well.
  const leave = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (had?.from === target && had?.from.isConnected) had = undefined
    })
  const watch = new MutationObserver(() => {
    if (!had || document.activeElement !== document.body) return
    const next = goOnAt(had, list)
    had = undefined
    if (next.tabIndex < 0) next.tabIndex = -1
    next.focus({ preventScroll: true })
  })
  list.addEventListener('focusin', enter)
  list.addEventListener('focusout', leave)
  watch.observe(list, { childList: true, subtree: true })
  return () => {
    list.removeEventListener('focusin', enter)
    list.removeEventListener('focusout', leave)
    watch.disconnect()
  }
}

function placeOf(element: Element, list: HTMLElement): Place {
  const form = element.closest('form')
  const piece = element.closest('li') ?? element.closest('header') ?? form ?? list
  const parent = piece.parentElement
  return { from: element, form, piece, parent, index: [...(parent?.children ?? [])].indexOf(piece) }
}

function goOnAt({ form, piece, parent, index }: Place, list: HTMLElement): HTMLElement {
  if (piece.isConnected) {
    const said = piece.querySelector<HTMLElement>('[data-said]')
    return said ?? ((form?.isConnected ? form : piece) as HTMLElement)
  }
  const there = parent?.isConnected ? parent.children[index] : undefined
  return there instanceof HTMLElement ? there : list
}
