import './row.css'
import { Fragment, memo, useRef, useState } from 'react'
import type { DealFlags } from '#app/admin/web/shell/deal-api.ts'
import { LAST_CAROUSEL, PICTURE_ENDINGS } from '#app/deals/deals.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { BEFORE_WORDS } from '#app/deals/prices/prices.copy.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatPrice, percentOff } from '#app/shared/money.ts'
import { Button } from '#app/ui/Button.tsx'
import { focusClass, pictureCandidates, thumbSource } from '#app/ui/picture.rules.ts'
import { Switch } from '#app/ui/Switch.tsx'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { useDay } from '#app/web/use-day.ts'
import type { DealError } from './flag-changes.ts'
import { dealLabel, lifeInWords } from './words.copy.ts'

export type RowTools = {
  onEnter: (id: string) => void
  onSelect: (id: string, isExtending: boolean) => void
  /** Selects all deals of a day, or none if all are selected. */
  onSelectDay: (day: string) => void
  onSetFlags: (deal: ManagedDeal, flags: DealFlags) => void
  onEdit: (id: string) => void
  onDelete: (deal: ManagedDeal) => void
  onDismissError: (id: string) => void
  onReplacePicture: (deal: ManagedDeal, file: File) => void
}

type Props = RowTools & {
  deal: ManagedDeal
  /** The optimistic flags whose calls are still pending. */
  pending: DealFlags | undefined
  error: DealError | undefined
  isSelected: boolean
  /** The row that the keyboard is on: Tab reaches only its controls. */
  isCurrent: boolean
  /** Somebody else has just changed it. */
  isFresh: boolean
}

/** The row of a deal, with everything that can be done to it directly. */
export const DealRow = memo(function DealRow({
  deal: stored,
  pending,
  error,
  isSelected,
  isCurrent,
  isFresh,
  onSelect,
  onSetFlags,
  onEdit,
  onDelete,
  onDismissError,
  onReplacePicture,
}: Props) {
  const deal = { ...stored, ...pending }
  const name = dealLabel(deal)
  const life = lifeInWords(stored, useDay())
  const tabIndex = isCurrent ? 0 : -1
  const switchFor = { name, tabIndex }

  return (
    <div
      className="deal-row"
      data-state={deal.isPublished && deal.state !== 'ended' ? 'published' : 'draft'}
      data-fresh={isFresh || undefined}
    >
      <div {...CELL} className="deal-row-check">
        {/* The label makes the whole height of the row clickable. */}
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
          {life && <span className="deal-row-life">{` · ${life}`}</span>}
        </span>
        <span className="deal-row-product" title={deal.productName}>
          {deal.productName || <i className="soft">No name yet</i>}
        </span>
        {stored.pictures.some(({ fault }) => fault !== null) && (
          <LostPicture {...switchFor} onReplace={(file) => onReplacePicture(stored, file)} />
        )}
        {error && (
          <span className="deal-row-error">
            <strong>{error.text}</strong>
            {error.details && `: ${error.details}`}{' '}
            <button
              type="button"
              className="text-link"
              tabIndex={tabIndex}
              onClick={() => onDismissError(deal.id)}
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
          title={deal.retailer}
          tabIndex={tabIndex}
          data-shop
        >
          {breakable(deal.retailer || deal.domain)}
          <span className="sr"> (opens in a new tab)</span>
        </a>
      </div>
      <div {...CELL} className="deal-row-prices">
        <RowPrices deal={deal} />
      </div>
      <div {...CELL} className="deal-row-clicks">
        {formatCount(deal.clicks)}
        <span className="deal-row-label"> {deal.clicks === 1 ? 'click' : 'clicks'}</span>
      </div>
      <div {...CELL} className="deal-row-published">
        <FlagSwitch
          {...switchFor}
          label="Published"
          isOn={deal.isPublished}
          isBusy={pending?.isPublished !== undefined}
          onToggle={(isPublished) => onSetFlags(deal, { isPublished })}
        />
      </div>
      <div {...CELL} className="deal-row-splash">
        <FlagSwitch
          {...switchFor}
          label="Splash"
          isOn={deal.showInSplash}
          isBusy={pending?.showInSplash !== undefined}
          onToggle={(showInSplash) => onSetFlags(deal, { showInSplash })}
        />
      </div>
      <div {...CELL} className="deal-row-preview">
        <FlagSwitch
          {...switchFor}
          label="Preview"
          isOn={deal.isPreview}
          isBusy={pending?.isPreview !== undefined}
          onToggle={(isPreview) => onSetFlags(deal, { isPreview })}
        />
      </div>
      <div {...CELL} className="deal-row-carousel">
        <CarouselSelect
          {...switchFor}
          carousel={deal.carouselAssignment}
          onChoose={(carouselAssignment) => onSetFlags(deal, { carouselAssignment })}
        />
      </div>
      <div {...CELL} className="deal-row-actions">
        <Button
          variant="tool-bare"
          aria-label={`Edit ${name}`}
          tabIndex={tabIndex}
          onClick={() => onEdit(deal.id)}
        >
          Edit
        </Button>
        <Button
          variant="tool-bare"
          aria-label={`Delete ${name}`}
          tabIndex={tabIndex}
          onClick={() => onDelete(stored)}
        >
          Delete
        </Button>
      </div>
    </div>
  )
})

function doNothing() {}

// ARIA roles instead of a table, because only some of the rows are rendered.
const CELL = { role: 'gridcell' }
const NAME = { role: 'rowheader' }

/** The deal's thumbnail. Decorative: its name stands beside it. */
function RowThumb({
  deal,
}: {
  deal: Pick<ManagedDeal, 'dealCardImageUrl' | 'images' | 'imagePlaceholder' | 'pictureNotes'>
}) {
  const { pictureHost } = useSiteSettings()
  // Each picture is tried once, so that two failing ones do not alternate.
  const [failed, setFailed] = useState<string[]>([])
  const key = pictureCandidates(deal.dealCardImageUrl, deal.images).find(
    (candidate) => !failed.includes(candidate),
  )
  if (!key) {
    return (
      <span className="deal-row-thumb">
        <span className="sr">No picture</span>
      </span>
    )
  }
  return (
    <span className="deal-row-thumb">
      {deal.imagePlaceholder && <svg color={deal.imagePlaceholder} aria-hidden="true" />}
      <img
        className={focusClass(deal.pictureNotes?.[key]?.focus)}
        src={thumbSource(key, pictureHost)}
        alt=""
        width={44}
        height={55}
        decoding="async"
        onError={() => setFailed((before) => [...before, key])}
      />
    </span>
  )
}

type LostProps = { name: string; tabIndex: number; onReplace: (file: File) => void }

/** Says that a picture no longer loads, as the last sweep found, and lets a file replace it. */
function LostPicture({ name, tabIndex, onReplace }: LostProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="deal-row-error">
      A picture does not load.{' '}
      <button
        type="button"
        className="text-link"
        tabIndex={tabIndex}
        aria-label={`Replace the picture of ${name}`}
        onClick={() => input.current?.click()}
      >
        Replace
      </button>
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        aria-label={`Another picture of ${name}`}
        accept={PICTURE_ENDINGS.join(',')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onReplace(file)
          target.value = ''
        }}
      />
    </span>
  )
}

/** The sale price, and below it the original and the discount. */
function RowPrices({
  deal: { originalPrice, salePrice, discount, basis, price },
}: {
  deal: Pick<ManagedDeal, 'originalPrice' | 'salePrice' | 'discount' | 'basis' | 'price'>
}) {
  if (originalPrice === null && salePrice === null)
    return <span className="soft">No price yet</span>
  return (
    <>
      <span className="deal-row-now">
        <span className="sr">Sale price </span>
        {salePrice === null ? '–' : formatPrice(salePrice)}
      </span>
      <span className="deal-row-was">
        {originalPrice !== null && (
          <>
            {basis !== 'retailer' && (
              <span>{`${BEFORE_WORDS[basis].short || 'basis unknown'} `}</span>
            )}
            <s>
              <span className="sr">Original price </span>
              {formatPrice(originalPrice)}
            </s>
          </>
        )}
        {discount !== null && <span>{` ${percentOff(discount)}`}</span>}
        {price.isProven && <span> · seen by us</span>}
      </span>
    </>
  )
}

type FlagProps = {
  /** The name of the deal. */
  name: string
  label: string
  isOn: boolean
  /** The change is being sent to the server. */
  isBusy: boolean
  tabIndex: number
  onToggle: (isOn: boolean) => void
}

function FlagSwitch({ name, label, ...flag }: FlagProps) {
  return (
    <Switch aria-label={`${label}: ${name}`} {...flag}>
      <span className="deal-row-label">{label}</span>
    </Switch>
  )
}

/** 0 stands for no carousel. */
const CAROUSELS = Array.from({ length: LAST_CAROUSEL + 1 }, (_, number) => number)

type CarouselProps = {
  /** The name of the deal. */
  name: string
  /** 0 for no carousel. */
  carousel: number
  tabIndex: number
  onChoose: (carousel: number) => void
}

function CarouselSelect({ name, carousel, tabIndex, onChoose }: CarouselProps) {
  return (
    <label className="deal-row-choice">
      <span className="deal-row-label">Carousel</span>
      <select
        className="select"
        aria-label={`Carousel: ${name}`}
        data-set={carousel > 0 || undefined}
        value={carousel}
        tabIndex={tabIndex}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {CAROUSELS.map((number) => (
          <option key={number} value={number}>
            {number === 0 ? 'None' : number}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Lets a long address break after a dot rather than within a word. */
function breakable(name: string) {
  return name.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
