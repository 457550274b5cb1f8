import { useQuery } from '@tanstack/react-query'
import type { Related } from '#app/deals/browse.contract.ts'
import { deliveryInWords, readOn } from '#app/deals/registry.copy.ts'
import { relatedQuery } from '#app/deals/web/browse/queries.ts'

/** The retailer's delivery terms, as far as known; for members only. */
export function DeliveryTerms({ dealId }: { dealId: string }) {
  const { data: related } = useQuery<Related>({ ...relatedQuery(dealId), enabled: false })
  if (!related?.delivery) return null
  const lines = deliveryInWords(related.delivery)
  if (lines.length === 0) return null
  return (
    <section className="delivery" aria-labelledby="delivery">
      <h2 id="delivery" className="caps">
        Delivery and returns
      </h2>
      <dl>
        {lines.map(({ name, words }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className="fine">{`${readOn(related.delivery)} The retailer’s page has the last word.`}</p>
    </section>
  )
}
