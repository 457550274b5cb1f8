import { formatPrice, percentOff } from '#app/shared/money.ts'

type Props = {
  original: number | null
  sale: number | null
  /** Percent off. */
  discount: number | null
  /** Put before the original price: its short label, its spoken label, and a note where one is required. */
  before?: { short: string; spoken: string; note?: string | undefined } | undefined
  isRounded?: boolean
  /** The offer has ended: the percentage off is left out. */
  isOver?: boolean
  /** It costs what it did before. */
  isFull?: boolean
  className?: string
}

const BEFORE = { short: '', spoken: 'Original price', note: undefined }

/**
 * Sale price, original price and percent off. Hidden text tells screen readers what colour and strike-through
 * show.
 */
export function Prices(props: Props) {
  const {
    original,
    sale,
    discount,
    before = BEFORE,
    isRounded,
    isOver,
    isFull,
    className = 'prices',
  } = props
  if (sale === null && original === null) return <p className={className}>Price not available</p>
  return (
    <p className={className}>
      {sale === null ? (
        <span>Price not available</span>
      ) : (
        <span className="now">
          <span className="sr">Sale price </span>
          {formatPrice(sale)}
        </span>
      )}
      {original !== null && (
        <span className="was">
          {before.short !== '' && <span aria-hidden="true">{`${before.short} `}</span>}
          <s>
            <span className="sr">{`${before.spoken} `}</span>
            {formatPrice(original)}
          </s>
        </span>
      )}
      {original !== null && before.note && <span className="was-note">{before.note}</span>}
      {original === null && sale !== null && !isOver && (
        <span className="no-was">{isFull ? 'Not reduced' : 'Price before not known'}</span>
      )}
      {discount !== null && original !== null && !isOver && (
        <span className="off">{percentOff(discount, isRounded)}</span>
      )}
    </p>
  )
}
