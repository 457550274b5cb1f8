import { chartKeys, type SizeChart, sizeLabel } from '#app/deals/vocabulary/sizes.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { Picks } from './Picks.tsx'

type Props = { chart: SizeChart; chosen: readonly string[] }

/** Shows the sizes of one size chart, collapsed unless some are chosen. */
export function SizePicks({ chart, chosen }: Props) {
  const keys = chartKeys(chart)
  const count = keys.filter((key) => chosen.includes(key)).length
  return (
    <details className="fold border-b border-hairline" open={count > 0}>
      <summary>
        <span>
          {chart.label}
          {count > 0 && (
            <span className="ml-2 font-normal text-ink-soft">{countOf(count, 'size')}</span>
          )}
        </span>
      </summary>
      <div className="py-3">
        <Picks
          name="size"
          options={keys.map((key) => ({ value: key, label: sizeLabel(key) }))}
          chosen={chosen}
        />
      </div>
    </details>
  )
}
