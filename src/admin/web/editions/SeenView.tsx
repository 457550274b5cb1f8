import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { SEEN_AS, type SeenAs } from '#app/admin/editions/editions.facts.ts'
import { editionPath, editionSeenPath } from '#app/admin/editions/paths.facts.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { formatDayOfWeekFrom } from '#app/shared/dates.ts'
import { PAGES } from '#app/shared/pages.ts'
import { paths } from '#app/shared/paths.ts'
import { SEEN_AS_LABELS, SEEN_AS_WORDS } from './words.copy.ts'

type Props = { day: string; today: string; viewer: SeenAs; at: string }

/** The site's real pages with the day's deals, as a class of viewer will see them, in an iframe. */
export function SeenView({ day, today, viewer, at }: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState(at)
  const address = (where: string) =>
    `${ADMIN_CALLS.editions}/${encodeURIComponent(day)}/seen/${viewer}?at=${encodeURIComponent(where)}`

  /** Keeps the page that was reached by links in the frame when the viewer is switched. */
  function note() {
    const search = frame.current?.contentWindow?.location.search
    setShown(new URLSearchParams(search ?? '').get('at') ?? at)
  }

  const doors = [
    { label: 'Feed', to: PAGES.dailyDeals.path },
    { label: 'Edition page', to: paths.edition(day) },
  ]
  return (
    <>
      <h1 className="title board-title">{formatDayOfWeekFrom(day, today)}</h1>
      <section className="rehearsal" aria-label={SEEN_AS_WORDS[viewer]}>
        <div className="rehearsal-bar">
          <p>
            <strong>{SEEN_AS_WORDS[viewer]}.</strong> Not out yet: nothing here can be pressed, sent
            or counted.
          </p>
          <nav className="rehearsal-ways" aria-label="See it as">
            {SEEN_AS.map((each) => (
              <Link
                key={each}
                replace
                discover="none"
                preventScrollReset
                to={editionSeenPath(day, each, shown)}
                aria-current={each === viewer ? 'true' : undefined}
              >
                {SEEN_AS_LABELS[each]}
              </Link>
            ))}
          </nav>
          <nav className="rehearsal-ways" aria-label="Pages">
            {doors.map(({ label, to }) => (
              <Link
                key={to}
                replace
                discover="none"
                preventScrollReset
                to={editionSeenPath(day, viewer, to)}
                aria-current={shown === to ? 'true' : undefined}
              >
                {label}
              </Link>
            ))}
            <Link to={editionPath(day)} discover="none">
              Back to the board
            </Link>
          </nav>
        </div>
        <iframe
          key={`${viewer} ${at}`}
          ref={frame}
          className="rehearsal-frame"
          title={`${SEEN_AS_WORDS[viewer]}: the page`}
          src={address(at)}
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
          onLoad={note}
        />
      </section>
    </>
  )
}
