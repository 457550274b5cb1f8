import './morning.css'
import { Link } from 'react-router'
import type { AdministratorRole } from '#app/admin/administrators/administrators.facts.ts'
import { editionPath } from '#app/admin/editions/paths.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { roomsFor } from '#app/admin/web/shell/rooms.rules.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatDayOfWeek } from '#app/shared/dates.ts'
import { useThisMorning } from './queries.ts'
import {
  morningWords,
  sinceWords,
  tomorrowName,
  tomorrowWords,
  turnedOffWords,
  WAYS_TO_FILL,
  wayTo,
} from './words.copy.ts'

/** What waits, each with its number and a link to it. */
export function ThisMorning({ role }: { role: AdministratorRole }) {
  const { data } = useThisMorning()
  return (
    <header className="morning">
      {data && <p className="caps soft">{formatDayOfWeek(data.today)}</p>}
      <h1 className="title">This morning</h1>
      {!data && <NotRead href={adminPaths.deals()}>What waits could not be read.</NotRead>}
      {data?.waiting.length === 0 && (
        <p className="morning-nothing">
          {role === 'analyst' ? 'What waits here is for curators and owners.' : 'Nothing waits.'}
        </p>
      )}
      {data && data.waiting.length > 0 && (
        <ul className="morning-list" aria-label="What waits">
          {data.waiting.map((each) => (
            <li key={each.kind}>
              <Link to={wayTo(each, data.tomorrow)} discover="none">
                <span className="morning-count figure">{formatCount(each.count)}</span>{' '}
                <span className="morning-words">{morningWords(each)}</span>{' '}
                <span className="morning-since soft">{sinceWords(each)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {data && data.off.length > 0 && (
        <ul className="morning-off" aria-label="What is turned off">
          {data.off.map((each) => (
            <li key={each.name}>
              {each.path ? (
                <Link className="text-link" to={each.path} discover="none">
                  {turnedOffWords(each)}
                </Link>
              ) : (
                turnedOffWords(each)
              )}
              <span className="soft">{`: ${each.why}`}</span>
            </li>
          ))}
        </ul>
      )}
      {data?.edition && (
        <p className="soft">
          <Link className="text-link" to={editionPath(data.tomorrow)} discover="none">
            {tomorrowName(data.tomorrow)}
          </Link>
          {`: ${tomorrowWords(data.edition)}`}
        </p>
      )}
      {role !== 'analyst' && <WaysToFill />}
      {role === 'analyst' && <OwnRooms />}
    </header>
  )
}

/** Links to the ways of finding deals for tomorrow. */
function WaysToFill() {
  return (
    <ul className="morning-ways" aria-label="Where its deals come from">
      {WAYS_TO_FILL.map(({ label, to }) => (
        <li key={label}>
          <Link className="tool" to={to} discover="none">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function OwnRooms() {
  const rooms = roomsFor(useAdminSession()).filter(({ to }) => to !== adminPaths.deals())
  return (
    <ul className="admin-rooms">
      {rooms.map(({ label, to }) => (
        <li key={to}>
          <Link className="text-link" to={to} discover="none">
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
