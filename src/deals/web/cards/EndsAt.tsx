import type { Deal } from '#app/deals/deals.contract.ts'
import { endMomentInWords, endsInWords } from '#app/deals/life.copy.ts'

/** When a living deal ends, if known; a countdown once the page is hydrated. */
export function EndsAt({ deal, now }: { deal: Deal; now: Date | undefined }) {
  if (deal.state === 'ended' || deal.endsAt === null) return null
  const moment = endMomentInWords(deal.endsAt)
  const words = now ? endsInWords(deal.endsAt, now) : moment
  return (
    <p className="ends">
      <time dateTime={deal.endsAt} title={moment}>
        {words}
      </time>
    </p>
  )
}
