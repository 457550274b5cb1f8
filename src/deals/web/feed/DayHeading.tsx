import { dealsInWords } from '#app/deals/life.copy.ts'
import { formatDayOfWeek } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { anchorOf, dayInWords, openInWords } from './days.rules.ts'
import { JumpLink } from './JumpLink.tsx'

type Props = {
  day: string
  today: string
  /** Of the whole day. */
  size: number | undefined
  /** Of these, how many have ended. */
  ended: number
  /** How many of its deals stand above the list. */
  above: number
  /** It alone is shown, and the heading leads nowhere. */
  isAlone: boolean
  isFirst: boolean
}

/** A day is an issue: its date, how many deals came with it, and the way back up. */
export function DayHeading({ day, today, size, ended, above, isAlone, isFirst }: Props) {
  // A month is not parted from its day at the end of a line.
  const [weekday, date] = dayInWords(day, today).split(/, (?=\S+ \d)/)
  return (
    <div className="day" data-size={isFirst ? 'large' : undefined}>
      <h2 id={anchorOf(day)} tabIndex={-1}>
        {isAlone ? (
          `Edition of ${formatDayOfWeek(day)}`
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
