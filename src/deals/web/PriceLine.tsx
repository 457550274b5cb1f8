import type { ToldPrice } from '#app/deals/prices/prices.contract.ts'
import { formatShortDayFrom } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { LINE_SIZE, priceSteps } from './price-line.rules.ts'

type Props = {
  prices: ToldPrice[]
  /** Where the line ends: today, or the day on which the deal ended. */
  until: string
  isEnded: boolean
}

/** A step chart with two labels; the table below has the details. */
export function PriceLine({ prices, until, isEnded }: Props) {
  const known = prices.filter(({ now }) => now !== null)
  const [first, last] = [known[0], known.at(-1)]
  const steps = priceSteps(prices, until)
  if (!first || !last || steps === undefined) return null
  const [then, now] = [first.now ?? 0, last.now ?? 0].map((price) => formatShortPrice(price))
  const since = formatShortDayFrom(first.day, until)
  return (
    <figure className="price-line" data-ended={isEnded || undefined}>
      <svg
        viewBox={`0 0 ${LINE_SIZE.width} ${LINE_SIZE.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`The price since ${since}: from ${then} to ${now}`}
      >
        <path d={steps} vectorEffect="non-scaling-stroke" />
      </svg>
      <figcaption>
        <span>
          {then} <span className="soft">{since}</span>
        </span>
        <span>
          <span className="soft">{isEnded ? 'last' : 'now'}</span> {now}
        </span>
      </figcaption>
    </figure>
  )
}
