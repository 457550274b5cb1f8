import { lazy, type ReactNode, Suspense } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { BarsProps } from './Bars.tsx'

// Rendered in the browser only: the library writes style attributes, which our pages refuse (CSP).
const Bars = lazy(async () => ({ default: (await import('./Bars.tsx')).Bars }))

type Props = BarsProps & {
  /** The text alternative; the table has the data. */
  summary: string
  legend: ReactNode
}

/** A bar chart over time. The table below has the same data. */
export function Chart({ summary, legend, ...bars }: Props) {
  const isHydrated = useHydrated()
  return (
    <figure className="metrics-chart">
      <figcaption className="metrics-legend">{legend}</figcaption>
      <div className="metrics-canvas" role="img" aria-label={summary}>
        {isHydrated && (
          <Suspense>
            <Bars {...bars} />
          </Suspense>
        )}
      </div>
    </figure>
  )
}
