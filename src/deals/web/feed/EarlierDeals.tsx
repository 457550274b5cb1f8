import { Link } from 'react-router'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { startInWords } from './days.rules.ts'

type Props = {
  /** The first page that is shown. */
  from: number
  what: string
  /** Why those before could not be had; undefined where they were not asked for. */
  why: string | undefined
}

/** The list begins further down: where, why, and the way to what comes before. */
export function EarlierDeals({ from, what, why }: Props) {
  return (
    <div className="mb-10 grid justify-items-start gap-4">
      <p className="text-sm text-ink-soft" role={why ? 'alert' : undefined}>
        {startInWords(from, why)}
      </p>
      <Link className="button button-quiet" to={feedPath(what, from - 1)}>
        Show earlier deals
      </Link>
    </div>
  )
}
