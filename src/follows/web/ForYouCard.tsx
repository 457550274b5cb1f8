import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DealCard } from '#app/deals/web/cards/DealCard.tsx'
import type { DealForYou } from '#app/follows/follows.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { setDeclined, setStance } from './following.ts'

type Props = DealForYou & {
  isEager: boolean
  isDeclined: boolean
  onDeclined: (isDeclined: boolean) => void
}

/** A deal with why it is here, and the way to be rid of it. */
export function ForYouCard({ deal, why, isEager, isDeclined, onDeclined }: Props) {
  const queryClient = useQueryClient()
  async function decline(event: FormEvent) {
    event.preventDefault()
    onDeclined(true)
    if (!(await setDeclined(queryClient, deal.id, true))) onDeclined(false)
  }
  if (isDeclined) return <DeclinedCard deal={deal} onDeclined={onDeclined} />
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

function DeclinedCard({ deal, onDeclined }: Pick<Props, 'deal' | 'onDeclined'>) {
  const queryClient = useQueryClient()
  const [isHidden, setIsHidden] = useState(false)
  const { brandName, brandSlug } = deal
  async function undo() {
    if (await setDeclined(queryClient, deal.id, false)) onDeclined(false)
  }
  async function setBrand(isNow: boolean) {
    const brand = { kind: 'brand' as const, value: brandSlug ?? '', name: brandName }
    if (await setStance(queryClient, brand, isNow ? 'hidden' : 'neither')) setIsHidden(isNow)
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
          <button type="button" className="text-button" onClick={() => void setBrand(!isHidden)}>
            {isHidden ? `Show ${brandName} again` : `Hide ${brandName} altogether`}
          </button>
        )}
      </p>
    </li>
  )
}
