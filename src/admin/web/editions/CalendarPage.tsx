import './editions.css'
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router'
import type { EditionCalendar } from '#app/admin/editions/editions.contract.ts'
import { editionPath, editionsPath } from '#app/admin/editions/paths.facts.ts'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { addDays, formatDayOfWeek, formatTime, weekdayName, wordsOfDay } from '#app/shared/dates.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { loadCalendar, monthIn, useCalendar } from './queries.ts'
import { useReadOnChange } from './use-read-on-change.ts'
import { hourWords, lackWords, promiseWords } from './words.copy.ts'

export const handle = backOfficePage('Editions')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen } = await loadAdminSession(queryClient)
  if (isOpen) await loadCalendar(queryClient, monthIn(new URL(request.url).searchParams))
  return null
}

/** Past and coming days, with what each edition has and lacks. */
export function Component() {
  const [search] = useSearchParams()
  const asked = monthIn(search)
  const { data } = useCalendar(asked)
  useReadOnChange()
  if (!data) {
    return (
      <div className="admin-empty">
        <h1 className="title admin-title">Editions</h1>
        <p className="admin-error">The editions could not be read.</p>
        <TryAgain href={editionsPath(asked)} />
      </div>
    )
  }
  const { month, year } = wordsOfDay(`${data.month}-01`)
  const before = addDays(`${data.month}-01`, -1).slice(0, 7)
  const behind = addDays(`${data.month}-01`, 31).slice(0, 7)
  const tomorrow = addDays(data.today, 1)
  return (
    <>
      <h1 className="title board-title">Editions</h1>
      <p className="board-head">
        <Link className="link" to={editionPath(tomorrow)} discover="none">
          {`Tomorrow, ${formatDayOfWeek(tomorrow)}`}
        </Link>
        <span className="soft">{`${promiseWords(data.promised)}.`}</span>
      </p>
      <nav className="board-days" aria-label="Months">
        <Link className="link" to={editionsPath(before)} discover="none">
          {`← ${wordsOfDay(`${before}-01`).month}`}
        </Link>
        <Link className="link" to={editionsPath(behind)} discover="none">
          {`${wordsOfDay(`${behind}-01`).month} →`}
        </Link>
      </nav>
      <MonthTable calendar={data} caption={`${month} ${year}`} />
    </>
  )
}

function MonthTable({ calendar, caption }: { calendar: EditionCalendar; caption: string }) {
  const first = `${calendar.month}-01`
  const blanks = new Date(first).getUTCDay()
  const count = Number(addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1).slice(8))
  const cells = [
    ...Array.from({ length: blanks }, () => undefined),
    ...Array.from({ length: count }, (_, index) => addDays(first, index)),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, index) =>
    Array.from({ length: 7 }, (_, place) => cells[index * 7 + place]),
  )
  return (
    <table className="edition-month">
      <caption>{caption}</caption>
      <thead>
        <tr>
          {Array.from({ length: 7 }, (_, weekday) => (
            <th key={weekdayName(weekday)} scope="col">
              <span aria-hidden>{weekdayName(weekday).slice(0, 3)}</span>
              <span className="sr">{weekdayName(weekday)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks never move.
          <tr key={index}>
            {week.map((day, place) => (
              <td
                // biome-ignore lint/suspicious/noArrayIndexKey: days never move either.
                key={place}
                aria-current={day === calendar.today ? 'date' : undefined}
                data-past={(day !== undefined && day < calendar.today) || undefined}
              >
                {day && <Day day={day} calendar={calendar} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day({ day, calendar }: { day: string; calendar: EditionCalendar }) {
  const { today, promised, days } = calendar
  const found = days.find((each) => each.day === day)
  const { out = 0, scheduled = 0, drafts = 0, lacking = 0, at = null } = found ?? {}
  const all = out + scheduled + drafts
  const isToCome = day >= today
  const lines = [
    out > 0 ? `${out} out` : '',
    scheduled > 0 && at !== null ? `${scheduled} from ${hourWords(formatTime(at))}` : '',
    ...(isToCome && all > 0 ? lackWords({ promised, all, withoutHour: drafts }) : []),
    isToCome && all === 0 ? 'Nothing yet' : '',
    lacking > 0 ? `${lacking} with gaps` : '',
  ].filter(Boolean)
  return (
    <Link to={editionPath(day)} discover="none" className="edition-day">
      <span aria-hidden className="edition-number">
        {wordsOfDay(day).day}
      </span>
      <span className="sr">{formatDayOfWeek(day)}: </span>
      {(isToCome || all > 0) && (
        <span className="edition-lines">
          {lines.map((line) => (
            <span
              key={line}
              data-lacks={/to find|gaps/.test(line) || undefined}
              data-nothing={all === 0 || undefined}
            >
              {line}
            </span>
          ))}
        </span>
      )}
    </Link>
  )
}
