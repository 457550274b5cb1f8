import type { Deal } from '#app/deals/deals.contract.ts'
import { DealCard } from './DealCard.tsx'

/** The deals open today without a membership, above the list. */
export function OpenDeals({ deals }: { deals: Deal[] }) {
  if (deals.length === 0) return null
  return (
    <section className="mb-14" aria-labelledby="open-today">
      <div className="border-y border-ink py-10 lg:py-12">
        <h2 id="open-today" className="title mb-8">
          Open for you today
        </h2>
        <ul className="cards">
          {deals.map((deal) => (
            <DealCard key={deal.id} as="li" deal={deal} isEager />
          ))}
        </ul>
      </div>
    </section>
  )
}
