import type { Deal } from '#app/deals/deals.contract.ts'
import { BEFORE_WORDS, wasNote } from '#app/deals/prices/prices.copy.ts'
import { Prices } from '#app/ui/Prices.tsx'
import { useDay } from '#app/web/use-day.ts'

type Props = { deal: Deal; isRounded?: boolean; className?: string }

/** The price of a deal and its was-price, with its basis. */
export function DealPrices({ deal, ...look }: Props) {
  const { originalPrice, salePrice, discount, price, endedReason } = deal
  const today = useDay()
  return (
    <Prices
      original={originalPrice}
      sale={salePrice}
      discount={discount}
      isOver={endedReason === 'price-up'}
      isFull={price.isFull === true}
      before={{ ...BEFORE_WORDS[price.basis], note: wasNote(price, today) }}
      {...look}
    />
  )
}
