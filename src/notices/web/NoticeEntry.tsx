import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import type { Notice } from '#app/notices/notices.contract.ts'
import { noticeAction, noticeWords } from '#app/notices/notices.copy.ts'
import { formatMoment, formatShortDay, formatTime } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { markNoticeRead } from './reading.ts'

type Props = { notice: Notice; now: string; page: number }

/** Shows a notice: its message, its time, and what to do about it. */
export function NoticeEntry({ notice, now, page }: Props) {
  const queryClient = useQueryClient()
  const { id, deal, brandName, happenedAt, isRead } = notice
  const { title, text } = noticeWords({ ...notice, now })
  const action = noticeAction(notice)
  const read = () => void (isRead || markNoticeRead(queryClient, page, id))
  return (
    <li
      className="told"
      data-ended={
        notice.kind === 'gone' ||
        deal?.state === 'ended' ||
        (notice.dealId !== null && !deal) ||
        undefined
      }
    >
      {notice.facts.day ? (
        <DayTile day={notice.facts.day} />
      ) : notice.kind === 'guarantee' ? (
        <div className="pic">
          <span className="pic-none tabular-nums">
            {formatShortPrice((notice.facts.meterCents ?? 0) / 100)}
          </span>
        </div>
      ) : deal ? (
        <DealPicture deal={deal} sizes="6rem" />
      ) : (
        <div className="pic">
          <span className="pic-none">No longer listed</span>
        </div>
      )}
      <div className="min-w-0">
        {brandName && <p className="brand">{brandName}</p>}
        <h3 className="told-title">
          {title}
          {!isRead && (
            <span className="new-dot">
              <span className="sr"> (unread)</span>
            </span>
          )}
        </h3>
        {deal?.productName && <p className="wrap-anywhere text-sm">{deal.productName}</p>}
        <p className="text-sm text-ink-soft">{text}</p>
        <div className="flex flex-wrap items-center gap-x-5">
          <Link className="text-button told-act" to={action.path} discover="none" onClick={read}>
            {action.label}
            <span className="sr">
              {': '}
              {deal?.productName ?? (brandName || title)}
            </span>
          </Link>
          {!isRead && (
            <form
              method="post"
              action={paths.inbox(page)}
              onSubmit={(event) => {
                event.preventDefault()
                read()
              }}
            >
              <button
                type="submit"
                name="read"
                value={id}
                className="text-button font-normal text-ink-soft"
              >
                Mark as read
                <span className="sr">
                  {`: ${title}, `}
                  {brandName}
                </span>
              </button>
            </form>
          )}
        </div>
      </div>
      <p className="told-at">
        <time dateTime={happenedAt} title={formatMoment(happenedAt)}>
          {formatTime(happenedAt)}
        </time>
      </p>
    </li>
  )
}

/** Shows the day of an edition, as on a magazine cover. */
function DayTile({ day }: { day: string }) {
  const [month, number] = formatShortDay(day).split(' ')
  return (
    <div className="told-day" aria-hidden>
      <span>{number}</span>
      <span className="caps">{month}</span>
    </div>
  )
}
