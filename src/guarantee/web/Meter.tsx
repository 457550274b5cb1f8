import type { Guarantee } from '#app/guarantee/guarantee.contract.ts'
import { meterParts } from '#app/guarantee/guarantee.copy.ts'

/** Shows `$64 of $100 recorded, until March 3, 2027` with a bar for the same amount. */
export function Meter({ guarantee }: { guarantee: Guarantee }) {
  const { meter, goal, confirmed } = guarantee
  const [recorded, until] = meterParts(guarantee)
  return (
    <div>
      <p className="tabular-nums">
        {recorded} <span className="inline-block">{until}</span>
      </p>
      <svg
        className="meter mt-3 block h-3 w-full"
        viewBox="0 0 100 3"
        preserveAspectRatio="none"
        aria-hidden
      >
        <rect x="0" y="1.25" width="100" height="0.5" className="fill-hairline" />
        <rect x="0" y="0.5" width={partOf(meter, goal)} height="2" className="fill-ink-soft" />
        <rect x="0" y="0.5" width={partOf(confirmed, goal)} height="2" className="fill-ink" />
      </svg>
    </div>
  )
}

function partOf(amount: number, goal: number): number {
  return Math.round(Math.min(1, Math.max(0, amount / goal)) * 1000) / 10
}
