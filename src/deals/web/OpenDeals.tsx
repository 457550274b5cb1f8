import { DealCard } from './DealCard.tsx'
import { useFreeDeals } from './queries.ts'

/** What someone without a membership may open today, before everything else. */
export function OpenDeals() {
  const deals = useFreeDeals()
  if (deals.length === 0) return null
  return (
    <section className="wrap mb-18" aria-labelledby="open-today">
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
