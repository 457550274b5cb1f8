import type { Deal } from '#app/deals/deals.contract.ts'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import { DealPrices } from '#app/deals/web/cards/DealPrices.tsx'
import { EndedWords } from '#app/deals/web/EndedDeal.tsx'

/** Shows the piece as its card does, so that it is recognized at the shop. */
export function LeavingPiece({ deal }: { deal: Deal }) {
  return (
    <div className="grid w-full max-w-[34rem] grid-cols-[min(5rem,25vw)_1fr] items-center gap-x-5 border-y border-hairline py-4">
      <DealPicture deal={deal} sizes="5rem" isEager />
      <div className="min-w-0">
        <p className="brand mt-0!">{deal.brandName}</p>
        <p className="mt-1 font-medium wrap-anywhere">{deal.productName}</p>
        {deal.state === 'ended' && <EndedWords deal={deal} />}
        <DealPrices deal={deal} />
      </div>
    </div>
  )
}
