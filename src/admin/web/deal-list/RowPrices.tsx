import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { formatPrice, formatRoundPercent } from '#app/shared/money.ts'

/** Now, and below it was and percent off. */
export function RowPrices({
  deal: { originalPrice, salePrice, discount },
}: {
  deal: Pick<ManagedDeal, 'originalPrice' | 'salePrice' | 'discount'>
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
          <s>
            <span className="sr">Original price </span>
            {formatPrice(originalPrice)}
          </s>
        )}
        {discount !== null && <span>{` ${formatRoundPercent(discount)} off`}</span>}
      </span>
    </>
  )
}
