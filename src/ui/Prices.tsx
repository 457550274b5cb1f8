import { formatPrice, percentOff } from '#app/shared/money.ts'

type Props = {
  original: number | null
  sale: number | null
  /** Percent off. */
  discount: number | null
  /** Before the struck price: what it is, what is spoken for it, and what has to be said of it. */
  before?: { short: string; spoken: string; note?: string | undefined } | undefined
  isRounded?: boolean
  /** No reduction any more: nothing is said of how far it was one. */
  isOver?: boolean
  className?: string
}

const BEFORE = { short: '', spoken: 'Original price', note: undefined }

/** Now, was and percent off. Words say to a screen reader what colour and strike say to the eye. */
export function Prices(props: Props) {
  const {
    original,
    sale,
    discount,
    before = BEFORE,
    isRounded,
    isOver,
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
        <span className="no-was">Price before not known</span>
      )}
      {discount !== null && original !== null && !isOver && (
        <span className="off">{percentOff(discount, isRounded)}</span>
      )}
    </p>
  )
}
