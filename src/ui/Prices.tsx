import { formatPercent, formatPrice, formatRoundPercent } from '#app/shared/money.ts'

type Props = {
  original: number | null
  sale: number | null
  /** Percent off. */
  discount: number | null
  isRounded?: boolean
  className?: string
}

/** Now, was and percent off. Words say to a screen reader what colour and strike say to the eye. */
export function Prices({ original, sale, discount, isRounded, className = 'prices' }: Props) {
  if (sale === null && original === null) return <p className={className}>Price not available</p>
  const percent = isRounded ? formatRoundPercent(discount) : formatPercent(discount)
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
        <s>
          <span className="sr">Original price </span>
          {formatPrice(original)}
        </s>
      )}
      {original === null && sale !== null && <span className="no-was">Price before not known</span>}
      {discount !== null && <span className="off">{`${percent} off`}</span>}
    </p>
  )
}
