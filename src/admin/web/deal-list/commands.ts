import type { RefObject } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-list-calls.ts'
import type { useCursor } from './cursor.ts'
import type { RowTools } from './DealRow.tsx'
import type { KeyCommand } from './keys.rules.ts'
import type { ListRow } from './rows.rules.ts'

type Options = {
  rows: readonly ListRow[]
  pending: ReadonlyMap<string, DealFlags>
  cursor: ReturnType<typeof useCursor>
  section: RefObject<HTMLElement | null>
  search: RefObject<HTMLInputElement | null>
  tools: RowTools
  onExtend: (id: string) => void
  onGiveUp: () => void
  onUndo: () => void
  onHelp: () => void
}

/** Does what a key asks for; answers whether there was anything to do. */
export function useCommands(options: Options): (command: KeyCommand) => boolean {
  const { rows, pending, cursor, section, search, tools } = options
  const row = rows[cursor.index]

  return (command) => {
    if (command.do === 'search') search.current?.focus()
    else if (command.do === 'help') options.onHelp()
    else if (command.do === 'undo') options.onUndo()
    else if (row?.kind === 'deal') return onDeal(command, row.deal.id)
    else return false
    return true
  }

  function onDeal(command: KeyCommand, id: string): boolean {
    if (row?.kind !== 'deal') return false
    const deal = { ...row.deal, ...pending.get(id) }
    switch (command.do) {
      case 'move': {
        if (command.isExtending) options.onExtend(id)
        const key = cursor.goTo(cursor.index + command.by, command.by > 0 ? 1 : -1)
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
        options.onGiveUp()
        cursor.refocus()
        return true
      case 'edit':
        tools.onEdit(id)
        return true
      case 'delete':
        tools.onDelete(row.deal)
        return true
      case 'publish':
        tools.onChange(row.deal, { isPublished: !deal.isPublished })
        return true
      case 'splash':
        tools.onChange(row.deal, { showInSplash: !deal.showInSplash })
        return true
      case 'preview':
        tools.onChange(row.deal, { isPreview: !deal.isPreview })
        return true
      case 'carousel':
        tools.onChange(row.deal, { carouselAssignment: command.carousel })
        return true
      default:
        return within(command.do, id)
    }
  }

  /** Goes from the row to what is in it, and back. */
  function within(verb: KeyCommand['do'], id: string): boolean {
    const element = section.current?.querySelector<HTMLElement>(`[data-deal="${CSS.escape(id)}"]`)
    if (!element) return false
    const stops = [element, ...element.querySelectorAll<HTMLElement>('input, a, button, select')]
    const at = stops.indexOf(document.activeElement as HTMLElement)
    if (verb === 'open') element.querySelector<HTMLElement>('a[data-shop]')?.click()
    else if (verb === 'into') stops[Math.min(at + 1, stops.length - 1)]?.focus()
    else stops[Math.max(at - 1, 0)]?.focus()
    return true
  }
}
