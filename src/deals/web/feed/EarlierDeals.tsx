import { Link } from 'react-router'
import { feedPath } from '#app/deals/web/filters/choosing.rules.ts'
import { startInWords } from './days.rules.ts'

type Props = {
  /** The first page shown. */
  from: number
  what: string
  /** Why earlier pages could not be loaded; undefined when they were not requested. */
  why: string | undefined
}

/** Says that the list begins at a later page, and why, with a link to the earlier deals. */
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
