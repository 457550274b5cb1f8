import './row.css'
import './row-compact.css'
import './card.css'
import { memo } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-list-calls.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { CarouselSelect } from './CarouselSelect.tsx'
import { FlagSwitch } from './FlagSwitch.tsx'
import type { DealError } from './flag-changes.ts'
import { RowPrices } from './RowPrices.tsx'
import { RowThumb } from './RowThumb.tsx'
import { dealName } from './rows.rules.ts'

export type RowTools = {
  onEnter: (id: string) => void
  onSelect: (id: string, isExtending: boolean) => void
  /** Chooses all deals of a day, or none of them when they are all chosen. */
  onSelectDay: (day: string) => void
  onChange: (deal: ManagedDeal, change: DealFlags) => void
  onEdit: (id: string) => void
  onDelete: (deal: ManagedDeal) => void
  onForgive: (id: string) => void
}

type Props = RowTools & {
  deal: ManagedDeal
  /** Where switches are to stand whose calls are on their way. */
  pending: DealFlags | undefined
  error: DealError | undefined
  isSelected: boolean
  /** The row that the keyboard is on: only what is in it can be reached by Tab. */
  isCurrent: boolean
  /** Somebody else has just changed it. */
  isFresh: boolean
}

/** A deal with everything that can be done with it at once. */
export const DealRow = memo(function ManageRow({
  deal: stored,
  pending,
  error,
  isSelected,
  isCurrent,
  isFresh,
  onSelect,
  onChange,
  onEdit,
  onDelete,
  onForgive,
}: Props) {
  const deal = { ...stored, ...pending }
  const name = dealName(deal)
  const tabIndex = isCurrent ? 0 : -1
  const switchFor = { name, tabIndex }

  return (
    <div
      className="deal-row"
      data-state={deal.isPublished ? 'published' : 'draft'}
      data-fresh={isFresh || undefined}
    >
      <div {...CELL} className="deal-row-check">
        {/* Around it, so that the box is hit as far as its row is high. */}
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={isSelected}
            tabIndex={tabIndex}
            onChange={doNothing}
            onClick={(event) => onSelect(deal.id, event.shiftKey)}
          />
        </label>
      </div>
      <div {...CELL} className="deal-row-picture">
        <RowThumb deal={deal} />
      </div>
      <div {...NAME} className="deal-row-name">
        <span className="deal-row-brand">
          {deal.brandName || <i className="soft">No brand yet</i>}
        </span>
        <span className="deal-row-product" title={deal.productName}>
          {deal.productName || <i className="soft">No name yet</i>}
        </span>
        {error && (
          <span className="deal-row-error">
            <strong>{error.text}</strong>
            {error.details && `: ${error.details}`}{' '}
            <button
              type="button"
              className="text-link"
              tabIndex={tabIndex}
              onClick={() => onForgive(deal.id)}
            >
              Dismiss
            </button>
          </span>
        )}
      </div>
      <div {...CELL} className="deal-row-shop">
        <a
          className="text-link"
          href={deal.buyUrl}
          target="_blank"
          rel="noopener noreferrer"
          tabIndex={tabIndex}
          data-shop
        >
          {deal.retailer || deal.domain}
          <span className="sr"> (opens in a new tab)</span>
        </a>
      </div>
      <div {...CELL} className="deal-row-prices">
        <RowPrices deal={deal} />
      </div>
      <div {...CELL} className="deal-row-clicks">
        {deal.clicks.toLocaleString('en-US')}
        <span className="deal-row-label"> {deal.clicks === 1 ? 'click' : 'clicks'}</span>
      </div>
      <div {...CELL} className="deal-row-published">
        <FlagSwitch
          {...switchFor}
          label="Published"
          isOn={deal.isPublished}
          isBusy={pending?.isPublished !== undefined}
          onToggle={(isPublished) => onChange(deal, { isPublished })}
        />
      </div>
      <div {...CELL} className="deal-row-splash">
        <FlagSwitch
          {...switchFor}
          label="Splash"
          isOn={deal.showInSplash}
          isBusy={pending?.showInSplash !== undefined}
          onToggle={(showInSplash) => onChange(deal, { showInSplash })}
        />
      </div>
      <div {...CELL} className="deal-row-preview">
        <FlagSwitch
          {...switchFor}
          label="Preview"
          isOn={deal.isPreview}
          isBusy={pending?.isPreview !== undefined}
          onToggle={(isPreview) => onChange(deal, { isPreview })}
        />
      </div>
      <div {...CELL} className="deal-row-carousel">
        <CarouselSelect
          {...switchFor}
          carousel={deal.carouselAssignment}
          onChoose={(carouselAssignment) => onChange(deal, { carouselAssignment })}
        />
      </div>
      <div {...CELL} className="deal-row-actions">
        <button
          type="button"
          className="tool tool-bare"
          aria-label={`Edit ${name}`}
          tabIndex={tabIndex}
          onClick={() => onEdit(deal.id)}
        >
          Edit
        </button>
        <button
          type="button"
          className="tool tool-bare"
          aria-label={`Delete ${name}`}
          tabIndex={tabIndex}
          onClick={() => onDelete(stored)}
        >
          Delete
        </button>
      </div>
    </div>
  )
})

function doNothing() {}

// Cells of a grid that is drawn in part, as no table can be.
const CELL = { role: 'gridcell' }
const NAME = { role: 'rowheader' }
