import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-api.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { browserStorage } from '#app/web/browser-storage.ts'
import type { useCursor } from './cursor.ts'
import type { RowTools } from './DealRow.tsx'
import { commandOf, type KeyCommand, type KeyPlace, type SelectedAct } from './keys.rules.ts'
import type { DealListRow } from './rows.rules.ts'

/** Handles the keys of the list, and the few that work anywhere on the page. */
export function useListKeys(
  isOnPage: boolean,
  run: (command: KeyCommand, focused: string | undefined) => boolean,
) {
  const latest = useRef(run)
  // In the layout phase, so that a key pressed right after a render acts on the visible row.
  useLayoutEffect(() => {
    latest.current = run
  })

  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const place = placeOf(event.target)
      if (!place || (place === 'page' && !isOnPage)) return
      const command = commandOf(event, place)
      if (command && latest.current(command, focusedDeal(event.target))) event.preventDefault()
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [isOnPage])
}

/** Returns the deal whose row has the focus, however often it was rendered since. */
function focusedDeal(target: EventTarget | null) {
  return target instanceof Element
    ? target.closest<HTMLElement>('[data-deal]')?.dataset.deal
    : undefined
}

/** Undefined in a dialog, since keys must not reach the page behind it. */
function placeOf(target: EventTarget | null): KeyPlace | undefined {
  if (!(target instanceof Element) || target.closest('dialog')) return
  const row = target.closest('[data-deal]')
  if (target === row) return 'row'
  if (target.matches('select')) return row ? 'choice' : 'field'
  if (target.matches('textarea, [contenteditable], input:not([type=checkbox])')) return 'field'
  if (row) return 'in-row'
  return target.closest('[data-selection]') ? 'selection' : 'page'
}

const KEPT = 'admin-keys'

/** Whether single-key shortcuts work anywhere on the page; stored in this browser. */
export function usePageKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => setIsOn(browserStorage.read(KEPT) !== 'off'), [])
  return [
    isOn,
    (next) => {
      setIsOn(next)
      browserStorage.write(KEPT, next ? 'on' : 'off')
    },
  ]
}

type Options = {
  rows: readonly DealListRow[]
  pending: ReadonlyMap<string, DealFlags>
  cursor: ReturnType<typeof useCursor>
  section: RefObject<HTMLElement | null>
  search: RefObject<HTMLInputElement | null>
  tools: RowTools
  onExtend: (id: string) => void
  onClearSelection: () => void
  onUndo: () => void
  onEditMany: () => boolean
  onSelectAll: () => void
  /** Returns whether anything is selected. */
  onSelected: (act: SelectedAct) => boolean
  onViews: () => void
  onHelp: () => void
}

/** Returns a function that runs the command of a key and returns whether there was anything to do. */
export function useCommands(
  options: Options,
): (command: KeyCommand, focused: string | undefined) => boolean {
  const { rows, pending, cursor, section, search, tools } = options

  return (command, focused) => {
    const index =
      focused === undefined ? cursor.index : rows.findIndex(({ key }) => key === focused)
    const row = rows[index]
    if (command.do === 'search') search.current?.focus()
    else if (command.do === 'help') options.onHelp()
    else if (command.do === 'undo') options.onUndo()
    else if (command.do === 'views') options.onViews()
    else if (command.do === 'edit-many') return options.onEditMany()
    else if (command.do === 'select-all') options.onSelectAll()
    else if (command.do === 'selected') return options.onSelected(command.act)
    else if (row?.kind === 'deal') return onDeal(command, row.deal, index)
    else return false
    return true
  }

  function onDeal(command: KeyCommand, listed: ManagedDeal, index: number): boolean {
    const { id } = listed
    const deal = { ...listed, ...pending.get(id) }
    switch (command.do) {
      case 'move': {
        if (command.isExtending) options.onExtend(id)
        const key = cursor.goTo(index + command.by, command.by > 0 ? 1 : -1)
        if (command.isExtending && key) options.onExtend(key)
        return true
      }
      case 'first':
        cursor.goTo(0, 1)
        return true
      case 'last':
        cursor.goTo(rows.length - 1, -1)
        return true
      case 'toggle':
        tools.onSelect(id, command.isExtending)
        return true
      case 'back':
        options.onClearSelection()
        cursor.refocus()
        return true
      case 'edit':
        tools.onEdit(id)
        return true
      case 'delete':
        tools.onDelete(listed)
        return true
      case 'publish':
        tools.onSetFlags(listed, { isPublished: !deal.isPublished })
        return true
      case 'splash':
        tools.onSetFlags(listed, { showInSplash: !deal.showInSplash })
        return true
      case 'preview':
        tools.onSetFlags(listed, { isPreview: !deal.isPreview })
        return true
      case 'carousel':
        tools.onSetFlags(listed, { carouselAssignment: command.carousel })
        return true
      default:
        return within(command.do, id)
    }
  }

  /** Moves the focus from the row to its controls, and back. */
  function within(what: KeyCommand['do'], id: string): boolean {
    const element = section.current?.querySelector<HTMLElement>(`[data-deal="${CSS.escape(id)}"]`)
    if (!element) return false
    const inside = element.querySelectorAll<HTMLElement>(
      'input:not([type=file]), a, button, select',
    )
    // Controls that a view hides cannot take the focus.
    const seen = [...inside].filter((stop) => stop.checkVisibility({ visibilityProperty: true }))
    const stops = [element, ...seen]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (what === 'open') element.querySelector<HTMLElement>('a[data-shop]')?.click()
    else if (what === 'into') stops[Math.min(at + 1, stops.length - 1)]?.focus()
    else stops[Math.max(at - 1, 0)]?.focus()
    return true
  }
}
