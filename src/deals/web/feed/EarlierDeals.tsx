import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { startInWords } from './days.rules.ts'

type Props = {
  /** The first page that is shown. */
  from: number
  day: string | undefined
  /** Why those before could not be had; undefined where they were not asked for. */
  why: string | undefined
}

/** The list begins further down: where, why, and the way to what comes before. */
export function EarlierDeals({ from, day, why }: Props) {
  return (
    <div className="mb-10 grid justify-items-start gap-4">
      <p className="text-sm text-ink-soft" role={why ? 'alert' : undefined}>
        {startInWords(from, why)}
      </p>
      <Link className="button button-quiet" to={paths.dailyDeals(from - 1, day)}>
        Show earlier deals
      </Link>
    </div>
  )
}
