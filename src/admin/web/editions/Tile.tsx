import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { KeyboardEvent } from 'react'
import type { BoardDeal } from '#app/admin/editions/editions.contract.ts'
import { DealThumb } from '#app/admin/web/deal-form/DealThumb.tsx'
import { countOf } from '#app/shared/counts.ts'
import { formatPrice } from '#app/shared/money.ts'
import { timeWords } from './words.copy.ts'

type Props = {
  each: BoardDeal
  place: number
  of: number
  day: string
  isChosen: boolean
  /** The one tile that Tab reaches; arrow keys lead to the others. */
  isCurrent: boolean
  mayChange: boolean
  onChoose: () => void
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** A deal on the contact sheet, to drag, choose, or move by keys. */
export function Tile({ each, place, of, day, isChosen, isCurrent, mayChange, ...on }: Props) {
  const { deal, gaps } = each
  const { setNodeRef, listeners, transform, transition, isDragging, isOver } = useSortable({
    id: deal.id,
    data: { deal },
    disabled: !mayChange || deal.isPublished,
  })
  // Set through the CSSOM in the browser: our CSP refuses only style attributes of the page.
  const style = { transform: CSS.Transform.toString(transform), transition }
  return (
    <li
      ref={setNodeRef}
      {...(transform ? { style } : {})}
      className="tile"
      data-state={deal.state}
      data-dragging={isDragging || undefined}
      data-over={(isOver && !isDragging) || undefined}
    >
      <button
        type="button"
        className="tile-button"
        data-tile={deal.id}
        tabIndex={isCurrent ? 0 : -1}
        aria-pressed={isChosen}
        aria-describedby="board-keys"
        onClick={on.onChoose}
        onFocus={on.onFocus}
        {...listeners}
        onKeyDown={on.onKeyDown}
      >
        <DealThumb
          pictureKey={deal.dealCardImageUrl ?? deal.images[0] ?? null}
          placeholder={deal.imagePlaceholder}
        />
        <span className="tile-place">
          {place}
          <span className="sr"> of {of}. </span>
        </span>
        {gaps.length > 0 && <span className="tile-gaps">{countOf(gaps.length, 'gap')}</span>}
        <span className="tile-words">
          <span className="tile-brand">{deal.brandName || 'No brand'}</span>
          <span className="tile-name">{deal.productName || deal.domain}</span>
          <span className="tile-price">
            {deal.salePrice === null ? 'No price' : formatPrice(deal.salePrice)}
            {deal.state === 'draft' && <span className="soft"> · draft</span>}
            {deal.state === 'scheduled' && each.at && (
              <span className="sr"> goes out at {timeWords(each.at, day)}</span>
            )}
            {deal.state === 'live' && <span className="sr"> is out</span>}
            {deal.state === 'ended' && <span className="soft"> · ended</span>}
          </span>
        </span>
      </button>
    </li>
  )
}
