import { lazy, type ReactNode, Suspense } from 'react'
import { useHydrated } from '#app/web/use-hydrated.ts'
import type { BarsProps } from './Bars.tsx'

// Drawn in the browser only: the library sets styles that no page of ours may carry.
const Bars = lazy(async () => ({ default: (await import('./Bars.tsx')).Bars }))

type Props = BarsProps & {
  /** What is to be seen, in a sentence; the table has the rest. */
  summary: string
  legend: ReactNode
}

/** Bars over time. The same numbers stand in the table beneath. */
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
