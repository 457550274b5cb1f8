import '#app/admin/web/deal-form/picture-field.css'
import './editions.css'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router'
import type { BoardDeal, EditionBoard } from '#app/admin/editions/editions.contract.ts'
import { SEEN_AS } from '#app/admin/editions/editions.facts.ts'
import { editionPath, editionSeenPath, editionsPath } from '#app/admin/editions/paths.facts.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { EditDealDialog } from '#app/admin/web/deal-form/EditDealDialog.tsx'
import type { Lead } from '#app/admin/web/deal-form/EditForm.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession, useAdminSession } from '#app/admin/web/shell/session.ts'
import {
  addDays,
  formatDateOfWeek,
  formatDayOfWeek,
  formatDayOfWeekFrom,
  isCalendarDay,
} from '#app/shared/dates.ts'
import { PAGES } from '#app/shared/pages.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { dropOf } from './board.rules.ts'
import { ContactSheet } from './ContactSheet.tsx'
import { DraftsSide } from './DraftsSide.tsx'
import { ChosenBar, PublishBar } from './PublishBar.tsx'
import { loadBoard, useBoard } from './queries.ts'
import { SeenView } from './SeenView.tsx'
import { Missing, Mix } from './Summary.tsx'
import { useBoardActs } from './use-board.ts'
import { elementOf, focusOnSaid, isFocusLost } from './use-focus-kept.ts'
import { countWords, KEYS, SEEN_AS_LABELS, sizeWords } from './words.copy.ts'

export const handle = backOfficePage(({ day = '' }) =>
  isCalendarDay(day) ? `Edition of ${formatDayOfWeek(day)}` : 'Edition',
)

export async function loader({ params: { day = '' }, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen && isCalendarDay(day)) await loadBoard(queryClient, day)
  return null
}

/** The board of a day's edition. */
export function Component() {
  const { day = '' } = useParams()
  const [search] = useSearchParams()
  const { data: board, isError } = useBoard(day)
  if (!isCalendarDay(day) || (!board && !isError)) {
    return (
      <div className="admin-empty">
        <h1 className="title admin-title">No such day</h1>
        <AllEditions />
      </div>
    )
  }
  if (!board) {
    return (
      <div className="admin-empty">
        <h1 className="title admin-title">{formatDateOfWeek(day)}</h1>
        <p className="admin-error">The edition could not be read.</p>
        <TryAgain href={editionPath(day)} />
        <AllEditions />
      </div>
    )
  }
  const viewer = SEEN_AS.find((each) => each === search.get('as'))
  if (viewer) {
    return (
      <SeenView
        day={day}
        today={board.today}
        viewer={viewer}
        at={search.get('at') ?? PAGES.dailyDeals.path}
      />
    )
  }
  return <Board key={day} board={board} />
}

function AllEditions() {
  return (
    <Link className="link" to={editionsPath()} discover="none">
      All editions
    </Link>
  )
}

function Board({ board }: { board: EditionBoard }) {
  const { day, today, deals } = board
  const { role } = useAdminSession()
  const mayChange = role !== 'analyst' && day >= today
  const acts = useBoardActs(day)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [edited, setEdited] = useState<{ id: string; lead?: Lead | undefined }>()
  // Deals that have left the board are no longer chosen.
  const chosen = deals.flatMap(({ deal }) => (picked.has(deal.id) ? [deal.id] : []))
  const edit = (id: string, lead?: Lead) => setEdited({ id, lead })
  /** Focuses a chosen tile, because the bar disappears with the selection. */
  const chooseNone = () => {
    elementOf('tile', chosen[0] ?? '')?.focus()
    setPicked(new Set())
  }
  // The pressed button may be disabled, with no list left to move the focus to.
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !acts.isBusy && isFocusLost()) focusOnSaid()
    wasBusy.current = acts.isBusy
  }, [acts.isBusy])
  const choose = (id: string) => setPicked((before) => before.symmetricDifference(new Set([id])))

  return (
    <>
      <nav className="board-days" aria-label="Days">
        <Link to={editionPath(addDays(day, -1))} discover="none" className="link">
          {`← ${formatDayOfWeekFrom(addDays(day, -1), today)}`}
        </Link>
        <Link to={editionsPath(day.slice(0, 7))} discover="none" className="link">
          Calendar
        </Link>
        <Link to={editionPath(addDays(day, 1))} discover="none" className="link">
          {`${formatDayOfWeekFrom(addDays(day, 1), today)} →`}
        </Link>
      </nav>
      <h1 className="title board-title">{formatDayOfWeekFrom(day, today)}</h1>
      <div className="board-head">
        <p>
          <strong className="board-count">{sizeWords(board)}</strong>{' '}
          <span>{countWords(board)}</span>
        </p>
        <p className="board-seen">
          <span className="soft">See it as</span>{' '}
          {SEEN_AS.map((viewer) => (
            <Link key={viewer} className="link" to={editionSeenPath(day, viewer)} discover="none">
              {SEEN_AS_LABELS[viewer]}
            </Link>
          ))}
        </p>
      </div>
      {mayChange && <PublishBar key={board.usualAt} board={board} acts={acts} />}
      <p className="board-said" role="status" data-said tabIndex={-1}>
        {acts.said}
      </p>
      <Missing
        deals={deals}
        mayChange={mayChange}
        isBusy={acts.isBusy}
        onEdit={edit}
        onConfirmPrices={acts.confirmPrices}
        onSayAlternatives={acts.sayAlternatives}
      />
      <Dragging board={board} acts={acts}>
        <div className="board">
          <section aria-labelledby="sheet-title">
            <h2 id="sheet-title" className="panel-title board-part">
              In the edition
            </h2>
            {mayChange && chosen.length > 0 && (
              <ChosenBar
                board={board}
                acts={acts}
                chosen={chosen}
                onEdit={edit}
                onClear={chooseNone}
              />
            )}
            <ContactSheet
              board={board}
              mayChange={mayChange}
              chosen={picked}
              onChoose={choose}
              onMove={acts.move}
              onEdit={edit}
              onTakeOut={(id) => acts.takeOut([id])}
            />
            <p id="board-keys" className="board-keys soft">
              {KEYS.map(([key, what]) => (
                <span key={key}>
                  <kbd className="kbd">{key}</kbd> {what}
                </span>
              ))}
            </p>
          </section>
          <DraftsSide
            mayChange={mayChange}
            isBusy={acts.isBusy}
            onPutIn={(ids) => acts.putIn(ids)}
            onEdit={edit}
          />
        </div>
      </Dragging>
      {deals.length > 0 && <Mix deals={deals} />}
      {edited !== undefined && (
        <EditDealDialog
          key={edited.id}
          dealId={edited.id}
          lead={edited.lead}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type DraggingProps = {
  board: EditionBoard
  acts: ReturnType<typeof useBoardActs>
  children: ReactNode
}

/** Drag and drop: a tile to another tile's place, or a draft into the edition. */
function Dragging({ board, acts, children }: DraggingProps) {
  const isLive = useHydrated()
  const [dragged, setDragged] = useState<BoardDeal['deal']>()
  const [isOfSheet, setOfSheet] = useState(false)
  const sensors = useSensors(
    // A drag starts after some pixels, or on touch after a delay, so that presses and scrolling still work.
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
  )

  function onDragEnd({ active, over }: DragEndEvent) {
    setDragged(undefined)
    const id = String(active.id)
    const target = over === null ? undefined : String(over.id)
    if (target === undefined || target === id) return
    const drop = dropOf(board, { id, over: target, isOfSheet })
    switch (drop.act) {
      case 'put-in':
        return acts.putIn([id], drop.after)
      case 'move-behind':
        return acts.moveBehind(id, drop.after)
      case 'move-to-end':
        return acts.move(id, 'end')
      case 'say-gone':
        return acts.say('It is not in this edition any more.')
      case 'say-other-time':
        return acts.say('Those go out at another time. Give both the same time first.')
    }
  }

  return (
    <DndContext
      id="board"
      sensors={sensors}
      collisionDetection={closestCenter}
      // The board announces moves itself, so the library's announcements are silenced.
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' } }}
      onDragStart={({ active }) => {
        setDragged(active.data.current?.deal)
        setOfSheet(board.deals.some(({ deal }) => deal.id === active.id))
      }}
      onDragCancel={() => setDragged(undefined)}
      onDragEnd={onDragEnd}
    >
      {children}
      {isLive && (
        <DragOverlay>
          {dragged && (
            <div className="tile-dragged">
              <DealThumb
                pictureKey={dragged.dealCardImageUrl ?? dragged.images[0] ?? null}
                placeholder={dragged.imagePlaceholder}
              />
            </div>
          )}
        </DragOverlay>
      )}
    </DndContext>
  )
}

const nothing = () => undefined
const SILENT = {
  onDragStart: nothing,
  onDragOver: nothing,
  onDragEnd: nothing,
  onDragCancel: nothing,
}
