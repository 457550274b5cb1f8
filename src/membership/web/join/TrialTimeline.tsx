import { countOf } from '#app/shared/counts.ts'
import { dayOfReader } from '#app/shared/dates.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { costOf, type OfferWords, type PlanWords, type Terms } from './offer.copy.ts'
import { dayAfter } from './trial-days.copy.ts'

type Props = { offer: OfferWords; plan: PlanWords; terms: Terms }

/** The first days of a membership: free, reminded, charged. */
export function TrialTimeline({ offer: { trialDays }, plan, terms }: Props) {
  const firstPrice = terms.isSale && plan.salePrice ? plan.salePrice : plan.price
  // The page may have been rendered yesterday, so only the browser names the days.
  const isHydrated = useHydrated()
  const dayIn = (days: number) => {
    const when = days === 0 ? 'Today' : `In ${countOf(days, 'day')}`
    return isHydrated ? `${when} · ${dayAfter(days, new Date(), dayOfReader)}` : when
  }
  return (
    <div className="timeline-room">
      <ol className="timeline">
        <li>
          <p className="caps">{dayIn(0)}</p>
          <p className="title">$0</p>
          <p>Every name and every link opens at once.</p>
        </li>
        <li>
          <p className="caps">{dayIn(trialDays - 1)}</p>
          <p className="title">A mail</p>
          <p>It says the price, the date and how to cancel.</p>
        </li>
        <li>
          <p className="caps">{dayIn(trialDays)}</p>
          <p className="title">{firstPrice}</p>
          <p>{`You pay ${costOf(plan, terms.isSale)}. Cancelled before? Then nothing.`}</p>
        </li>
      </ol>
    </div>
  )
}
