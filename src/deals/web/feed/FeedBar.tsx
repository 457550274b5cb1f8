import { type KeyboardEvent, useRef } from 'react'
import type { EditionPage } from '#app/deals/browse.contract.ts'
import type { EditionSize } from '#app/deals/deals.contract.ts'
import { useEditions } from '#app/deals/web/queries.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDayOfWeekFrom } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Repeated } from '#app/web/page/Repeated.tsx'
import { anchorOf, dayInWords } from './days.rules.ts'
import { JumpLink } from './JumpLink.tsx'

type Props = {
  today: string
  /** The only day shown. */
  day: string | undefined
  /** The day with its neighbours; undefined when unknown. */
  edition: EditionPage | undefined
  /** Days whose heading is on the page. */
  shown: string[]
  /** Whether there are new deals, and whether the mark of the last visit is on the page. */
  news: 'none' | 'further-on' | 'here'
}

/** The id of the mark where the last visit ended. */
export const LAST_VISIT = 'last-visit'

/** The bar over the list: what is new, and links to other days. */
export function FeedBar({ today, day, edition, shown, news }: Props) {
  const editions = useEditions()
  const { earlier, later } = edition ?? {}
  return (
    <nav className="feed-bar" aria-label="Days of the feed">
      {news !== 'none' && (
        <p className="feed-news">
          <span className="new-dot" aria-hidden />
          {news === 'here' ? (
            <JumpLink className="text-link" to={LAST_VISIT}>
              New since you were here
            </JumpLink>
          ) : (
            'New since you were here'
          )}
        </p>
      )}
      {day !== undefined && (
        <p className="feed-days">
          {earlier && <DayLink {...earlier} today={today} sign="←" />}
          <PageLink className="text-link" to={paths.dailyDeals()}>
            All days
          </PageLink>
          {later && <DayLink {...later} today={today} sign="→" isSignLast />}
        </p>
      )}
      {editions.length > 1 && <DayList {...{ editions, today, day, shown }} />}
    </nav>
  )
}

type DayLinkProps = EditionSize & { today: string; sign: string; isSignLast?: boolean }

function DayLink({ day, today, sign, isSignLast }: DayLinkProps) {
  const words = formatDayOfWeekFrom(day, today)
  return (
    <PageLink className="text-link" to={paths.dailyDeals(1, day)}>
      {!isSignLast && <span aria-hidden>{`${sign} `}</span>}
      {words}
      {isSignLast && <span aria-hidden>{` ${sign}`}</span>}
    </PageLink>
  )
}

type DayListProps = Omit<Props, 'news' | 'edition'> & { editions: EditionSize[] }

/** Jumps to a day on this page, or links to the day's own page. */
function DayList({ editions, today, day: only, shown }: DayListProps) {
  const list = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const close = () => {
    if (list.current) list.current.open = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !list.current?.open) return
    close()
    summary.current?.focus()
  }
  return (
    <details
      ref={list}
      className="jump"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !list.current?.contains(relatedTarget)) close()
      }}
    >
      <summary ref={summary}>Jump to a day</summary>
      <Repeated
        as="ul"
        from={only === undefined ? JSON.stringify(['days', editions, today, shown]) : undefined}
        draw={() => (
          <>
            {editions.map(({ day, deals }) => (
              <li key={day}>
                {only === undefined && shown.includes(day) ? (
                  <JumpLink to={anchorOf(day)} onJump={close}>
                    {dayInWords(day, today)}
                  </JumpLink>
                ) : (
                  <PageLink
                    to={paths.edition(day)}
                    aria-current={day === only ? 'page' : undefined}
                    onClick={close}
                  >
                    {dayInWords(day, today)}
                  </PageLink>
                )}
                <span>{countOf(deals, 'deal')}</span>
              </li>
            ))}
            <li>
              <PageLink to={paths.editions()} onClick={close}>
                All editions
              </PageLink>
            </li>
          </>
        )}
      />
    </details>
  )
}
