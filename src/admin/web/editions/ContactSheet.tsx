import { useDroppable } from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { EditionBoard } from '#app/admin/editions/editions.contract.ts'
import { type Direction, groupsOf } from './board.rules.ts'
import { Tile } from './Tile.tsx'
import { elementOf, useFocusKept } from './use-focus-kept.ts'
import { groupTitle } from './words.copy.ts'

type Props = {
  board: EditionBoard
  mayChange: boolean
  chosen: ReadonlySet<string>
  onChoose: (id: string) => void
  onMove: (id: string, direction: Direction) => void
  onEdit: (id: string) => void
  onTakeOut: (id: string) => void
}

/** The drop target that puts a draft at the end. */
const SHEET_END = 'sheet-end'

const MOVES: Record<string, Direction> = {
  ArrowLeft: 'earlier',
  ArrowUp: 'earlier',
  ArrowRight: 'later',
  ArrowDown: 'later',
  Home: 'top',
  End: 'end',
}

/** The deals of the day as a contact sheet, in the order in which members will see them. */
export function ContactSheet({
  board,
  mayChange,
  chosen,
  onChoose,
  onMove,
  onEdit,
  onTakeOut,
}: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<string>()
  const groups = groupsOf(board)
  const ids = groups.flatMap(({ deals }) => deals.map(({ deal }) => deal.id))
  const reachable = current !== undefined && ids.includes(current) ? current : ids[0]
  useFocusKept(sheet, 'tile', ids)

  function goTo(id: string | undefined) {
    if (id !== undefined) elementOf('tile', id, sheet.current)?.focus()
  }

  function onKey(event: KeyboardEvent, id: string) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (ctrlKey || metaKey || shiftKey) return
    const direction = MOVES[key]
    if (altKey) {
      if (!direction || !mayChange) return
      event.preventDefault()
      return onMove(id, direction)
    }
    if (direction) {
      event.preventDefault()
      return goTo(neighbour(sheet.current, ids, id, key))
    }
    if (!mayChange) return
    if (key === 'e' || key === 'E') onEdit(id)
    else if (key === 'Delete' || key === 'Backspace') onTakeOut(id)
    else return
    event.preventDefault()
  }

  let place = 0
  return (
    <div ref={sheet} className="contact">
      {groups.map((group) => (
        <section key={group.key} aria-label={groupTitle(group, board.day)}>
          <h3 className="contact-time">{groupTitle(group, board.day)}</h3>
          <SortableContext
            items={group.deals.map(({ deal }) => deal.id)}
            strategy={rectSortingStrategy}
          >
            <ol className="contact-tiles">
              {group.deals.map((each) => {
                const { id } = each.deal
                place += 1
                return (
                  <Tile
                    key={id}
                    each={each}
                    place={place}
                    of={ids.length}
                    day={board.day}
                    isChosen={chosen.has(id)}
                    isCurrent={id === reachable}
                    mayChange={mayChange}
                    onChoose={() => onChoose(id)}
                    onFocus={() => setCurrent(id)}
                    onKeyDown={(event) => onKey(event, id)}
                  />
                )
              })}
            </ol>
          </SortableContext>
        </section>
      ))}
      {mayChange && <SheetEnd isEmpty={ids.length === 0} />}
    </div>
  )
}

function SheetEnd({ isEmpty }: { isEmpty: boolean }) {
  const { setNodeRef, isOver } = useDroppable({ id: SHEET_END })
  return (
    <div ref={setNodeRef} className="contact-end" data-over={isOver || undefined}>
      {isEmpty
        ? 'Nothing is in this edition yet. Take drafts from the side, or drag them here.'
        : 'Drag a draft here to put it at the end.'}
    </div>
  )
}

/** Returns the tile that an arrow key leads to; up and down lead to the one above or below, if there is one. */
function neighbour(
  sheet: HTMLElement | null,
  ids: string[],
  id: string,
  key: string,
): string | undefined {
  const at = ids.indexOf(id)
  if (key === 'Home') return ids[0]
  if (key === 'End') return ids.at(-1)
  if (key === 'ArrowLeft') return ids[at - 1]
  if (key === 'ArrowRight') return ids[at + 1]
  const boxes = ids.map((each) => elementOf('tile', each, sheet)?.getBoundingClientRect())
  const own = boxes[at]
  if (!own) return
  const isBeyond = (box: DOMRect | undefined) =>
    box && (key === 'ArrowDown' ? box.top > own.top + 1 : box.top < own.top - 1)
  const others = ids.filter((_, index) => isBeyond(boxes[index]))
  const boxOf = (each: string) => boxes[ids.indexOf(each)]
  const near = key === 'ArrowDown' ? boxOf(others[0] ?? '') : boxOf(others.at(-1) ?? '')
  const inRow = others.filter((each) => Math.abs((boxOf(each)?.top ?? 0) - (near?.top ?? 0)) < 2)
  const distance = (each: string) => Math.abs((boxOf(each)?.left ?? 0) - own.left)
  return inRow.toSorted((a, b) => distance(a) - distance(b))[0]
}
