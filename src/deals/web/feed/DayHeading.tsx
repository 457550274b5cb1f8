import { dealsInWords } from '#app/deals/life.copy.ts'
import { formatDayOfWeekFrom } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { anchorOf, dayInWords, openInWords } from './days.rules.ts'
import { JumpLink } from './JumpLink.tsx'

type Props = {
  day: string
  today: string
  /** Deals of the whole day. */
  size: number | undefined
  /** How many of them have ended. */
  ended: number
  /** How many of its deals are shown above the list. */
  above: number
  /** Only this day is shown, so the heading is no link. */
  isAlone: boolean
  isFirst: boolean
}

/** The heading of a day: its date, its number of deals, and a link back to the top. */
export function DayHeading({ day, today, size, ended, above, isAlone, isFirst }: Props) {
  // Keeps month and day together at a line break.
  const [weekday, date] = dayInWords(day, today).split(/, (?=\S+ \d)/)
  return (
    <div className="day" data-size={isFirst ? 'large' : undefined}>
      <h2 id={anchorOf(day)} tabIndex={-1}>
        {isAlone ? (
          `Edition of ${formatDayOfWeekFrom(day, today)}`
        ) : (
          <PageLink to={paths.edition(day)}>
            {`${weekday}, `}
            <span className="whitespace-nowrap">{date}</span>
          </PageLink>
        )}
        {size !== undefined && (
          <span className="day-size">
            <span className="day-dot"> · </span>
            {dealsInWords(size, ended)}
          </span>
        )}
      </h2>
      {!isFirst && (
        <JumpLink className="day-up" to="main">
          Back to top
        </JumpLink>
      )}
      {above > 0 && <p className="day-note">{openInWords(above)}</p>}
    </div>
  )
}
