import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import type { DealForYou } from '#app/follows/follows.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { setDeclined } from './following.ts'
import type { TakenAway } from './taken-away.ts'

type Props = DealForYou & { isEager: boolean; taken: TakenAway }

/** Shows a deal with the reason for it, and a button to hide it. */
export function ForYouCard({ deal, why, isEager, taken }: Props) {
  const queryClient = useQueryClient()
  async function decline(event: FormEvent) {
    event.preventDefault()
    taken.setDeclined(deal.id, true)
    if (!(await setDeclined(queryClient, deal.id, true))) taken.setDeclined(deal.id, false)
  }
  if (taken.declined.has(deal.id)) return <DeclinedCard deal={deal} taken={taken} />
  // Its brand was hidden from another card.
  if (deal.brandSlug && taken.hiddenBrands.has(deal.brandSlug)) return null
  return (
    <li>
      <DealCard deal={deal} note={why} isEager={isEager} />
      <form method="post" action={paths.forYou()} onSubmit={decline}>
        <button
          type="submit"
          name="decline"
          value={deal.id}
          className="text-button font-normal text-ink-soft"
        >
          Not for me<span className="sr">, the piece by {deal.brandName}</span>
        </button>
      </form>
    </li>
  )
}

function DeclinedCard({ deal, taken }: Pick<Props, 'deal' | 'taken'>) {
  const queryClient = useQueryClient()
  const { brandName, brandSlug } = deal
  const isHidden = brandSlug !== null && taken.hiddenBrands.has(brandSlug)
  const brand = { kind: 'brand' as const, value: brandSlug ?? '', name: brandName }
  async function undo() {
    // Otherwise the deal would stay hidden with its brand.
    if (isHidden && !(await taken.setBrand(brand, false))) return
    if (await setDeclined(queryClient, deal.id, false)) taken.setDeclined(deal.id, false)
  }
  return (
    <li className="card">
      <div className="pic">
        <span className="pic-none" role="status">
          {isHidden ? 'Brand hidden' : 'Taken away'}
        </span>
      </div>
      <p className="brand">{brandName}</p>
      <p className="at flex flex-wrap gap-x-5">
        <button type="button" className="text-button" onClick={() => void undo()}>
          Undo<span className="sr"> and bring back the piece by {brandName}</span>
        </button>
        {brandSlug && (
          <button
            type="button"
            className="text-button"
            onClick={() => void taken.setBrand(brand, !isHidden)}
          >
            {isHidden ? `Show ${brandName} again` : `Hide ${brandName} altogether`}
          </button>
        )}
      </p>
    </li>
  )
}
